"""Bots against bots, without a room: mirrored deals that measure strength, time and blunders."""
