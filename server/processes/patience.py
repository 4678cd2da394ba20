"""How long the processes of a server have patience with one another, in seconds of their own running time."""

LOST_S = 15.0
"""Without a turn of its loop. A game may hold it for 2 s (`rooms/guard.py`), and several tables in one turn."""
START_S = 60.0
"""From the start of a worker until it serves."""
END_S = 12.0
"""From SIGTERM to the end. More than leaving, the end of what is asked, and closing take together."""
