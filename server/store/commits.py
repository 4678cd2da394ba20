"""What the store is asked to keep, and how it is asked."""

from __future__ import annotations

import asyncio
import contextlib
from functools import lru_cache
from typing import Any, Final

from .admin import ServerKind
from .clock import Clock
from .connection import Argument, pack_command
from .copies import Copies
from .entries import Entry, pack
from .feeds import Feeds
from .keys import BEAT, RoomKeys, room_keys
from .link import Commands, Heard
from .scripts import Scripts
from .timers import Timers
from .types import Conflict, Document, Drift, OldWorker

RENEW: Final = 60_000
PATIENCE: Final = 0.5
"""Seconds that a refused commit waits for the right time; a store slower than that is of no use to a game."""
_KEYS: Final = 6
_OF_COMMIT: Final = 9
_HEADER: Final = len(b"*9\r\n")


class Commit:
    """One accepted command. Sending the same commit again is safe: it is known by its tag."""

    __slots__ = ("cold", "entry", "expect", "hot", "incarnation", "log", "now", "room", "ttl_ms", "wake")

    def __init__(
        self,
        room: str,
        incarnation: int,
        expect: int,
        hot: bytes,
        cold: bytes | None,
        entry: Entry,
        log: bytes,
        now: int,
        wake: int | None,
        ttl_ms: int,
    ) -> None:
        self.room = room
        self.incarnation = incarnation
        self.expect = expect
        """The version that the decision was made on; 0 creates the room."""
        self.hot = hot
        self.cold = cold
        """None: unchanged."""
        self.entry = entry
        self.log = log
        """For the action log; empty: not logged."""
        self.now = now
        """Platform ms that the decision was made with."""
        self.wake = wake
        """Platform ms of the room's next wake; None: no wake."""
        self.ttl_ms = ttl_ms
        """How long the room is kept after this."""


class Commits:
    """Has commits kept, and tells those who listen here."""

    def __init__(
        self,
        commands: Commands,
        clock: Clock,
        timers: Timers,
        feeds: Feeds,
        kind: ServerKind,
        scripts: Scripts,
        schema: int,
        drift: int,
        replicas: int,
    ) -> None:
        self._commands = commands
        self._clock = clock
        self._timers = timers
        self._feeds = feeds
        self._kind = kind
        self._script = scripts.commit
        self._schema = schema
        self._drift = drift
        self._copies = Copies(replicas) if replicas else None
        self._renewed: dict[str, tuple[int, int]] = {}
        self._packed_room = lru_cache(maxsize=1 << 12)(self._pack_room)

    async def commit(self, commit: Commit) -> int:
        """Keep it, tell it, and return the platform ms of the store. Raises Conflict, Drift, OldWorker, Unavailable."""
        room = commit.room
        keys = room_keys(room)
        self._feeds.committing(room, commit.entry)
        arguments = (*self._of_room(room, commit.incarnation), *self._of_commit(commit))
        try:
            answer = await self._commands.run(self._script, self._names(keys), *arguments)
        except BaseException:
            self._feeds.unanswered(room)
            raise
        if answer[0] == 0:
            self._done(commit)
            if self._copies is not None:
                await self._copies.made(self._commands.link_of(keys.room))
            return int(answer[1])
        self._feeds.unanswered(room)
        await self.copied(keys)
        return await self._refused(room, answer)

    def send(self, commit: Commit, heard: Heard) -> bool:
        """Send it at once; `kept` reads what is heard. False: nothing was sent, and only `commit` can do it."""
        room = commit.room
        link = self._commands.link_of(room_keys(room).room) if self._copies is None else None
        if link is None:
            return False
        self._feeds.committing(room, commit.entry)
        packed = pack_command(self._of_commit(commit))[_HEADER:]
        link.send(self._packed_room(room, commit.incarnation) + packed, heard)
        return True

    def kept(self, commit: Commit, answer: Any) -> bool:
        """Does that answer say so? If not, `commit` it again, and learn why."""
        if not isinstance(answer, Exception) and answer[0] == 0:
            self._done(commit)
            return True
        self._feeds.unanswered(commit.room)
        return False

    def _pack_room(self, room: str, incarnation: int) -> bytes:
        """The beginning of every commit of a room: what does not change."""
        names = self._names(room_keys(room))
        fixed: tuple[Argument, ...] = ("EVALSHA", self._script.sha, _KEYS, *names, *self._of_room(room, incarnation))
        whole = pack_command((*fixed, *[b""] * _OF_COMMIT))
        return whole[: -len(b"$0\r\n\r\n") * _OF_COMMIT]

    def _names(self, keys: RoomKeys) -> tuple[str, ...]:
        beat = keys.beat if self._kind.clustered else BEAT
        return (keys.room, keys.entries, keys.log, keys.timers, keys.gc, beat)

    def _of_room(self, room: str, incarnation: int) -> tuple[Argument, ...]:
        publish = "SPUBLISH" if self._kind.sharded else "PUBLISH"
        return (incarnation, self._schema, self._drift, room, room_keys(room).channel, publish)

    def _of_commit(self, commit: Commit) -> tuple[Argument, ...]:
        return (
            commit.expect,
            commit.now,
            commit.entry.tag,
            commit.hot,
            commit.cold or b"",
            pack(commit.entry),
            commit.log,
            b"" if commit.wake is None else commit.wake,
            commit.ttl_ms if self._renews(commit) else 0,
        )

    def _renews(self, commit: Commit) -> bool:
        """Is it time to say anew how long the room is kept?"""
        renewed, ttl = self._renewed.get(commit.room, (0, 0))
        return commit.expect == 0 or ttl != commit.ttl_ms or commit.now - renewed > RENEW

    def _done(self, commit: Commit) -> None:
        room = commit.room
        if self._renews(commit):
            self._note_renewal(room, commit)
        self._timers.set(room, commit.wake)
        self._feeds.own(room, commit.entry)

    def _note_renewal(self, room: str, commit: Commit) -> None:
        if len(self._renewed) > 100_000:
            self._renewed = {room: (at, ttl) for room, (at, ttl) in self._renewed.items() if commit.now - at <= RENEW}
        self._renewed[room] = (commit.now, commit.ttl_ms)

    async def _refused(self, room: str, answer: list[Any]) -> int:
        match answer[0]:
            case 1:
                raise Conflict(self.document(answer[1:]))
            case 2:
                self._renewed.pop(room, None)
                self._timers.forget(room)
                raise Conflict(None)
            case 3:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(PATIENCE):
                        await self._clock.beat()
                raise Drift(self._clock.now())
            case _:
                raise OldWorker("A newer worker has written this room.")

    def document(self, fields: list[Any]) -> Document:
        """The room that these fields say. Raises OldWorker when only a newer worker can read it."""
        version, incarnation, tag, schema, hot, cold = fields
        if int(schema) > self._schema:
            raise OldWorker("A newer worker has written this room.")
        return Document(int(incarnation), int(version), int(tag), hot, cold or b"", int(schema))

    async def copied(self, keys: RoomKeys) -> None:
        """What has been read is on the replicas as well: a resent move found in a room counts as accepted.

        WAIT looks only at what its own connection has written, so something is.
        """
        if self._copies is not None:
            await self._commands.call("SET", keys.touched, 1)
            await self._copies.made(self._commands.link_of(keys.room))
