"""What the table and each seat see of a state."""
