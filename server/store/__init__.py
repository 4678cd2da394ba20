"""Keeps rooms: one commit script, one feed per room, timers, directory. Redis or Valkey, nothing else."""
