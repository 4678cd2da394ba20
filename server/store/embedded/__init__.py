"""The store that comes along: a server of our own in the data folder."""
