"""Matches that have been played at a table without a store, with comings and goings, and their records."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from server.protocol.schema import schema_of
from server.records.making import made
from server.records.match_record import MatchRecord
from server.rooms.match_end import record_of
from server.rooms.replay import ending
from server.rooms.room_view import ROOM_EVENTS, RoomView
from tests.server.rooms.test_replay import GAMES, ID, SHORT, Table

NAMES = list(SHORT)
_pack, _unpack = msgspec.msgpack.encode, msgspec.msgpack.decode


@cache
def table_of(game: str) -> Table:
    return Table(GAMES[game]).play()


def record_from(table: Table, **changed: Any) -> MatchRecord:
    game = table.room.game
    how: dict[str, Any] = {
        "record": record_of(table.room),
        "room": ID,
        "start": table.begun,
        "end": ending(table.room, table.version),
        "log": table.log,
        "schema": schema_of(game, RoomView, ROOM_EVENTS).body,
        **changed,
    }
    *_, last = made(game, **how)
    assert last is not None
    return last


@cache
def record_of_game(game: str) -> MatchRecord:
    return record_from(table_of(game))


def as_release_0_1_logged(log: list[tuple[int, bytes]]) -> list[tuple[int, bytes]]:
    return [(number, _pack(_unpack(data)[:3])) for number, data in log]
