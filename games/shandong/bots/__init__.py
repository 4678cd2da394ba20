"""Bots. They know only what a player knows: the table, their own view, and their memory of both."""
