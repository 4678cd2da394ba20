"""Spectators see what everybody sees; if a game shows them more, nobody with a seat is told."""

from __future__ import annotations

import dataclasses
from typing import Any

import msgspec
import pytest

from games.api import AnyGame
from games.catalog import installed
from games.views import View
from server.rooms import frames
from server.rooms.document import OVER, PLAYING
from server.rooms.game_codec import decode_state
from server.store.entries import WATCHERS
from tests.games.kit import eights as crazy_eights
from tests.server.rooms.room_driver import Driver


def open_watch(state: Any) -> Any:
    """A watch view that shows more than the table: here, the stock's size."""
    return msgspec.structs.replace(crazy_eights.GAME.table(state), stock=100 + len(state.stock))


OPEN: AnyGame = dataclasses.replace(crazy_eights.GAME, watch=open_watch)
SHORT = {
    "crazy-eights": {},
    "doudizhu": {"deals": 1},
    "uno": {},
    "shandong": {"startLevel": "K", "spectatorsSeeAll": True, "dealIntervalMs": 1},
}


def stock(view: View | None) -> int:
    assert isinstance(view, crazy_eights.GAME.Table)
    return view.stock


def watched_match() -> Driver:
    d = Driver(game=OPEN, bots=1)
    d.ask("ann", "enter", room="CODE22")
    d.ask("cy", "enter", room="CODE22", name="Cy")
    d.ask("ann", "start")
    return d


def test_a_spectator_is_shown_what_the_game_lets_them_see() -> None:
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
        assert stock(d.seen.watched) == stock(d.seen.table) + 100
    assert any(WATCHERS in entry.private for entry in d.entries)


def test_without_spectators_nothing_more_is_computed() -> None:
    d = watched_match()
    d.ask("cy", "leave")
    assert d.seen.watched is None or not d.room.cold.watchers
    d.due() if not d.room.cold.seats[d.turn].player else d.act("ann", d.legal(d.turn))
    assert d.seen.watched is None


@pytest.mark.parametrize("game", [OPEN, *installed().values()], ids=lambda game: f"{game.id}-{bool(game.watch)}")
def test_who_watched_from_the_lobby_on_sees_at_every_frame_what_a_snapshot_would_show(game: AnyGame) -> None:
    """The driver compares after every commit; this plays through everything that makes and unmakes a table."""
    d = Driver(game=game, bots=game.seats.start - 2, options=SHORT[game.id])
    d.ask("ben", "enter", room="CODE22", name="Ben", sit=True)
    d.ask("cy", "enter", room="CODE22", name="Cy")
    d.ask("ann", "start")
    assert d.seen.table is not None
    d.ask("ben", "stand")
    d.ask("ben", "sit")
    play_to_the_end(d)
    d.ask("ben", "stand")
    d.ask("ben", "sit")
    for player in ("ann", "ben"):
        d.ask(player, "rematch")
    assert d.room.cold.phase == PLAYING
    d.ask("cy", "leave")
    d.ask("ben", "stand")
    d.ask("cy", "enter", room="CODE22", name="Cy")
    play_to_the_end(d)


def play_to_the_end(d: Driver) -> None:
    """People do something legal whenever the game waits for them; bots and time do the rest."""
    for _ in range(20_000):
        if d.room.cold.phase == OVER:
            return
        state = decode_state(d.room.game, d.room.hot.state)
        for seat in d.room.game.to_act(state):
            player = d.room.cold.seats[seat].player
            if player and (action := d.legal(seat)) is not None:
                d.act(player, action)
                break
        else:
            d.due()
    raise AssertionError("the match does not end")
