"""The wire: kinds of messages, positions and names, schemas. No I/O."""
