"""Who may come into a room, sit down, step in and come back: the tables are the rule, and every cell is tried.

A verdict comes from two tables: the first says whether the password does, the second what is to be had. Rows of the
first that are missing need no password at all.
"""

from __future__ import annotations

import base64
import json
from functools import cache
from typing import Any

import msgspec
import pytest

from games.api import Refused
from games.chance import Chance
from server.rooms import frames
from server.rooms.decide import decide
from server.rooms.decision import Who
from server.rooms.document import OVER, WatcherDoc, decode_cold, decode_hot
from server.rooms.player_commands import ChangeSettings, Create, Enter
from server.rooms.room import Room
from tests.architecture.tree import ROOT
from tests.server.rooms.room_driver import Driver, sealed

SEATS, WATCH = "for seats", "for watching"
STORED: dict[str, dict[str, Any]] = {"none": {}, "seats": {"password": SEATS}, "watching": {"watchPassword": WATCH}}
STORED["both"] = STORED["seats"] | STORED["watching"]
SHOWN = {"nothing": {}, "wrong": {"password": "wrong"}, "watch's": {"password": WATCH}, "seats'": {"password": SEATS}}

WISHES = ("enter", "enter+sit", "sit")

PASSWORDS = """
who       wants                 stored    nothing  wrong  watch's  seats'

outside   enter                 seats     no       no     no       yes
outside   enter                 watching  no       no     yes      no
outside   enter                 both      no       no     yes      yes
outside   enter+sit, seat free  seats     no       no     no       yes
outside   enter+sit, seat free  watching  no       no     yes      no
outside   enter+sit, seat free  both      no       no     no       yes
outside   enter+sit, none free  seats     no       no     no       yes
outside   enter+sit, none free  watching  no       no     yes      no
outside   enter+sit, none free  both      no       no     yes      yes
watching  enter+sit, seat free  both      no       no     no       yes
watching  sit, seat free        both      no       no     no       yes
watching  sit, none free        both      no       no     no       yes
"""
"""A watcher has shown the password for watching if there is one, or else the one for seats if there is one."""

PLACES = """
place       enter     enter+sit  sit

lobby free  watching  seat       seat
lobby full  watching  watching   room.full
lobby bots  watching  watching   room.full
match full  watching  watching   room.full
match bots  watching  watching   seat
over free   watching  seat       seat
over full   watching  watching   room.full
over bots   watching  watching   room.full
"""
"""During a match no seat is empty, and `sit` steps in for a bot."""

PEOPLE = """
who       enter        enter+sit    sit

outside                             room.not_member
kicked                              room.not_member
banned    room.banned  room.banned  room.banned
seated    own seat     own seat     seat.taken_already
watching
"""
"""Where nothing stands the other tables decide; somebody who was kicked is somebody outside."""


def table(text: str) -> list[list[str]]:
    """The rows, cut where the words of the heading begin."""
    heading, *rows = [line for line in text.splitlines() if line]
    starts = [i for i, c in enumerate(heading) if c != " " and (i == 0 or heading[i - 2 : i] == "  ")]
    return [[row[a:b].strip() for a, b in zip(starts, [*starts[1:], None], strict=True)] for row in rows]


PASSWORD_FITS = {
    (who, wants, stored, shown): cell == "yes"
    for who, wants, stored, *cells in table(PASSWORDS)
    for shown, cell in zip(SHOWN, cells, strict=True)
}
GETS = {(place, wish): v for place, *row in table(PLACES) for wish, v in zip(WISHES, row, strict=True)}
FIXED = {(who, wish): v for who, *row in table(PEOPLE) for wish, v in zip(WISHES, row, strict=True) if v}
WHO = ("outside", "kicked", "banned", "seated", "watching")


def verdict(who: str, wish: str, place: str, stored: str, shown: str) -> str:
    if (who, wish) in FIXED:
        return FIXED[who, wish]
    seat_free = GETS[place, "sit" if wish == "sit" else "enter+sit"] == "seat"
    wants = wish if wish == "enter" else f"{wish}, {'seat' if seat_free else 'none'} free"
    someone = "outside" if who == "kicked" else who
    if not PASSWORD_FITS.get((someone, wants, stored, shown), True):
        return "room.password"
    return GETS[place, wish]


