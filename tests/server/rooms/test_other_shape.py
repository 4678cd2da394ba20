"""A game whose author has changed the shape of its state while rooms of it are open: the room says so."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from games.api import AnyGame, Refused
from server.rooms.decision import Who
from server.rooms.game_codec import decode_state
from server.rooms.player_commands import Create, Enter, Say, Start
from server.rooms.registry import Rooms
from server.store.store import Store
from tests.games.kit import eights as crazy_eights
from tests.support.stores import Server

ANN = Who("ann")


GAME: AnyGame = crazy_eights.GAME
Longer = msgspec.defstruct("Longer", [("streak", list[int])], bases=(GAME.State,), array_like=True, kw_only=True)


async def test_a_room_that_its_game_can_no_longer_read_says_so(
    valkey: Server, caplog: pytest.LogCaptureFixture
) -> None:
    before, after = [await Store.open(valkey.address) for _ in range(2)]
    then = Rooms(before, {"crazy-eights": GAME})
    now = Rooms(after, {"crazy-eights": replace(GAME, State=Longer)})
    made = await then.create("ann", Create(game="crazy-eights", name="Ann", bots=1))
    room = await then.find(made["code"])
    enter = Enter(room=made["code"])
    assert (await now.ask(room, ANN, enter))["seat"] == 0, "in the lobby there is no state"
    await then.ask(room, ANN, Start())
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            with pytest.raises(Refused) as refused:
                await now.ask(room, ANN, enter)
            assert (refused.value.code, refused.value.params) == ("room.outdated", {"game": "crazy-eights"})
    assert len(caplog.records) == 1, "said once"
    assert room in caplog.text
    assert "Expected `array`" in caplog.text
    assert (await then.ask(room, ANN, enter))["seat"] == 0, "nothing is lost for those who can read it"
    for rooms in (then, now):
        await rooms.close()
        await rooms.store.close()


NUMBER = [field.name for field in msgspec.structs.fields(GAME.State)].index("number")


def counts_from_hundred(state: list[int]) -> list[Any]:
    """What version 2 makes of a state of version 1."""
    return [*state[:NUMBER], state[NUMBER] + 100, *state[NUMBER + 1 :], [0, 0]]


async def test_a_room_goes_on_with_a_game_that_says_what_becomes_of_its_states(valkey: Server) -> None:
    second = replace(GAME, version=2, State=Longer, migrate=[counts_from_hundred])
    stores = [await Store.open(valkey.address) for _ in range(3)]
    then, now, later = [
        Rooms(store, {GAME.id: game}) for store, game in zip(stores, (GAME, second, second), strict=True)
    ]
    made = await then.create("ann", Create(game=GAME.id, name="Ann", bots=1))
    room = await then.find(made["code"])
    await then.ask(room, ANN, Start())
    before = (await then.room(room)).hot.state
    opened = await now.room(room)
    assert opened.cold.version == 2
    assert decode_state(second, opened.hot.state).number == decode_state(GAME, before).number + 100
    await now.ask(room, ANN, Say(text="still here"))
    kept = await later.room(room)
    assert (kept.cold.version, kept.hot.state) == (2, opened.hot.state), "brought up once"
    await later.ask(room, ANN, Say(text="and here"))
    assert (await now.room(room)).hot.state == opened.hot.state
    for rooms in (then, now, later):
        await rooms.close()
        await rooms.store.close()
