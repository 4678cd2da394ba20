"""Commits: their content, and sending them to the store."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any, Final

from server.store.link.link import Commands, Heard
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
    """Sends commits to the store, and tells the listeners on this worker."""

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

    def send(self, commit: Commit, heard: Heard) -> None:
        """Send a commit. After this returns, `heard` gets the store's platform ms, and must then call `tell`.

        If the commit fails, `heard` gets Conflict, Drift, OldWorker, Unavailable, or the store's error if the mistake
        is ours.
        """
        room = commit.room
        if (feed := self._feeds.get(room)) is not None:
            feed.committing(commit.entry)
        # One that was sent before may find that the room has moved to another node.
        if commit.sent or commit.turn is not None:
            commit.sent = True
            self._recovery.start(room, self._in_full(commit), None, partial(self._settled, commit, heard))
            return
        commit.sent = True
        packed = self._packed_room(room, commit.incarnation) + pack_command(self._of_commit(commit))[_HEADER:]
        self._commands.send(room_keys(room).room, packed, partial(self._answered, commit, heard))

    def tell(self, commit: Commit) -> None:
        """The commit is kept: tell the listeners here, and set its wake."""
        room = commit.room
        if commit.renews:
            self._note_renewal(room, commit)
        self._alarms.set(room, commit.wake)
        if (feed := self._feeds.get(room)) is not None:
            feed.own(commit.entry)

    def _answered(self, commit: Commit, heard: Heard, answer: Any) -> None:
        """Take the server's first answer."""
        if isinstance(answer, Exception):
            settled = isinstance(answer, Unavailable) and answer.unknown
        elif answer[0] == KEPT and not self._recovery.replicated:
            heard(int(answer[1]))
            return
        else:
            settled = answer[0] != DRIFT and not self._recovery.replicated
        if settled:
            self._settled(commit, heard, answer)
        else:
            self._recovery.start(commit.room, self._in_full(commit), answer, partial(self._settled, commit, heard))

    def _settled(self, commit: Commit, heard: Heard, answer: Any) -> None:
        """Take the final answer, or an exception instead."""
        if not isinstance(answer, Exception):
            if answer[0] == KEPT:
                heard(int(answer[1]))
                return
            answer = self._refusal(commit.room, answer)
        if (feed := self._feeds.get(commit.room)) is not None:
            feed.unanswered()
        heard(answer)

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