@cache
def room(who: str, place: str, stored: str) -> Room:
    """Ann is host; Sue is who the table speaks of."""
    phase, seats = place.split()
    d = Driver(**STORED[stored])
    d.ask("bob", "enter", room="CODE22", name="Bob", sit=True, **(STORED[stored] and first(stored)))
    if who == "seated":
        d.ask("sue", "enter", room="CODE22", name="Sue", sit=True, **first(stored))
    elif who != "outside":
        d.ask("sue", "enter", room="CODE22", name="Sue", **first(stored, watching=True))
    if who in ("kicked", "banned"):
        number = d.room.watcher_of("sue").number
        d.ask("ann", "kick", watcher=number, ban=who == "banned")
    free = [i for i, s in enumerate(d.room.cold.seats) if not s.taken]
    for seat in free if seats != "free" else ():
        if seats == "bots":
            d.ask("ann", "bot", seat=seat, level="simple")
        else:
            d.ask(f"p{seat}", "enter", room="CODE22", name=f"P{seat}", sit=True, **first(stored))
    if phase == "match":
        d.ask("ann", "start")
    elif phase == "over":
        d.room = d.room.with_cold(phase=OVER, matches=1)
    return d.room


def first(stored: str, watching: bool = False) -> dict[str, str]:
    """The password with which somebody comes in."""
    if stored == "none":
        return {}
    return {"password": WATCH if stored == "watching" or (watching and stored == "both") else SEATS}


@pytest.mark.parametrize("stored", STORED)
@pytest.mark.parametrize("wish", WISHES)
@pytest.mark.parametrize("who", WHO)
def test_the_table_of_admission(who: str, wish: str, stored: str) -> None:
    for place in (row[0] for row in table(PLACES)):
        for shown, fields in SHOWN.items():
            got = outcome(room(who, place, stored), "sue", wish, fields)
            assert got == verdict(who, wish, place, stored, shown), (place, f"shows {shown}")


def outcome(before: Room, player: str, wish: str, fields: dict[str, str]) -> str:
    d = Driver()
    d.room, d.seen = before, frames.seen(before)
    mine = before.seat_of(player)
    try:
        if wish == "sit":
            answer = d.ask(player, "sit", **fields)
        else:
            answer = d.ask(player, "enter", room="CODE22", name="Sue", sit=wish == "enter+sit", **fields)
    except Refused as refused:
        return refused.code
    assert answer["seat"] == d.room.seat_of(player)
    if answer["seat"] is None:
        assert d.room.watcher_of(player) is not None
        return "watching"
    return "own seat" if mine is not None and answer["seat"] == mine else "seat"


DOORS = """
door        who       enter               enter+sit    sit

locked      outside   room.locked         room.locked  room.not_member
locked      watching  watching            watching     room.locked
locked      seated    own seat            own seat     seat.taken_already
locked      host      watching            seat         room.not_member
spectators  outside   room.no_spectators  seat         room.not_member
spectators  host      watching            seat         room.not_member
passwords   host      watching            seat         room.not_member
"""
"""Nobody shows a password here. The host is one who has left, and to whom the room has not passed on."""


@pytest.mark.parametrize(("door", "who", "cells"), [(door, who, cells) for door, who, *cells in table(DOORS)])
def test_the_host_finds_the_way_back_and_a_locked_room_keeps_its_own(door: str, who: str, cells: list[str]) -> None:
    before = room("outside" if who == "host" else who, "lobby free", "both" if door == "passwords" else "none")
    before = before.with_cold(locked=door == "locked", spectators=door != "spectators")
    if who == "host":
        before = before.with_cold(host="sue")
    assert [outcome(before, "sue", wish, {}) for wish in WISHES] == cells


def test_without_spectators_there_is_no_room_for_one_who_finds_no_seat() -> None:
    for place in ("lobby full", "lobby bots", "match full", "match bots"):
        before = room("outside", place, "none").with_cold(spectators=False)
        assert outcome(before, "sue", "enter+sit", {}) == "room.full"
        assert outcome(before, "sue", "enter", {}) == "room.no_spectators"


