"""`paiju dev`: a table for the author of a game, where every saved change takes effect at once."""
