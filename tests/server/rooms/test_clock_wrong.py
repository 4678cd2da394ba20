"""A worker with the wrong time decides again; nobody is refused because of it."""

from __future__ import annotations

import crazy_eights

from server.rooms.decision import Who
from server.rooms.player_commands import Create, Start
from server.rooms.registry import Rooms
from server.store.store import Store

CREATE = Create(game="crazy-eights", name="Ann", bots=1)


def put_ahead(store: Store) -> None:
    """As after a pause of the process or a step of its clock."""
    store._clock._last = store.now() + 5_000


async def test_a_room_is_created_though_the_time_was_wrong(store: Store) -> None:
    rooms = Rooms(store, {"crazy-eights": crazy_eights.GAME})
    put_ahead(store)
    code = (await rooms.create("ann", CREATE))["code"]
    assert await rooms.find(code)
    await rooms.close()


async def test_a_command_is_taken_though_the_time_was_wrong(store: Store) -> None:
    rooms = Rooms(store, {"crazy-eights": crazy_eights.GAME})
    room = await rooms.find((await rooms.create("ann", CREATE))["code"])
    put_ahead(store)
    await rooms.ask(room, Who("ann"), Start())
    assert (await rooms.room(room)).cold.matches == 1
    await rooms.close()
