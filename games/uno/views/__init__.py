"""The views of the table and of each seat."""
