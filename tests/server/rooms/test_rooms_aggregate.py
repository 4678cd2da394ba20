"""A room at one version: who is in it, and the room that a change makes of it."""

from __future__ import annotations

import crazy_eights
import pytest

from games.api import Refused
from server.rooms.document import Cold, Hot, SeatDoc, WatcherDoc
from server.rooms.refusals import need
from server.rooms.room import Room

ANN, BEN = SeatDoc(player="ann", name="Ann"), SeatDoc(player="ben", name="Ben")
CID, DAN = WatcherDoc("cid", 4, "Cid"), WatcherDoc("dan", 7, "Dan", gen=3)


@pytest.fixture
def room() -> Room:
    cold = Cold("", "crazy-eights", 1, "", {}, "ann", (ANN, SeatDoc(), BEN), watchers=(CID, DAN), numbers=7)
    return Room("room", crazy_eights.GAME, cold, Hot())


@pytest.mark.parametrize("wanted", [0, "", (), b"", True])
def test_what_is_there_is_returned_even_if_empty(wanted: object):
    assert need(wanted, "none") is wanted


@pytest.mark.parametrize("wanted", [None, False])
def test_none_and_false_are_refused(wanted: object):
    with pytest.raises(Refused) as refused:
        need(wanted, "none", most=3)
    assert (refused.value.code, refused.value.params) == ("none", {"most": 3})


def test_the_first_seat_is_a_seat(room: Room):
    assert room.need_seat_of("ann") == 0


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (lambda room: room.need_seat_of("cid"), "seat.none"),
        (lambda room: room.need_watcher_of("ann"), "room.not_member"),
        (lambda room: room.need_host("ben"), "host.only"),
        (lambda room: room.seat_doc(3), "seat.unknown"),
    ],
)
def test_a_room_refuses_by_itself(room: Room, ask, code: str):
    with pytest.raises(Refused) as refused:
        ask(room)
    assert refused.value.code == code


def test_a_seat_is_replaced_among_the_others(room: Room):
    bot = SeatDoc(name="Bot 1", bot="easy")
    assert [room.with_seat_doc(n, bot).cold.seats.index(bot) for n in range(3)] == [0, 1, 2]
    after = room.with_seat_doc(0, bot)
    assert after.cold.seats == (bot, SeatDoc(), BEN)
    assert (after.seat_of("ann"), after.seat_of("ben"), after.seated.bots) == (None, 2, {0: "easy"})
    assert room.cold.seats == (ANN, SeatDoc(), BEN), "nobody changes a room"


def test_watchers_come_go_and_change_one_by_one(room: Room):
    eve = room.with_new_watcher("eve", "Eve", may_sit=True)
    assert (eve.cold.watchers, eve.cold.numbers) == ((CID, DAN, WatcherDoc("eve", 8, "Eve", may_sit=True)), 8)
    assert eve.without_watchers("cid", "eve").cold.watchers == (DAN,)
    assert room.with_watcher("dan", gen=4).cold.watchers == (CID, WatcherDoc("dan", 7, "Dan", gen=4))
    assert [w.may_sit for w in eve.with_every_watcher(may_sit=False).cold.watchers] == [False] * 3


def test_a_free_seat_and_the_names_that_are_taken(room: Room):
    assert room.free_seat() == 1
    assert room.with_seat_doc(1, ANN).free_seat() is None
    assert room.names_but("Ben") == {"Ann", "Cid", "Dan"}
