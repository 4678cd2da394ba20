"""The changes that events imply: the server and its clients apply them in the same way."""

from __future__ import annotations

import pytest

from games.views import Event, Make, View
from server.protocol.effect_templates import filled, templates
from server.rooms.patch import with_effects


class Seat(View):
    count: int


class Board(View):
    top: int
    pile: list[int]
    left: int
    used: int
    seats: list[Seat]


class Drew(Event, tag=1):
    seat: int
    card: int
    count: int
    sets = (
        ("top", "card"),
        ("pile[]", "card"),
        ("left-", "count"),
        ("used+", 1),
        ("seats[seat].count", "count"),
    )


class Changed(Event, tag=2):
    card: int
    sets = (("seats[]", Make(Seat, "card")), ("used-", 3))


BOARD = Board(7, [7], 50, 3, [Seat(1), Seat(2)])


def test_events_change_a_copy_of_the_table():
    after = with_effects(BOARD, [Drew(1, 9, 2), Changed(4)])
    assert after == Board(9, [7, 9], 48, 1, [Seat(1), Seat(2), Seat(4)])
    assert Board(7, [7], 50, 3, [Seat(1), Seat(2)]) == BOARD


def test_clients_are_given_the_same_as_patches_with_holes():
    assert filled(templates(Drew, Board), [1, 9, 2]) == [0, 9, 5, [], [9], 11, -2, 15, 1, 18, [1, [0, 2]]]
    assert filled(templates(Changed, Board), [4]) == [17, [], [[4]], 15, -3]


@pytest.mark.parametrize("place", ["nowhere", "top*", "seats[seat]"])
def test_a_place_that_the_table_has_not_got_is_a_mistake_of_the_game(place: str):
    class Wrong(Event, tag=3):
        seat: int
        sets = ((place, "seat"),)

    with pytest.raises(TypeError, match="has no place"):
        templates(Wrong, Board)
