"""Commits: their content, and sending them to the store."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Final

from server.store.link.link import Commands
from server.store.link.store_socket import Argument, pack_command

from .admin import ServerKind
from .alarms import Alarms
from .clock import Clock
from .entries import Entry, pack
from .feeds import Feeds
from .keys import BEAT, RoomKeys, record_key, room_keys
from .recovery import DRIFT, KEPT, Recovery
from .scripts import Script, Scripts
from .types import Conflict, Document, Drift, OldWorker, Turn, Unavailable

RENEW: Final = 60_000
Kept = Callable[[], None]
"""Hears that a commit is kept."""
Failed = Callable[[Exception], None]
"""Gets Conflict, Drift, OldWorker, Unavailable, or the store's error if the mistake is ours."""
_KEYS: Final = 6
_OF_COMMIT: Final = 9
_HEADER: Final = len(b"*9\r\n")


class Commit:
    """One accepted command. Sending the same commit again is safe: its tag identifies it."""

    __slots__ = (
        "cold", "entry", "expect", "hot", "incarnation", "log", "now", "renews", "room", "sent", "ttl_ms",
        "turn", "wake",
    )  # fmt: skip

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
        turn: Turn | None = None,
    ) -> None:
        self.room = room
        self.incarnation = incarnation
        self.expect = expect
        """The version on which the decision was made; 0 creates the room."""
        self.hot = hot
        self.cold = cold
        """None if unchanged."""
        self.entry = entry
        self.log = log
        """The entry for the command log; empty if there is none."""
        self.now = now
        """Platform ms at which the decision was made."""
        self.wake = wake
        """Platform ms of the room's next wake; None if there is none."""
        self.ttl_ms = ttl_ms
        """How long the room is kept after this commit."""
        self.turn = turn
        self.renews = False
        """Does it extend the time for which the room is kept? Decided when it is sent."""
        self.sent = False


class Commits:
    """Sends commits to the store, and sets the wakes of those that it keeps."""

    def __init__(
        self,
        commands: Commands,
        clock: Clock,
        alarms: Alarms,
        feeds: Feeds,
        kind: ServerKind,
        scripts: Scripts,
        schema: int,
        drift: int,
        recovery: Recovery,
    ) -> None:
        self._commands = commands
        self._clock = clock
        self._alarms = alarms
        self._feeds = feeds.rooms
        self._kind = kind
        self._script = scripts.commit
        self._schema = schema
        self._drift = drift
        self._recovery = recovery
        self._renewed: dict[str, tuple[int, int]] = {}
        self._packed_room = lru_cache(maxsize=1 << 12)(self._pack_room)

    def send(self, commit: Commit, kept: Kept, failed: Failed) -> None:
        """Send a commit. After this returns, either `kept` hears of it, and must tell the room's feed, or `failed`."""
        room = commit.room
        if (feed := self._feeds.get(room)) is not None:
            feed.committing(commit.entry)
        # One that was sent before may find that the room has moved to another node.
        if commit.sent or commit.turn is not None:
            commit.sent = True
            again = partial(self._answered, commit, kept, failed, True)
            self._recovery.start(room, self._in_full(commit), None, again)
            return
        commit.sent = True
        packed = self._packed_room(room, commit.incarnation) + pack_command(self._of_commit(commit))[_HEADER:]
        self._commands.send(room_keys(room).room, packed, partial(self._answered, commit, kept, failed, False))

    def _answered(self, commit: Commit, kept: Kept, failed: Failed, last: bool, answer: Any) -> None:
        """Take the server's answer, or an exception instead; unless it is the last word, `recovery.py` may go on."""
        room = commit.room
        if not isinstance(answer, Exception) and answer[0] == KEPT and (last or not self._recovery.replicated):
            if commit.renews:
                self._note_renewal(room, commit)
            self._alarms.set(room, commit.wake)
            kept()
        elif not last and self._may_go_on(answer):
            again = partial(self._answered, commit, kept, failed, True)
            self._recovery.start(room, self._in_full(commit), answer, again)
        else:
            error = answer if isinstance(answer, Exception) else self._refusal(room, answer)
            if (feed := self._feeds.get(room)) is not None:
                feed.unanswered()
            failed(error)

    def _may_go_on(self, answer: Any) -> bool:
        """May the commit still end otherwise than by this first answer?"""
        if isinstance(answer, Exception):
            return not (isinstance(answer, Unavailable) and answer.unknown)
        return self._recovery.replicated or answer[0] == DRIFT

    def _refusal(self, room: str, answer: list[Any]) -> Exception:
        match answer[0]:
            case 1:
                try:
                    return Conflict(self.document(answer[1:]))
                except OldWorker as old:
                    return old
            case 2:
                self._renewed.pop(room, None)
                self._alarms.forget(room)
                return Conflict(None)
            case 3:  # DRIFT
                return Drift(self._clock.now())
            case _:
                return OldWorker("A newer worker has written this room.")

    def _in_full(self, commit: Commit) -> tuple[Script, tuple[str, ...], tuple[Argument, ...]]:
        """Script, keys and arguments, for a server that does not know the script or does not have the room."""
        room = commit.room
        keys, names = room_keys(room), self._names(room_keys(room))
        arguments = (*self._of_room(room, commit.incarnation), *self._of_commit(commit))
        if (turn := commit.turn) is not None:
            names = (*names, keys.replays, keys.records, record_key(turn.record) if turn.record else keys.replays)
            arguments = (*arguments, turn.match, turn.part, turn.data, turn.record)
        return self._script, names, arguments

    def _pack_room(self, room: str, incarnation: int) -> bytes:
        """The beginning of every commit of a room, which never changes."""
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
        renewed, ttl = self._renewed.get(commit.room, (0, 0))
        commit.renews = (
            commit.expect == 0 or commit.turn is not None or ttl != commit.ttl_ms or commit.now - renewed > RENEW
        )
        return (
            commit.expect,
            commit.now,
            commit.entry.tag,
            commit.hot,
            commit.cold or b"",
            pack(commit.entry),
            commit.log,
            b"" if commit.wake is None else commit.wake,
            commit.ttl_ms if commit.renews else 0,
        )

    def _note_renewal(self, room: str, commit: Commit) -> None:
        if len(self._renewed) > 100_000:
            self._renewed = {room: (at, ttl) for room, (at, ttl) in self._renewed.items() if commit.now - at <= RENEW}
        self._renewed[room] = (commit.now, commit.ttl_ms)

    def document(self, fields: list[Any]) -> Document:
        """The room from its stored fields. Raises OldWorker if only a newer worker can read it."""
        version, incarnation, tag, schema, hot, cold = fields
        if int(schema) > self._schema:
            raise OldWorker("A newer worker has written this room.")
        return Document(int(incarnation), int(version), int(tag), hot, cold or b"", int(schema))
