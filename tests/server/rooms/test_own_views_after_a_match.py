"""A match that is over stays on the table, but not everybody's cards for everybody who sits down at it."""

from __future__ import annotations

from typing import Any

import pytest

from games import uno
from server.rooms import frames
from server.rooms.decide import SERVER
from server.rooms.document import OVER, PLAYING, decode_cold, encode
from server.rooms.server_commands import Failed
from tests.server.rooms.room_driver import Driver, plain

PEOPLE = ("ann", "ben", "cem")


@pytest.fixture
def d() -> Driver:
    """Ann, Ben and Cem have played, until the game failed, with cards in their hands."""
    one = Driver()
    for person in PEOPLE[1:]:
        one.ask(person, "enter", room="CODE22", name=person.title(), sit=True)
    one.ask("ann", "start")
    one.act(PEOPLE[one.turn], one.legal(one.turn))
    one.command(SERVER, Failed(one.room.hot.step, acted=True))
    one.ask("ann", "end")
    return one


def own(d: Driver, person: str) -> Any:
    """What any worker shows them: this one, and one that has just read the room."""
    here = frames.snapshot(d.room, d.seen, 0, person, 0)["own"]
    assert plain(here) == plain(frames.snapshot(d.room, frames.seen(d.room), 0, person, 0)["own"])
    return plain(here)


def again(d: Driver) -> None:
    for person in (*PEOPLE, "dan"):
        if d.room.seat_of(person) is not None:
            d.ask(person, "rematch")
    assert d.room.cold.phase == PLAYING


def test_those_who_have_played_go_on_seeing_their_cards(d: Driver):
    before = [own(d, person) for person in PEOPLE]
    d.lose("ben")
    d.ask("ben", "enter", room="CODE22")
    assert [own(d, person) for person in PEOPLE] == before
    assert len({str(one) for one in before}) == len(PEOPLE)


def test_who_is_swapped_does_not_see_another_s_cards(d: Driver):
    before = [own(d, person) for person in PEOPLE]
    d.ask("ann", "swap", a=1, b=2)
    assert [own(d, person) for person in PEOPLE] == [before[0], None, None]
    d.ask("ann", "swap", a=1, b=2)
    assert [own(d, person) for person in PEOPLE] == before
    d.ask("ann", "swap", a=1, b=2)
    again(d)
    assert None not in [own(d, person) for person in PEOPLE]


@pytest.mark.parametrize("way", ["stand", "leave"])
def test_who_sits_down_where_somebody_has_played_does_not_see_their_cards(d: Driver, way: str):
    d.ask("dan", "enter", room="CODE22", name="Dan")
    before = own(d, "ben")
    d.ask("ben", way)
    d.ask("dan", "sit", seat=1)
    assert own(d, "dan") is None
    d.ask("dan", "stand")
    if way == "leave":
        d.ask("ben", "enter", room="CODE22", name="Ben")
    d.ask("ben", "sit", seat=1)
    assert own(d, "ben") == before
    d.ask("cem", "stand")
    d.ask("dan", "sit", seat=2)
    assert own(d, "dan") is None
    again(d)
    assert None not in [own(d, person) for person in ("ann", "ben", "dan")]


def test_who_leaves_and_so_ends_the_match_sees_their_last_cards_when_they_are_back():
    d = Driver(game=uno.GAME, options={"leavePolicy": "drop"})
    d.ask("ben", "enter", room="CODE22", name="Ben", sit=True)
    d.ask("ann", "start")
    d.ask("ben", "leave")
    assert d.room.cold.phase == OVER
    d.ask("ann", "bot", seat=1, level=None)
    d.ask("ben", "enter", room="CODE22", name="Ben")
    d.ask("ben", "sit", seat=1)
    assert (own(d, "ann")[0], own(d, "ben")[0]) == (0, 1), "each their own"


def test_a_room_of_a_release_that_kept_no_holders_is_shown_as_it_was(d: Driver):
    before = [own(d, person) for person in PEOPLE]
    d.room = d.room.with_cold(last_holders=None)
    d.seen = frames.seen(d.room)
    assert d.room.cold.phase == OVER
    assert decode_cold(encode(d.room.cold)).last_holders is None
    assert [own(d, person) for person in PEOPLE] == before
