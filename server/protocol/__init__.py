"""What is said: kinds of messages, positions and names, schemas. No I/O."""
