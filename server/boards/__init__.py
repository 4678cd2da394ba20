"""Leaderboards: separate ones for arena, sandbox and casual play; each match counts once, when it ends."""
