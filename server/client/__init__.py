"""A client of the JSON door, for programs that take a seat from outside."""
