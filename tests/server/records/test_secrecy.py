"""R11: what a record shows depends on no card that it may not show."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from games.api import Refused
from games.chance import Chance
from games.kit.promise import pack, unpack
from server.records.course import Course
from server.records.making import sitters_of
from server.records.match_record import Holder, LogEntry, MatchRecord, packed, unpacked
from server.records.showing import shown
from server.rooms.game_options import resolved_options
from tests.server.records.played import GAMES, NAMES, record_of_game

Json = Any
PAIRS = 400
NOBODY: frozenset[str] = frozenset()


def seats_of(record: MatchRecord) -> MatchRecord:
    """With a player in each seat, who stays to the end."""
    holders = [Holder(f"player {seat}", f"P{seat}") for seat in range(len(record.seats))]
    return msgspec.structs.replace(record, holders=holders, seats=list(range(len(holders))), changes=[])


def from_step(record: MatchRecord, number: int, stored: bytes) -> MatchRecord | None:
    """A record that begins with that state and has one step; None if the step is not possible in it."""
    course = Course(GAMES[record.game], len(record.seats), record.secret, number, stored)
    opening = msgspec.msgpack.encode(course.opening())
    entry = record.log[number]
    try:
        told = course.take(entry.actor, entry.action, entry.now)
    except Refused:
        return None
    one = msgspec.structs.replace(record, log=[entry], opening=msgspec.Raw(opening), told=[told])
    return unpacked(packed(one))


def ends(body: Json) -> Json:
    """The views at the end, by what is told of the way there: where they differ, the step has revealed something."""
    return [[told["table"], {seat: own["own"] for seat, own in told["own"].items()}] for told in body["told"]]


@pytest.mark.parametrize("game", NAMES)
def test_with_the_hidden_cards_dealt_again_it_shows_the_same(game: str):
    rules, record, whim = GAMES[game], seats_of(unpacked(packed(record_of_game(game)))), Chance(b"records")
    states = [Course.dealt(rules, *_beginning(record)).stored]
    course = Course.dealt(rules, *_beginning(record))
    for entry in record.log:
        course.take(entry.actor, entry.action, entry.now)
        states.append(course.stored)
    differing = compared = 0
    for number in range(PAIRS):
        at = number * len(record.log) // PAIRS
        viewer = None if whim.chance(1, 4) else whim.below(len(record.seats))
        twin = pack(rules.redeal(unpack(rules, states[at]), viewer, whim))
        differing += twin != states[at]
        player = None if viewer is None else f"player {viewer}"
        worlds = [from_step(record, at, state) for state in (states[at], twin)]
        bodies = [shown(world, NOBODY, player) for world in worlds if world is not None]
        assert all(body["snapshot"] == bodies[0]["snapshot"] for body in bodies), (at, viewer)
        if len(bodies) == 2 and ends(bodies[0]) == ends(bodies[1]):
            compared += 1
            assert without_reveals(bodies[0], rules) == without_reveals(bodies[1], rules), (at, viewer)
    assert differing > PAIRS // 3
    assert compared > PAIRS // 4


def without_reveals(body: Json, rules: Any) -> Json:
    kinds = {event.kind for event in rules.reveals}
    heard = [[*told["events"], *(e[2] for own in told["own"].values() for e in own["events"])] for told in body["told"]]
    return [[event for event in events if event["type"] not in kinds] for events in heard]


def _beginning(record: MatchRecord) -> tuple[Any, Any, bytes]:
    levels = [record_of_game(record.game).holders[n].level for n in record_of_game(record.game).seats]
    options = resolved_options(GAMES[record.game], record.preset, record.options, len(record.seats))
    return options, sitters_of(levels), record.secret


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_it_does_not_even_read_what_it_may_not_show(game: str, viewer: int | None):
    """The secret, the actions and what other seats were told may be anything at all."""
    record = seats_of(unpacked(packed(record_of_game(game))))
    player = None if viewer is None else f"player {viewer}"
    table, owns = record.opening
    blank = msgspec.structs.replace(
        record,
        secret=b"?",
        log=[LogEntry(entry.actor, "?", entry.now) for entry in record.log],
        opening=[table, [own if seat == viewer else None for seat, own in enumerate(owns)]],
        told=[
            [events, patch, {seat: own for seat, own in private.items() if seat == viewer}]
            for events, patch, private in record.told
        ],
    )
    assert shown(blank, NOBODY, player) == shown(record, NOBODY, player)


@pytest.mark.parametrize("game", NAMES)
def test_no_hash_of_a_player_and_no_secret_is_in_a_closed_record(game: str):
    record = seats_of(unpacked(packed(record_of_game(game))))
    for player in (None, "player 0"):
        text = json.dumps(msgspec.to_builtins(shown(record, NOBODY, player)))
        assert record.secret.hex() not in text
        assert "player 0" not in text
        assert not {"secret", "log"} & shown(record, NOBODY, player).keys()
