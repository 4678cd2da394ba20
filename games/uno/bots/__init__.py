"""The bots: how they behave at the table, and the two ways in which they choose."""
