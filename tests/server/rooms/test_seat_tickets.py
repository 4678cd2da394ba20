"""A seat moves to another device by a ticket: once, in time, with all that its holder was."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from games.api import Refused
from server.rooms.seat_tickets import LASTS
from tests.server.rooms.room_driver import Driver

TICKET = "ab" * 32
OTHER = "cd" * 32


def hash_of(ticket: str) -> str:
    return hashlib.sha256(bytes.fromhex(ticket)).hexdigest()


def at_the_table() -> Driver:
    d = Driver()
    d.ask("ann", "enter", room="CODE22")
    d.ask("bob", "enter", room="CODE22", name="Bob", sit=True)
    d.ask("ann", "start")
    return d


def come(d: Driver, player: str = "phone", ticket: str = TICKET, **fields: Any) -> Any:
    return d.ask(player, "enter", room="CODE22", ticket=ticket, **fields)


def test_the_seat_goes_to_who_shows_the_ticket() -> None:
    d = at_the_table()
    hand = d.seen.owns[0]
    assert d.ask("ann", "ticket", hash=hash_of(TICKET)) == {"until": d.platform + LASTS}
    assert come(d) == {"seat": 0, "gen": 1, "act": 0}
    assert (d.room.seat_of("phone"), d.room.seat_of("ann"), d.room.cold.host) == (0, None, "phone")
    assert d.gone == [("ann", "seat.moved")]
    assert d.room.cold.seats[0].name == "Ann"
    assert d.seen.owns[0] == hand


def test_a_ticket_is_good_once() -> None:
    d = at_the_table()
    d.ask("ann", "ticket", hash=hash_of(TICKET))
    come(d)
    assert come(d)["seat"] == 0, "asked again, because the answer was lost"
    with pytest.raises(Refused, match=r"ticket\.unknown"):
        come(d, "third", name="Third")
    assert d.room.watcher_of("third") is None


@pytest.mark.parametrize("ticket", [OTHER, hash_of(TICKET)])
def test_another_ticket_leads_nowhere(ticket: str) -> None:
    d = at_the_table()
    d.ask("ann", "ticket", hash=hash_of(TICKET))
    with pytest.raises(Refused, match=r"ticket\.unknown"):
        come(d, ticket=ticket)


def test_a_ticket_runs_out() -> None:
    d = at_the_table()
    d.ask("ann", "ticket", hash=hash_of(TICKET))
    d.platform += LASTS
    with pytest.raises(Refused, match=r"ticket\.unknown"):
        come(d)


def test_a_new_ticket_replaces_the_last_of_that_seat_alone() -> None:
    d = at_the_table()
    d.ask("ann", "ticket", hash=hash_of(OTHER))
    d.ask("bob", "ticket", hash="00" * 32)
    d.ask("ann", "ticket", hash=hash_of(TICKET))
    with pytest.raises(Refused, match=r"ticket\.unknown"):
        come(d, ticket=OTHER)
    assert len(d.room.cold.tickets) == 2
    assert come(d)["seat"] == 0
    assert [one.player for one in d.room.cold.tickets] == ["bob"]


def test_a_ticket_of_one_who_has_stood_up_leads_nowhere() -> None:
    d = Driver()
    d.ask("ann", "enter", room="CODE22")
    d.ask("bob", "enter", room="CODE22", name="Bob", sit=True)
    d.ask("bob", "ticket", hash=hash_of(TICKET))
    d.ask("bob", "stand")
    with pytest.raises(Refused, match=r"ticket\.unknown"):
        come(d)


def test_without_a_seat_there_is_no_ticket() -> None:
    d = at_the_table()
    d.ask("cy", "enter", room="CODE22", name="Cy")
    with pytest.raises(Refused, match=r"seat\."):
        d.ask("cy", "ticket", hash=hash_of(TICKET))


def test_locks_and_passwords_do_not_keep_the_own_device_out_but_a_ban_does() -> None:
    d = at_the_table()
    d.room = d.room.with_cold(locked=True, password=b"x" * 16, banned=("thief",))
    d.ask("ann", "ticket", hash=hash_of(TICKET))
    with pytest.raises(Refused, match=r"room\.banned"):
        come(d, "thief")
    assert come(d)["seat"] == 0


def test_a_watching_device_takes_its_seat() -> None:
    d = at_the_table()
    come_to_watch = d.ask("phone", "enter", room="CODE22", name="Phone")
    assert come_to_watch["seat"] is None
    d.ask("ann", "ticket", hash=hash_of(TICKET))
    assert come(d)["seat"] == 0
    assert d.room.watcher_of("phone") is None


def test_who_is_muted_stays_muted() -> None:
    d = at_the_table()
    d.ask("ann", "mute", seat=1, on=True)
    d.ask("bob", "ticket", hash=hash_of(TICKET))
    come(d)
    assert "phone" in d.room.cold.muted


def test_after_a_match_the_new_device_goes_on_seeing_the_own_cards() -> None:
    d = at_the_table()
    d.room = d.room.with_cold(phase=2, last_holders=("ann", "bob"))
    d.ask("ann", "ticket", hash=hash_of(TICKET))
    come(d)
    assert d.room.cold.last_holders == ("phone", "bob")
