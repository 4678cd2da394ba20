"""Muting that lasts, and watchers who are shown out when watching is closed to them."""

from __future__ import annotations

import contextlib
from typing import Any

import msgspec
import pytest

from games.api import Refused
from server.rooms.document import decode_cold, encode
from tests.server.rooms.room_driver import Driver

FIELDS_THEN = 25  # of the cold part
ENTER = {"room": "CODE22"}


def lobby(**create: Any) -> Driver:
    d = Driver(**create)
    d.ask("ann", "enter", **ENTER)
    d.ask("bob", "enter", **ENTER, name="Bob", sit=True, **shown(create))
    return d


def shown(create: dict[str, Any]) -> dict[str, Any]:
    return {"password": create["watchPassword"]} if create else {}


def silent(d: Driver, player: str) -> bool:
    """Nothing but muting is taken for silence."""
    with contextlib.suppress(Refused):
        d.ask(player, "say", phrase="hello")
        return False
    with pytest.raises(Refused, match=r"chat\.muted"):
        d.ask(player, "say", phrase="hello")
    return True


def test_who_is_muted_stays_so_standing_sitting_elsewhere_and_coming_back() -> None:
    d = lobby()
    d.ask("ann", "mute", seat=1, on=True)
    assert silent(d, "bob")
    d.ask("bob", "stand")
    assert silent(d, "bob")
    d.ask("bob", "sit", seat=3)
    assert silent(d, "bob")
    assert d.seen.room.seats[3].muted
    d.ask("bob", "leave")
    d.ask("bob", "enter", **ENTER, name="Rob", sit=True)
    assert silent(d, "bob")
    assert not silent(d, "ann")


def test_who_sits_down_where_somebody_muted_sat_may_talk() -> None:
    d = lobby()
    d.ask("ann", "mute", seat=1, on=True)
    d.ask("bob", "leave")
    d.ask("cy", "enter", **ENTER, name="Cy", sit=True)
    assert d.room.seat_of("cy") == 1
    assert not silent(d, "cy")
    assert not d.seen.room.seats[1].muted


def test_muting_ends_when_the_host_says_so() -> None:
    d = lobby()
    d.ask("ann", "mute", seat=1, on=True)
    d.ask("bob", "stand")
    d.ask("bob", "sit")
    d.ask("ann", "mute", seat=1, on=False)
    assert not silent(d, "bob")
    assert not d.seen.room.seats[1].muted


def test_an_empty_seat_cannot_be_muted() -> None:
    with pytest.raises(Refused, match=r"seat\.no_person"):
        lobby().ask("ann", "mute", seat=4, on=True)


def test_muting_in_rooms_of_the_first_release_still_works() -> None:
    d = lobby()
    cold = msgspec.msgpack.decode(encode(d.room.with_seat(1, muted=True).cold))
    first_release = decode_cold(msgspec.msgpack.encode(cold[:FIELDS_THEN]))
    d.room = d.room.with_cold(muted=first_release.muted)
    d.ask("bob", "stand")
    assert silent(d, "bob")


def watched(**create: object) -> Driver:
    """Ann is host and watches; so do Cy and Di. Bob sits."""
    d = lobby(**create)
    for player in ("cy", "di"):
        d.ask(player, "enter", **ENTER, name=player, **shown(create))
    d.ask("ann", "stand")
    return d


def test_watchers_are_shown_out_when_nobody_may_watch_any_more() -> None:
    d = watched()
    d.ask("ann", "settings", spectators="off")
    assert d.gone == [("cy", "room.no_spectators"), ("di", "room.no_spectators")]
    assert [w.player for w in d.room.cold.watchers] == ["ann"]
    assert d.room.seat_of("bob") == 1
    assert d.kinds[-2:] == ["left", "left"]


@pytest.mark.parametrize("create", [{}, {"watchPassword": "old"}])
def test_a_new_password_for_watching_shows_watchers_out_until_they_show_it(create: dict[str, str]) -> None:
    d = watched(**create)
    d.ask("ann", "settings", watchPassword="new")
    assert d.gone == [("cy", "room.password"), ("di", "room.password")]
    with pytest.raises(Refused, match=r"room\.password"):
        d.ask("cy", "enter", **ENTER, name="Cy", password="old")
    assert d.ask("cy", "enter", **ENTER, name="Cy", password="new")["seat"] is None


@pytest.mark.parametrize("change", [{"watchPassword": None}, {"chat": False}, {"spectators": "on"}, {"password": "x"}])
def test_what_closes_nothing_to_them_lets_watchers_stay(change: dict[str, object]) -> None:
    d = watched(watchPassword="old")
    d.ask("ann", "settings", **change)
    assert d.gone == []
    assert len(d.room.cold.watchers) == 3
