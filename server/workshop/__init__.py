"""`paiju dev`: a table for the author of a game, which takes every saved change over at once."""
