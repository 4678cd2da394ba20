"""How much room a record takes, and that long and restless matches have one, too."""

from __future__ import annotations

from typing import Any

import pytest

from server.records.match_record import MatchRecord, packed, unpacked
from server.rooms import player_commands
from server.rooms.document import PLAYING
from server.rooms.server_commands import Lost
from tests.server.records.played import GAMES, record_from
from tests.server.rooms import test_replay
from tests.server.rooms.test_replay import Table

KB = 1024
RECONNECTIONS = 200


def played(monkeypatch: Any, game: str, how: dict[str, Any]) -> MatchRecord:
    monkeypatch.setitem(test_replay.SHORT, game, how)
    table = Table(GAMES[game])
    table.play()
    return record_from(table)


def events_of(record: MatchRecord, kind: str) -> int:
    """How often everybody was told that."""
    number = next(int(number) for number, (known, *_) in record.schema["events"].items() if known == kind)
    return sum(event[0] == number for events, *_ in unpacked(packed(record)).told for event in events)


def test_a_hundred_turns_of_uno_take_less_than_thirty_kb(monkeypatch):
    record = played(monkeypatch, "uno", {"options": {"scoring": "winner", "targetScore": 500}})
    turns, size = events_of(record, "turn_started"), len(packed(record))
    print(f"{turns} turns, {size} bytes")
    assert turns > 100
    assert size / turns * 100 < 30 * KB


def test_a_match_of_a_hundred_rounds_has_a_record(monkeypatch):
    short = {"initialCards": 2, "scoring": "winner", "targetScore": 10_000, "maxRounds": 100}
    record = played(monkeypatch, "uno", {"options": short})
    print(f"{len(record.log)} steps, {len(packed(record))} bytes")
    assert events_of(record, "round_ended") == 100


def test_ten_rounds_of_shandong_take_less_than_sixty_kb(monkeypatch):
    record = played(monkeypatch, "shandong", {})
    rounds, size = events_of(record, "round_ended"), len(packed(record))
    print(f"{rounds} rounds, {size} bytes")
    assert rounds >= 5
    assert size / max(rounds, 10) * 10 < 60 * KB


@pytest.mark.parametrize("game", ["crazy-eights", "uno"])
def test_two_hundred_reconnections_are_no_trouble(game: str):
    table = Table(GAMES[game])
    table.ask("ann", player_commands.Start())
    lost = 0
    while table.room.cold.phase == PLAYING:
        for _ in range(RECONNECTIONS // 10 if lost < RECONNECTIONS else 0):
            table.ask("", Lost("ann", table.room.cold.seats[0].gen))
            table.ask("ann", player_commands.Enter(room="CODE22"))
            lost += 1
        table.due()
    assert lost >= 100
    record = record_from(table)
    assert record.outcome is not None
    assert record.changes == []
