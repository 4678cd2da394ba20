"""Where a name is given to another bot, matches go on with the bots they began with, and are told again with them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import crazy_eights
import pytest

from games.api import Game, Plan
from server.rooms.document import OVER, PLAYING, decode_cold, encode
from server.rooms.room import Room
from tests.server.rooms.room_driver import Driver

GOOD = crazy_eights.GAME.bot


class Asked:
    """The levels by which the bot was asked."""

    def __init__(self) -> None:
        self.levels: set[str] = set()

    def __call__(self, *given: Any) -> Plan[Any]:
        assert GOOD is not None
        self.levels.add(given[-1])
        return GOOD(*given)

    def take(self) -> set[str]:
        levels, self.levels = self.levels, set()
        return levels


@pytest.fixture
def asked() -> Asked:
    return Asked()


def game_with(asked: Asked, **more: Any) -> Game[Any, Any, Any, Any, Any]:
    levels = ["simple", "bold", "former-simple"]
    return replace(
        crazy_eights.GAME, bot=asked, bot_levels=levels, renamed_levels=[{"simple": "former-simple"}], **more
    )


def stored_before(d: Driver) -> None:
    """The room as a release stored it that had not renamed anything: its document ends before that field."""
    names = d.room.cold.__struct_fields__
    then = names[: names.index("renamed")]
    cold = decode_cold(encode([getattr(d.room.cold, name) for name in then]))
    d.room = Room(d.room.id, d.room.game, cold, d.room.hot)


def played(d: Driver, steps: int = 1_000) -> None:
    for _ in range(steps):
        if d.room.cold.phase != PLAYING:
            return
        player = d.room.cold.seats[d.turn].player
        d.act(player, d.legal(d.turn)) if player else d.due()


def test_a_match_that_begins_now_is_played_by_the_bots_of_today(asked: Asked) -> None:
    d = Driver(game=game_with(asked), bots=3, level="simple", start=True)
    played(d, 10)
    assert asked.take() == {"simple"}


def test_a_match_that_was_begun_before_goes_on_with_the_bots_of_then(asked: Asked) -> None:
    d = Driver(game=game_with(asked), bots=3, level="simple", start=True)
    stored_before(d)
    asked.take()
    played(d, 10)
    assert asked.take() == {"former-simple"}
    assert {seat.bot for seat in d.room.cold.seats[1:]} == {"simple"}, "everybody sees the name that they saw"


def test_a_name_that_was_not_given_away_stays(asked: Asked) -> None:
    d = Driver(game=game_with(asked), bots=3, level="bold", start=True)
    stored_before(d)
    asked.take()
    played(d, 10)
    assert asked.take() == {"bold"}


def test_a_bot_that_sits_down_in_such_a_match_is_one_of_then(asked: Asked) -> None:
    d = Driver(game=game_with(asked), bots=3, level="bold", start=True)
    stored_before(d)
    d.ask("ann", "bot", seat=1, level="simple")
    asked.take()
    played(d, 10)
    assert asked.take() == {"bold", "former-simple"}


def test_who_fills_a_seat_by_itself_in_such_a_match_is_one_of_then(asked: Asked) -> None:
    d = Driver(game=game_with(asked, autopilot=lambda _: [0]), bots=3, level="bold", start=True)
    stored_before(d)
    asked.take()
    d.due()
    assert asked.take() == {"bold", "former-simple"}


def test_the_next_match_in_that_room_is_played_by_the_bots_of_today(asked: Asked) -> None:
    d = Driver(game=game_with(asked), bots=3, level="simple", start=True)
    stored_before(d)
    played(d)
    assert d.room.cold.phase == OVER
    asked.take()
    d.ask("ann", "enter", room="CODE22")
    d.ask("ann", "rematch")
    played(d, 10)
    assert asked.take() == {"simple"}
