"""A room in hand, and a decision on its way to the store."""

from __future__ import annotations

from games.api import Json
from server.store.commits import Commit

from .decision import Deciding
from .room import Room
from .seen import Seen
from .turn import Turn


class Open:
    """A room in hand: its newest known version, and the queue of those who want to act on it."""

    __slots__ = ("code_kept", "id", "incarnation", "room", "seen", "tag", "turn", "version", "waiting")

    def __init__(self, room_id: str) -> None:
        self.id = room_id
        self.turn = Turn()
        self.waiting = 0
        self.room: Room | None = None
        self.seen: Seen | None = None
        self.incarnation = 0
        self.version = 0
        self.tag = 0
        self.code_kept = (0, 0)
        """When, in platform ms, and for how long."""


class Errand:
    """What a command has led to, until it is kept."""

    __slots__ = ("answer", "before", "commit", "d", "opened", "seen", "unknown")

    def __init__(self, opened: Open, before: Room, d: Deciding, answer: Json) -> None:
        self.opened = opened
        self.before = before
        self.d = d
        self.answer = answer
        self.commit: Commit | None = None
        """None: nothing has changed."""
        self.seen: Seen | None = None
        """What is seen of the room afterwards."""
        self.unknown = False
        """It was sent, and whether it was kept is not known."""
