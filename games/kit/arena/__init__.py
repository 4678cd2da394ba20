"""Bots against bots, without a room: mirrored deals, and what they say about strength, time and blunders."""
