"""Scenes (a room at one version, in the named form) and moments (commits): the sources of the arena's payloads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from server.doors.face import Entry, NamedReader, Room, Shown, patched, values

Json = Any


@dataclass(frozen=True, slots=True)
class RoomMoment:
    """A scene: one version of a room. Later versions share the parts that have not changed."""

    version: int
    room: Json
    table: Json
    owns: Mapping[int, Json]

    @property
    def playing(self) -> bool:
        return bool(self.room["phase"] == "playing")

    @property
    def decision(self) -> tuple[int, int, str, int] | None:
        """The current decision: round, turn, phase and the seat that must act; None while no seat must."""
        table = self.table
        if not self.playing or table is None or table["phase"] not in ("turn", "drawn"):
            return None
        return table["roundNumber"], table["turnNumber"], table["phase"], table["currentPlayer"]


@dataclass(frozen=True, slots=True)
class Moment:
    """The news of one commit, with the scenes before and after it."""

    before: RoomMoment
    after: RoomMoment
    events: list[Json]
    secrets: Mapping[int, list[Json]]
    """Seat -> the events in the form for only that seat."""
    people: bool
    """The room's document may have changed in ways that frames do not show: seats, notes."""
    at: float = field(default=0.0, compare=False)


def scene_of(room: Room, seen: Shown, version: int, reader: NamedReader) -> RoomMoment:
    """The scene of a stored room."""

    def shown(part: str, view: Any) -> Json:
        return reader.document(part, None if view is None else msgspec.to_builtins(view))

    owns = {seat: shown("own", own) for seat, own in seen.owns.items()}
    return RoomMoment(version, shown("room", seen.room), shown("table", seen.table), owns)


def moment_of(before: RoomMoment, entry: Entry, reader: NamedReader, at: float) -> Moment:
    """Apply one commit to a scene."""
    events: list[Json] = []
    room, table, owns = before.room, before.table, dict(before.owns)
    secrets: dict[int, list[Json]] = {}
    if entry.public is not None:
        frame = reader.frame(values(entry.public))
        events = frame["events"]
        room, table = patched(room, frame["room"]), patched(table, frame["table"])
    for seat, told in entry.private.items():
        part = reader.own(values(told))
        owns[seat] = patched(owns.get(seat), part["own"])
        secrets[seat] = [event for _, _, event in part["events"]]
    people = entry.closing is not None or room is not before.room or (entry.public is None and not entry.private)
    return Moment(before, RoomMoment(entry.version, room, table, owns), events, secrets, people, at)
