"""A match from setup to end, phase by phase: who may do what, by when, and what follows."""
