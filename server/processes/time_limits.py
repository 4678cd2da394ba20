"""Timeouts between the processes of a server, in seconds of their own running time."""

LOST_S = 15.0
"""A loop with no turn for this long is stuck. A game may take 2 s (`rooms/guard.py`), and a turn may serve several."""
START_S = 60.0
"""Time from the start of a worker until it is serving."""
END_S = 12.0
"""Time from SIGTERM to the exit: longer than it takes to leave, finish pending commands and close."""
