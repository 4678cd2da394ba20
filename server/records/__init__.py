"""What is kept of a match after its end: making it, keeping it, showing it to those who may see it, checking it."""
