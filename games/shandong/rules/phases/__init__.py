"""A match from its setup to its end, phase by phase: who may do what, by when, and what comes of it."""
