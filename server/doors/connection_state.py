"""The states of a connection; docs/connections.md draws them."""

from __future__ import annotations

from enum import Enum


class ConnectionState(Enum):
    """The state of a connection between its first packet and its last."""

    NEW = "new"
    """The socket is open, and the client has not been greeted."""
    GREETED = "greeted"
    """Greeted, but in no room."""
    ENTERING = "entering"
    """A room has been asked to let the client in. Its news is held back."""
    CATCHING_UP = "catching up"
    """The client is in the room. Its news is held back until the client has the snapshot or the missed frames."""
    FOLLOWING = "following"
    """The client is in the room. Its news is passed on at once."""
    AWAY = "away"
    """The socket has ended."""
