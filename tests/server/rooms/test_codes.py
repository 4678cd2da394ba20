"""A room is found by its code as long as it lives."""

from __future__ import annotations

import crazy_eights
import pytest

from server.rooms.decision import Who
from server.rooms.player_commands import Create, Start
from server.rooms.registry import Rooms
from server.rooms.wake_times import LOBBY_TTL, PLAYING_TTL
from server.store.keys import code_key
from server.store.store import Store
from tests.support.stores import Server, until


@pytest.fixture
async def rooms(store: Store):
    one = Rooms(store, {"crazy-eights": crazy_eights.GAME})
    yield one
    await one.close()


async def test_the_code_lives_as_long_as_the_room(rooms: Rooms, valkey: Server):
    code = (await rooms.create("ann", Create(game="crazy-eights", name="Ann", bots=1)))["code"]
    room = await rooms.find(code)

    async def left() -> int:
        return int(await valkey.ask("PTTL", code_key(code)))

    assert await left() > LOBBY_TTL
    await rooms.ask(room, Who("ann"), Start())

    async def kept() -> bool:
        return await left() >= PLAYING_TTL

    await until(kept)
