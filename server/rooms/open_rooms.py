"""The rooms in memory: the newest version of each known here, and the runs that act on it."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Final, Protocol

from msgspec.structs import replace

from games.api import AnyGame, Refused
from games.migrating import brought_up
from server.store.types import Document

from . import frames
from .document import decode_cold, decode_hot
from .frames import Shown
from .game_codec import OtherShape
from .guard import guard
from .room import Room

log = logging.getLogger("paiju.rooms")

ROOMS_KEPT: Final = 4096
"""In memory; the store keeps them all."""


class Run(Protocol):
    """A command's path through a room: a `CommandRun` (`pipeline.py`)."""

    def find(self) -> None:
        """Called when its turn has come."""

    def stop(self) -> None:
        """This worker is stopping."""


class OpenRoom:
    """A room in memory: the newest version known here, the run that acts on it, and the runs that wait."""

    __slots__ = (
        "brought_up", "code_kept", "commands", "id", "incarnation", "room", "running", "seen", "tag", "version",
        "waiting",
    )  # fmt: skip

    def __init__(self, room_id: str) -> None:
        self.id = room_id
        self.room: Room | None = None
        self.seen: Shown | None = None
        self.incarnation = 0
        self.version = 0
        self.tag = 0
        self.brought_up = False
        """The stored room still belongs to an earlier version of its game."""
        self.running: Run | None = None
        self.waiting: list[Run] = []
        self.commands = 0
        """Running and waiting commands, not counting those that only look."""
        self.code_kept = (0, 0)
        """When the code was last kept (platform ms), and for how long."""

    def stop(self) -> None:
        """This worker is stopping: leave nobody without an answer."""
        runs = [*self.waiting] if self.running is None else [self.running, *self.waiting]
        self.waiting.clear()
        for run in runs:
            run.stop()

    def is_at(self, document: Document) -> bool:
        """Is this the version in memory?"""
        same = (document.version, document.tag) == (self.version, self.tag)
        return self.room is not None and same and document.incarnation == self.incarnation

    def take(self, document: Document | None, games: Mapping[str, AnyGame]) -> None:
        """Continue from the stored room.

        Refused if there is no such room or no such game, if a newer version of the game has written it, or if its state
        cannot be read.
        """
        if document is None:
            self.room = None
            raise Refused("room.unknown")
        cold = decode_cold(document.cold)
        game = games.get(cold.game)
        if game is None:
            raise Refused("game.unknown", game=cold.game)
        if cold.version > game.version:
            self.room = None
            raise Refused("worker.leaving")  # workers that have that version continue the room
        hot = decode_hot(document.hot)
        with guard.of(game.id):
            try:
                older = cold.version < game.version
                if older:
                    hot = replace(hot, state=brought_up(game, cold.version, hot.state))
                    cold = replace(cold, version=game.version)
                room = Room(self.id, game, cold, hot)
                self.seen = frames.seen(room)
            except OtherShape as error:
                self.room = None
                self._cannot_be_read(game, document, error)
                raise Refused("room.outdated", game=game.id) from None
        self.room, self.incarnation, self.brought_up = room, document.incarnation, older
        self.version, self.tag = document.version, document.tag

    def _cannot_be_read(self, game: AnyGame, document: Document, error: OtherShape) -> None:
        """Tell the operator, once per version."""
        if self.version != document.version:
            self.version = document.version
            log.warning("room %s has a state of another shape than %s has now: %s", self.id, game.id, error)


class OpenRooms:
    """All rooms in memory. The least recently used makes room for others."""

    __slots__ = ("_rooms",)

    def __init__(self) -> None:
        self._rooms: OrderedDict[str, OpenRoom] = OrderedDict()

    def __getitem__(self, room_id: str) -> OpenRoom:
        return self._rooms[room_id]

    def __iter__(self) -> Iterator[OpenRoom]:
        return iter(list(self._rooms.values()))

    def get(self, room_id: str) -> OpenRoom | None:
        return self._rooms.get(room_id)

    def forget(self, room_id: str) -> None:
        """Have the room read again, under the current rules; runs in progress finish with the old one."""
        self._rooms.pop(room_id, None)

    def in_hand(self, room_id: str) -> OpenRoom:
        """The room in memory, which may not be loaded yet."""
        opened = self._rooms.get(room_id)
        if opened is None:
            opened = OpenRoom(room_id)
            self.hold(opened)
        else:
            self._rooms.move_to_end(room_id)
        return opened

    def hold(self, opened: OpenRoom) -> None:
        """Hold the room in memory; drop the least recently used if there are too many."""
        self._rooms[opened.id] = opened
        self._rooms.move_to_end(opened.id)
        if len(self._rooms) > ROOMS_KEPT:
            oldest, candidate = next(iter(self._rooms.items()))
            if candidate.running is None:
                del self._rooms[oldest]
