"""Makes the record of a match from its beginning, its room's command log and its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from games.api import AnyGame, Json, Refused, Seat, Sitter
from server.rooms.command_log import holders_changed
from server.rooms.document import Cold, SeatDoc, decode_cold, decode_hot
from server.rooms.game_options import resolved_options
from server.rooms.guard import guard
from server.rooms.replay import Beginning, Ending, decided
from server.rooms.room import Room

from .course import Course
from .match_record import FORM, Change, Ended, Holder, LogEntry, MatchRecord

_unpack: Final = msgspec.msgpack.Decoder().decode
_LOGGED: Final = 5  # parts of an entry, now that the log contains steps

Happened = tuple[list[LogEntry], Sequence[tuple[Seat, str, str, str]], int, bool]
"""The effects of one command: steps, holders of seats that changed (seat, player, name, level), platform ms, and
whether they are the same people on other devices.
"""


class CannotBeMade(Exception):
    """The match cannot be reproduced, or a part of it is missing; the message gives the reason."""


class NotHere(CannotBeMade):
    """This worker lacks the game, or has another version of it: another worker may be able to make the record."""


def sitters_of(levels: Sequence[str]) -> list[Sitter]:
    return ["bot" if level else "human" for level in levels]


def made(
    game: AnyGame,
    record: str,
    room: str,
    start: Beginning,
    end: Ending,
    log: Sequence[tuple[int, bytes]],
    schema: Mapping[str, Json],
) -> Iterator[MatchRecord | None]:
    """The record, as the last item: each None before it lets the caller do other work. Raises CannotBeMade."""
    cold, hot = decode_cold(start.cold), decode_hot(start.hot)
    if end.rules not in (0, cold.version):
        raise CannotBeMade(f"it began under version {cold.version} of {game.id} and ended under version {end.rules}")
    if game.version != cold.version:
        raise NotHere(f"version {cold.version} of {game.id} is not installed")
    if [number for number, _ in log] != list(range(start.version + 1, end.version + 1)):
        raise CannotBeMade("the log has gaps")
    try:
        options = resolved_options(game, cold.preset, cold.options, len(cold.seats))
        course = Course.dealt(game, options, sitters_of([doc.bot for doc in cold.seats]), hot.secret)
    except Refused as refused:
        raise CannotBeMade(f"the deal: {refused!r}") from None
    holders = _Holders(cold.seats, cold.host)
    opening = msgspec.Raw(msgspec.msgpack.encode(course.opening()))
    entries: list[LogEntry] = []
    told: list[Any] = []
    ended_at = cold.base
    try:
        for steps, changed, platform, moved in happened(Room(room, game, cold, hot), log):
            before, ended_at = len(entries), platform
            for entry in steps:
                entries.append(entry)
                told.append(course.take(entry.actor, entry.action, entry.now))
                yield None
            if moved:
                holders.moved(changed)
            else:
                holders.changed(changed, before, len(entries))
    except (Refused, msgspec.DecodeError, msgspec.ValidationError) as error:
        raise CannotBeMade(f"step {len(entries)}: {error!r}") from None
    if course.digest() != end.digest:
        raise CannotBeMade("it ends otherwise")
    yield _record(record, cold, hot.secret, course, holders, (entries, opening, told), dict(schema), ended_at)


def _record(
    record: str, cold: Cold, secret: bytes, course: Course, holders: _Holders, what: Any, schema: dict[str, Json],
    ended: int,
) -> MatchRecord:  # fmt: skip
    outcome = course.outcome()
    entries, opening, told = what
    return MatchRecord(
        FORM, record, cold.game, cold.version, cold.preset, cold.options, bool(cold.practice), cold.records, cold.base,
        ended, outcome and Ended([*outcome.winners], [*outcome.ranking], [*outcome.scores], outcome.reason),
        holders.all, holders.first, holders.changes, secret, entries, schema, opening, told,
        cold.seal, course.draws, holders.host,
    )  # fmt: skip


class _Holders:
    """The holders of each seat over time."""

    def __init__(self, seats: Sequence[SeatDoc], host: str) -> None:
        self.host = host
        self.all: list[Holder] = []
        self.changes: list[Change] = []
        self.first = [self._number(doc.player, doc.name, doc.bot) for doc in seats]
        self._now = dict(enumerate(self.first))

    def changed(self, changed: Sequence[tuple[Seat, str, str, str]], before: int, after: int) -> None:
        for seat, *named in changed:
            holder = self._number(*named)
            if self._now.get(seat) != holder:
                self._now[seat] = holder
                self.changes.append(Change(before, after, seat, holder))

    def moved(self, changed: Sequence[tuple[Seat, str, str, str]]) -> None:
        """A player continues on another device, which counts as having seen all that they have."""
        for seat, *named in changed:
            number = self._now[seat]
            before, self.all[number] = self.all[number], Holder(*named)
            if self.host == before.player:
                self.host = self.all[number].player

    def _number(self, player: str, name: str, level: str) -> int:
        """A player is one holder in all their seats, under the name they had last."""
        holder = Holder(player, name, level)
        for number, known in enumerate(self.all):
            if known.player == player and known.level == level and (player or known.name == name):
                self.all[number] = holder
                return number
        self.all.append(holder)
        return len(self.all) - 1


def happened(room: Room, log: Sequence[tuple[int, bytes]]) -> Iterator[Happened]:
    """The effects of each command in the log: those logged, or decided once more if an older release wrote the log."""
    parts = [_unpack(data) for _, data in log]
    again = any(len(each) < _LOGGED for each in parts)
    for (_, data), (_, command, platform, *more) in zip(log, parts, strict=True):
        if again:
            with guard.of(room.game.id):
                d = decided(room, data)
            steps, changed = d.steps, holders_changed(room, d.room)
            room = d.room if d.acts is None else d.room.with_hot(acts=d.acts)
        else:
            steps, changed = more[:2]
        yield [_entry(command, *step) for step in steps], changed, platform, bool(command.get("ticket"))


def _entry(command: Mapping[str, Json], actor: int, action: Any, now: int) -> LogEntry:
    return LogEntry(actor, command["action"] if actor >= 0 else msgspec.to_builtins(action), now)
