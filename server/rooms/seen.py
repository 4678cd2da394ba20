"""What is seen of a room at one version: the base of the next difference."""

from __future__ import annotations

from games.api import Seat
from games.views import View

from .view import RoomView


class Seen:
    """The views that everybody here has been shown."""

    __slots__ = ("owns", "room", "table", "watched")

    def __init__(self, room: RoomView, table: View | None, owns: dict[Seat, View], watched: View | None = None) -> None:
        self.room = room
        self.table = table
        self.owns = owns
        self.watched = watched
        """What spectators see instead of `table`, where the game has such a thing."""
