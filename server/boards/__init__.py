"""Leaderboards: arena, sandbox and casual apart; booked once per match, when it has ended."""
