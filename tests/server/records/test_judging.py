"""What the process of bots makes of a record: the decisions of a seat, and what is said of each."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import msgspec
import pytest

from games import comparing
from games.shandong.actions import Counter, Declare
from server.records import judging
from server.records.judging import Decided, Judged, decisions, judge
from server.records.match_record import packed
from tests.server.records.played import GAMES, record_of_game

REVIEWED = ["crazy-eights", "shandong", "uno"]
SEAT, ACTORS = 1, (1, -3)
"""A bot of the room has it."""


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In this process, and with few guesses."""
    monkeypatch.setattr(judging, "loaded_game", GAMES.__getitem__)
    monkeypatch.setattr(comparing, "MOST", 32)
    before = signal.getsignal(signal.SIGALRM)
    yield
    signal.signal(signal.SIGALRM, before)


def decided(game: str, seat: int) -> list[Decided]:
    return msgspec.msgpack.decode(decisions(packed(record_of_game(game)), seat), type=list[Decided])


@pytest.mark.parametrize("game", REVIEWED)
def test_each_decision_is_seen_as_the_seat_saw_it(game: str):
    record, rules = record_of_game(game), GAMES[game]
    found = decided(game, SEAT)
    assert len(found) >= 3
    for one in found:
        entry = record.log[one.entry]
        assert entry.actor in ACTORS
        assert one.now == entry.now
        state = msgspec.msgpack.decode(one.stored, type=rules.State)
        assert SEAT in rules.may_act(state)
        assert (one.table, one.own) == tuple(
            msgspec.msgpack.encode(v) for v in (rules.table(state), rules.own(state, SEAT))
        )
    acted = [number for number, entry in enumerate(record.log) if entry.actor in ACTORS]
    assert {one.entry for one in found} <= set(acted)


def test_what_is_shown_while_cards_are_dealt_is_a_decision_although_nobody_waits_for_it():
    state_of, rules = GAMES["shandong"].State, GAMES["shandong"]
    early = [
        msgspec.msgpack.decode(one.action, type=rules.Action)
        for seat in range(4)
        for one in decided("shandong", seat)
        if not rules.to_act(msgspec.msgpack.decode(one.stored, type=state_of))
    ]
    assert any(isinstance(action, (Declare, Counter)) for action in early)


@pytest.mark.parametrize("game", REVIEWED)
def test_what_is_said_is_the_same_whenever_it_is_asked(game: str):
    record = record_of_game(game)
    found = decided(game, SEAT)
    said = [judge(game, SEAT, msgspec.msgpack.encode(one)) for one in found[-3:]]
    assert said == [judge(game, SEAT, msgspec.msgpack.encode(one)) for one in found[-3:]]
    for data, one in zip(said, found[-3:], strict=True):
        told = msgspec.msgpack.decode(data, type=Judged | None)
        if told is not None:
            assert told.entry == one.entry
            assert told.played != told.best
            assert set(told.played) >= {"action", "payload"} or "type" in told.played
            assert record.log[one.entry].action.get("type") == told.played.get("type")


def test_each_seat_has_its_own_decisions_and_remembers_for_itself():
    first, second = decided("uno", 0), decided("uno", SEAT)
    assert {one.entry for one in first}.isdisjoint(one.entry for one in second)
    assert any(one.memory for one in first)
