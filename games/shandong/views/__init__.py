"""The views: the table for everybody, and each seat's own."""
