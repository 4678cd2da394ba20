"""How long the processes of a server wait for one another, in seconds of their own running time."""

LOST_S = 15.0
"""Without a turn of its loop. A game may block it for 2 s (`rooms/guard.py`), and one turn may serve several tables."""
START_S = 60.0
"""From the start of a worker until it serves."""
END_S = 12.0
"""From SIGTERM to the end. Longer than leaving, finishing pending commands and closing take together."""
