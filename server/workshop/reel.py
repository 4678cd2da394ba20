"""A match in progress in the form of a record, which the records' page can show from any seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from games.api import AnyGame, Json, Refused
from server.protocol.named_form import NamedReader
from server.protocol.schema import schema_of
from server.records.course import Course
from server.records.match_record import FORM, Holder, LogEntry, MatchRecord
from server.records.showing import NamedSteps, all_seats, room_of, summary
from server.rooms.document import SeatDoc
from server.rooms.room_view import ROOM_EVENTS, RoomView

OURS: Final = "workshop-"
"""The prefix of these records' names; no other record's name has it."""

_pack: Final = msgspec.msgpack.Encoder().encode
_unpack: Final = msgspec.msgpack.Decoder().decode


def reel(
    game: AnyGame, preset: str, seats: Sequence[SeatDoc], course: Course, log: Sequence[LogEntry]
) -> dict[str, Json]:
    """The record from there on through the log, as far as the rules can replay it; without an id or a point of view."""
    opening = plain(course.opening())
    steps = NamedSteps(reader_of(game), opening, all_seats(len(seats)))
    told = [
        {"step": number, "time": entry.now, "room": None, **steps.after(number, what)}
        for number, (entry, what) in enumerate(_taken(course, log), 1)
    ]
    docs = [Holder(doc.player or "-", doc.name, doc.bot) for doc in seats]
    record = MatchRecord(
        FORM, "", game.id, game.version, preset, {}, True, "open", 0, 0, None, docs, [*range(len(seats))], [],
        b"", [], {}, [], [],
    )  # fmt: skip
    return {
        **summary(record, frozenset(), None), "steps": len(told), "deal": None,
        "snapshot": {"room": room_of(record), **steps.opening}, "told": told,
    }  # fmt: skip


def _taken(course: Course, log: Sequence[LogEntry]) -> Iterator[tuple[LogEntry, Any]]:
    for entry in log:
        try:
            what = course.take(entry.actor, entry.action, entry.now)
        except Refused:
            return  # the rules have changed since then
        yield entry, _unpack(what)


def reader_of(game: AnyGame) -> NamedReader:
    return NamedReader(schema_of(game, RoomView, ROOM_EVENTS).body)


def plain(value: Any) -> Any:
    """The value in its wire form."""
    return _unpack(_pack(value))
