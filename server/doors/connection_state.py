"""The life of a connection; docs/connections.md draws it."""

from __future__ import annotations

from enum import Enum


class ConnectionState(Enum):
    """Where a connection stands between its first packet and its last."""

    NEW = "new"
    """The socket is open, and nobody has been greeted."""
    GREETED = "greeted"
    """Somebody who is in no room."""
    ENTERING = "entering"
    """A room has been asked to let them in. What it tells is held back."""
    CATCHING_UP = "catching up"
    """In the room. What it tells is held back until they have the snapshot, or what they missed, that it follows."""
    FOLLOWING = "following"
    """In the room. What it tells is passed on as it comes."""
    AWAY = "away"
    """The socket has ended."""
