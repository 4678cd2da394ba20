"""Passes a room's news to its connections, in the order of commits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import msgspec

from server.protocol.schema import Schema
from server.store.entries import WATCHERS, Entry
from server.store.types import Watch

from .connection import Connection
from .connection_state import ConnectionState
from .packets import EncodedFrame

_decode = msgspec.msgpack.Decoder().decode
_SHOWN_OUT: Final = 1 << 62  # stands for the number of a newer connection when the player is out of the room
_ENTERING: Final = ConnectionState.ENTERING
_FOLLOWING: Final = ConnectionState.FOLLOWING


class FanOut:
    """One room on this worker: its connections, and the listener of its feed."""

    __slots__ = ("_owner", "_watch", "people", "room", "schema")

    def __init__(self, room: str, owner: FanOuts) -> None:
        self.room = room
        self.schema: Schema | None = None  # set before anybody here gets a view
        self.people: dict[Connection, None] = {}  # in the order of arrival
        self._owner = owner
        self._watch = owner.watch(room, self)

    def started(self) -> Awaitable[None]:
        """Returns once all later commits are sure to be delivered."""
        return self._watch.started()

    def close(self) -> None:
        self._watch.close()

    def entries(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            if self.people:
                self._deliver(entry)

    def reset(self) -> None:
        self._owner.show_anew(self, list(self.people))

    def _deliver(self, entry: Entry) -> None:
        version, schema = entry.version, self.schema
        if entry.closing is not None:
            self._people_changed(version, _decode(entry.closing))
        if schema is None:
            return  # nobody here has a view yet; the first snapshot will include this entry
        private = entry.private
        for_all = EncodedFrame(entry, None, schema) if entry.public is not None else None
        for_watchers = EncodedFrame(_for_watchers(entry), None, schema) if WATCHERS in private else for_all
        # Somebody who reads too slowly is cut here, and leaves `people` only later.
        for person in self.people:
            if version <= person.seen:
                continue
            seat = person.seat
            told = for_watchers if seat is None else for_all
            if seat is not None and seat in private:
                told = EncodedFrame(entry, private[seat], schema)
            if told is None:
                continue
            if person.state is _FOLLOWING:
                person.send(told)
            else:
                person.hold(told)

    def _people_changed(self, version: int, now: dict[str, list[Any]]) -> None:
        """Update everybody's seat; if a player has a newer connection, remove the older one."""
        gone = dict(now["gone"])
        seats = {player: (seat, gen) for seat, (player, gen) in enumerate(now["seats"]) if player}
        watchers = {player: (None, gen) for player, gen in now["watchers"]}
        moved: list[Connection] = []
        for person in [p for p in self.people if version > p.seen]:
            mine = person.who.gen or 0
            seat, gen = seats.get(person.player) or watchers.get(person.player) or (None, mine)
            if person.state is _ENTERING:
                person.newest = _SHOWN_OUT if person.player in gone else gen or person.newest
            elif person.player in gone:
                self.show_out(person, gone[person.player])
            elif gen > mine:
                self.show_out(person, "seat.elsewhere")
            elif person.seat != seat:
                person.seat = seat
                moved.append(person)
        if moved:
            # From now on they get the frames of their new seats, but only a snapshot names the seat.
            self._owner.show_anew(self, moved)

    def show_out(self, person: Connection, code: str) -> None:
        """Tell a client that it is out of this room, and forget it."""
        self.people.pop(person, None)
        if not self.people:
            # Not now: this may run while the feed iterates over its listeners.
            asyncio.get_running_loop().call_soon(self._owner.left, self)
        person.left()
        person.tell("gone", {"code": code})


def missed(entry: Entry, seat: int | None, schema: Schema) -> EncodedFrame | None:
    """The news of that commit for a person in that seat."""
    if seat is None:
        return None if entry.public is None else EncodedFrame(_for_watchers(entry), None, schema)
    own = entry.private.get(seat)
    return None if own is None and entry.public is None else EncodedFrame(entry, own, schema)


def _for_watchers(entry: Entry) -> Entry:
    """The entry for people without a seat."""
    return Entry(entry.version, entry.tag, entry.private.get(WATCHERS, entry.public), {})


class FanOuts:
    """The rooms with connections on this worker."""

    def __init__(
        self, watch: Callable[[str, FanOut], Watch], show_anew: Callable[[FanOut, list[Connection]], None]
    ) -> None:
        self.watch = watch
        self.show_anew = show_anew
        self._open: dict[str, FanOut] = {}

    def __len__(self) -> int:
        return len(self._open)

    def open(self, room: str) -> FanOut:
        """The room's fan-out. It stays open while somebody is in it."""
        fan_out = self._open.get(room)
        if fan_out is None:
            fan_out = self._open[room] = FanOut(room, self)
        return fan_out

    def of(self, room: str | None) -> FanOut | None:
        return self._open.get(room) if room is not None else None

    def left(self, fan_out: FanOut) -> None:
        """Somebody has left: stop listening if nobody else is connected."""
        if not fan_out.people and self._open.get(fan_out.room) is fan_out:
            del self._open[fan_out.room]
            fan_out.close()
