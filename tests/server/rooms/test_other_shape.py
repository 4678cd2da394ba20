"""A game whose author has changed the shape of its state while rooms of it are open: the room says so."""

from __future__ import annotations

import logging
from dataclasses import replace

import msgspec
import pytest

from games.api import AnyGame, Refused
from server.rooms.decision import Who
from server.rooms.player_commands import Create, Enter, Start
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
