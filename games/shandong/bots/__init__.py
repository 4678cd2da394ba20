"""Bots. They know what a player knows: the table, their own half of the view, and what they remember of it."""
