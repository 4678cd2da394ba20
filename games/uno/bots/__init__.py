"""The bots: how they behave at the table, and the ways in which they choose."""
