"""What everybody sees, and what one seat sees in addition."""
