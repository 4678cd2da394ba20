"""Spectators see what everybody sees; where a game allows them more, nobody with a seat is told of it."""

from __future__ import annotations

import dataclasses
from typing import Any

import crazy_eights
import msgspec
from room_driver import Driver

from server.rooms import frames
from server.rooms.room import Room
from server.store.entries import WATCHERS


def open_watch(state: Any) -> Any:
    """A watch that shows more than the table: the stock's size stands for it."""
    return msgspec.structs.replace(crazy_eights.GAME.table(state), stock=100 + len(state.stock))


def watched_match() -> Driver:
    d = Driver(bots=1)
    d.room = Room(d.room.id, dataclasses.replace(crazy_eights.GAME, watch=open_watch), d.room.cold, d.room.hot)
    d.ask("ann", "enter", room="CODE22")
    d.ask("cy", "enter", room="CODE22", name="Cy")
    d.ask("ann", "start")
    return d


def test_a_spectator_is_shown_what_the_game_lets_him_see() -> None:
    d = watched_match()
    shown = frames.snapshot(d.room, d.seen, 1, "cy", 0)
    seated = frames.snapshot(d.room, d.seen, 1, "ann", 0)
    assert shown["table"].stock == seated["table"].stock + 100


def test_each_move_tells_spectators_their_own_difference() -> None:
    d = watched_match()
    for _ in range(12):
        if d.room.cold.seats[d.turn].player:
            d.act("ann", d.legal(d.turn))
        else:
            d.due()
        table, watched = d.seen.table, d.seen.watched
        assert watched.stock == table.stock + 100
    assert any(WATCHERS in entry.private for entry in d.entries)


def test_without_spectators_nothing_more_is_computed() -> None:
    d = watched_match()
    d.ask("cy", "leave")
    assert d.seen.watched is None or not d.room.cold.watchers
    d.due() if not d.room.cold.seats[d.turn].player else d.act("ann", d.legal(d.turn))
    assert d.seen.watched is None
