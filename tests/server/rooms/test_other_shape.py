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


def dealt_longer(*given: Any) -> Any:
    """What version 2 deals."""
    step = GAME.setup(*given)
    fields = {name: getattr(step.state, name) for name in GAME.State.__struct_fields__}
    return msgspec.structs.replace(step, state=Longer(**fields, streak=[0, 0]))


SECOND = replace(GAME, version=2, State=Longer, migrate=[counts_from_hundred], setup=dealt_longer)


async def test_a_room_goes_on_with_a_game_that_says_what_becomes_of_its_states(valkey: Server) -> None:
    second = SECOND
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


async def test_a_match_that_begins_after_an_update_is_not_brought_up(valkey: Server) -> None:
    """The room is older than the match: its state has the form of the version that dealt it."""
    stores = [await Store.open(valkey.address) for _ in range(3)]
    then, now, later = [
        Rooms(store, {GAME.id: game}) for store, game in zip(stores, (GAME, SECOND, SECOND), strict=True)
    ]
    made = await then.create("ann", Create(game=GAME.id, name="Ann", bots=1))
    room = await then.find(made["code"])
    await now.ask(room, ANN, Start())
    dealt, read = await now.room(room), await later.room(room)
    assert (dealt.cold.version, read.hot.state) == (2, dealt.hot.state)
    for rooms in (then, now, later):
        await rooms.close()
        await rooms.store.close()


async def test_an_earlier_version_leaves_a_room_alone_that_a_later_one_has_written(valkey: Server) -> None:
    stores = [await Store.open(valkey.address) for _ in range(2)]
    then, now = [Rooms(store, {GAME.id: game}) for store, game in zip(stores, (GAME, SECOND), strict=True)]
    made = await then.create("ann", Create(game=GAME.id, name="Ann", bots=1))
    room = await then.find(made["code"])
    await then.ask(room, ANN, Start())
    await now.ask(room, ANN, Say(text="the later one has written it"))
    written = await now.room(room)
    for _ in range(2):
        with pytest.raises(Refused, match=r"worker\.leaving"):
            await then.ask(room, ANN, Say(text="and so has the earlier one"))
    assert await now.room(room) == written
    for rooms in (then, now):
        await rooms.close()
        await rooms.store.close()