@pytest.mark.parametrize("who", WHO)
def test_swapping_is_the_hosts_and_asks_for_no_password(who: str) -> None:
    before = room(who, "lobby free", "both")
    d = Driver()
    d.room, d.seen = before, frames.seen(before)
    d.ask("ann", "swap", a=0, b=5)
    assert d.room.seat_of("ann") == 5
    with pytest.raises(Refused, match=r"host\.only"):
        d.ask("sue", "swap", a=0, b=1)


def test_who_has_shown_the_password_for_seats_is_not_asked_again_until_it_changes() -> None:
    d = Driver(password=SEATS, watchPassword=WATCH)
    d.ask("bob", "enter", room="CODE22", name="Bob", password=SEATS)
    assert d.ask("bob", "sit") == {"seat": 1}
    d.ask("bob", "stand")
    assert d.ask("bob", "sit") == {"seat": 1}
    d.ask("bob", "stand")
    d.ask("ann", "settings", password="another")
    with pytest.raises(Refused, match=r"room\.password"):
        d.ask("bob", "sit", password=SEATS)
    assert d.ask("bob", "sit", password="another") == {"seat": 1}


def test_the_host_sits_down_again_behind_any_lock() -> None:
    d = Driver(password=SEATS, watchPassword=WATCH)
    d.ask("ann", "stand")
    d.ask("ann", "settings", locked=True, password="new")
    assert d.ask("ann", "sit") == {"seat": 0}


def test_the_kicked_show_the_password_again() -> None:
    d = Driver(watchPassword=WATCH)
    d.ask("sue", "enter", room="CODE22", name="Sue", sit=True, password=WATCH)
    d.ask("ann", "kick", seat=1)
    with pytest.raises(Refused, match=r"room\.password"):
        d.ask("sue", "enter", room="CODE22", name="Sue", sit=True)
    assert d.ask("sue", "enter", room="CODE22", name="Sue", sit=True, password=WATCH)["seat"] == 1


def test_who_watched_before_there_were_two_passwords_shows_the_one_for_seats() -> None:
    d = Driver(password=SEATS)
    d.ask("sue", "enter", room="CODE22", name="Sue", password=SEATS)
    (watcher,) = d.room.cold.watchers
    first_release = msgspec.msgpack.decode(msgspec.msgpack.encode(watcher))[:6]
    d.room = d.room.with_cold(watchers=(msgspec.convert(first_release, WatcherDoc),))
    with pytest.raises(Refused, match=r"room\.password"):
        d.ask("sue", "sit")
    assert d.ask("sue", "sit", password=SEATS) == {"seat": 1}


def test_the_password_of_a_room_of_the_first_release_fits_and_is_kept_better_from_then_on() -> None:
    golden = json.loads((ROOT / "tests/faults/golden/schema-1.json").read_text())
    kept = next(one for one in golden["rooms"] if "password" in one["name"])
    game = Driver().room.game
    stored = decode_cold(base64.b64decode(kept["cold"]))
    before = Room(kept["id"], game, stored, decode_hot(base64.b64decode(kept["hot"])))
    assert len(before.cold.password) == 16

    def enter(room: Room, password: str) -> Room:
        message = Enter(room="CODE22", name="Sue", sit=True, password=password)
        return decide(room, Who("sue"), sealed(message, room.id), 2_000_000, Chance(b""))[0].room

    with pytest.raises(Refused, match=r"room\.password"):
        enter(before, "sesam")
    after = enter(before, "sesame")
    assert after.seat_of("sue") is not None
    assert len(after.cold.password) > 32
    anew = after.with_cold(seats=before.cold.seats)
    assert enter(anew, "sesame").cold.password == after.cold.password
    with pytest.raises(Refused, match=r"room\.password"):
        enter(anew, "sesam")


def test_equal_passwords_of_two_rooms_are_not_kept_alike() -> None:
    create = Create(game="crazy-eights", name="Ann", password=SEATS)
    assert sealed(create, "ab" * 16).password.new != sealed(create, "cd" * 16).password.new


def test_no_password_is_taken_that_no_door_has_hashed() -> None:
    d = Driver()
    with pytest.raises(TypeError):
        d.command(Who("ann"), ChangeSettings(password=SEATS))
    d.ask("ann", "settings", password=SEATS)
    with pytest.raises(Refused, match=r"room\.password"):
        d.command(Who("sue"), Enter(room="CODE22", name="Sue", password=SEATS))
