"""Leaderboards, one for each kind of match that a game names. Each match counts once, when it ends."""
