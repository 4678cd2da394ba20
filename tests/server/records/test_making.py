"""A record is what was told, made from what was logged, whatever bots would decide today."""

from __future__ import annotations

import dataclasses
from typing import Any

import msgspec
import pytest

from games.api import Plan
from server.protocol.named_form import values
from server.records.making import CannotBeMade
from server.records.match_record import Damaged, packed, unpacked
from server.rooms import player_commands
from server.rooms.replay import Beginning, Ending, ending
from server.rooms.room import Room
from tests.server.records.played import NAMES, as_release_0_1_logged, record_from, record_of_game, table_of
from tests.server.rooms.test_replay import GAMES, Table

Json = Any


@pytest.fixture(params=NAMES)
def game(request) -> str:
    return request.param


def of_the_game(events: list[Any]) -> list[Any]:
    """The room's own events have numbers from 129 on."""
    return [event for event in events if event[0] < 129]


def test_the_record_has_every_frame_as_it_was_told(game: str):
    live = []
    for entry in table_of(game).told:
        public: list[Any] = values(entry.public) if entry.public else [0, 0, [], None, None]
        private = values(entry.private[0])[1:] if 0 in entry.private else None
        told = [of_the_game(public[2]), public[3], private]
        if told != [[], None, None]:
            live.append(told)
    record = unpacked(packed(record_of_game(game)))
    kept = [[events, table, private.get(0)] for events, table, private in record.told]
    assert len(live) > 10
    # Ann is not told while her connection is away only where a bot sits for her: in no game of these.
    assert [told for told in kept if told != [[], None, None]] == live


def test_who_goes_on_with_another_device_has_the_whole_record(game: str):
    table = Table(GAMES[game])
    table.ask("ann", player_commands.Start())
    for _ in range(5):
        table.due()
    table.move_to("phone")
    table.to_the_end()
    record = record_from(table)
    assert (record.people(), record.host, record.changes) == ({"phone"}, "phone", [])
    assert record.holders[record.seats[0]].name == "Ann"


def test_a_record_survives_being_packed(game: str):
    record = record_of_game(game)
    again = unpacked(packed(record))
    assert packed(again) == packed(record)
    assert (again.id, again.secret, again.outcome) == (record.id, record.secret, record.outcome)
    assert len(again.told) == len(again.log) > 10
    assert again.outcome is not None


@pytest.mark.parametrize("data", [b"", b"x", b"\x78\x9c", packed(record_of_game(NAMES[0]))[:-9]])
def test_damaged_bytes_are_no_record(data: bytes):
    with pytest.raises(Damaged):
        unpacked(data)


def test_bots_that_would_decide_otherwise_today_change_nothing(game: str):
    table = table_of(game)

    def dull(*_: Any) -> Plan[Any]:
        return Plan(None)

    changed = dataclasses.replace(table.room.game, bot=dull)
    was = table.room
    table.room = Room(was.id, changed, was.cold, was.hot)
    try:
        assert packed(record_from(table)) == packed(record_of_game(game))
    finally:
        table.room = was


def test_matches_that_release_0_1_has_logged_have_records_too(game: str):
    table = table_of(game)
    for old in (as_release_0_1_logged(table.log), [*as_release_0_1_logged(table.log[:9]), *table.log[9:]]):
        assert packed(record_from(table, log=old)) == packed(record_of_game(game))


def test_what_does_not_come_out_as_it_was_is_not_kept(game: str):
    table = table_of(game)
    cold = msgspec.msgpack.decode(table.begun.cold)
    cold[2] += 1
    later = Beginning(table.begun.version, msgspec.msgpack.encode(cold), table.begun.hot)
    wrong: list[dict[str, Any]] = [
        {"log": table.log[:5] + table.log[6:]},
        {"log": table.log[:-1]},
        {"end": Ending(table.version, b"another")},
        {"end": ending(table.room.with_cold(version=table.room.cold.version + 1), table.version)},
        {"start": later},
    ]
    for each in wrong:
        with pytest.raises(CannotBeMade):
            record_from(table, **each)
