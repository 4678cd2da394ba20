"""Keeps rooms in Redis or Valkey: commits, the feed of each room, wakes, limits, boards and names."""
