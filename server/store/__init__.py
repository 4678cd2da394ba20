"""Keeps rooms: one commit script, one feed per room, timers, side tables. Redis or Valkey, nothing else."""
