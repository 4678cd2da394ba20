"""What differs between two views, and what an event says by itself. No I/O."""
