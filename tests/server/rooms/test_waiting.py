"""Commands act on a room one at a time, in order, even if some give up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from games.api import Refused
from server.rooms.pipeline import WAITING
from server.rooms.player_commands import Rename, Sit
from server.rooms.registry import Rooms
from tests.server.rooms.test_many_workers import BEN, table, workers  # noqa: F401 - a fixture
from tests.support.stores import Server, until


@pytest.fixture
async def busy(workers, valkey: Server) -> AsyncIterator[tuple[Rooms, str]]:  # noqa: F811
    """A room that somebody acts on until the store, which does not answer, is thawed."""
    one, other = workers
    room = await table(one, other)
    valkey.freeze()
    yield one, room
    valkey.thaw()


async def line_up(rooms: Rooms, room: str, names: str, had: list[str]) -> dict[str, asyncio.Task[None]]:
    async def have(name: str) -> None:
        await rooms.ask(room, BEN, Rename(name=name))
        had.append(name)

    waiting = {name: asyncio.create_task(have(name)) for name in names}
    await asyncio.sleep(0)
    return waiting


async def test_commands_are_taken_in_the_order_of_coming(busy, valkey: Server):
    rooms, room = busy
    had: list[str] = []
    waiting = await line_up(rooms, room, "abc", had)
    assert len(rooms.open[room].waiting) == 2
    valkey.thaw()
    await asyncio.gather(*waiting.values())
    assert had == ["a", "b", "c"]
    assert rooms.open[room].running is None
    assert rooms.open[room].commands == 0


async def test_who_gives_up_while_waiting_is_left_out(busy, valkey: Server):
    rooms, room = busy
    had: list[str] = []
    waiting = await line_up(rooms, room, "abc", had)
    waiting["b"].cancel()
    await asyncio.sleep(0)
    valkey.thaw()
    await waiting["c"]
    assert had == ["a", "c"]
    assert (await rooms.room(room)).cold.seats[1].name == "c"
    assert rooms.open[room].commands == 0


async def test_who_gives_up_after_the_commit_was_sent_leaves_the_room_in_order(busy, valkey: Server):
    """It may be kept all the same, and the next one goes on from there."""
    rooms, room = busy
    had: list[str] = []
    waiting = await line_up(rooms, room, "ab", had)
    waiting["a"].cancel()
    await asyncio.sleep(0)
    valkey.thaw()
    await waiting["b"]
    assert had == ["b"]
    assert rooms.open[room].running is None
    assert (await rooms.room(room)).cold.seats[1].name == "b"
    assert rooms.metrics.conflicts._value.get() == 0, "what was given up brought the room forward"


async def test_more_than_may_wait_are_refused_and_those_who_only_look_are_not_counted(busy, valkey: Server):
    rooms, room = busy
    looking = [asyncio.create_task(rooms.room(room)) for _ in range(WAITING)]
    waiting = [asyncio.create_task(rooms.ask(room, BEN, Sit())) for _ in range(WAITING)]
    await until(lambda: rooms.open[room].commands == WAITING)
    with pytest.raises(Refused) as refused:
        await rooms.ask(room, BEN, Sit())
    assert refused.value.code == "room.busy"
    valkey.thaw()
    await asyncio.gather(*looking)
    await asyncio.gather(*waiting, return_exceptions=True)
    assert rooms.open[room].commands == 0


async def test_a_worker_that_stops_leaves_nobody_without_an_answer(busy):
    rooms, room = busy
    asked = [asyncio.create_task(rooms.ask(room, BEN, Sit())) for _ in range(3)]
    looking = asyncio.create_task(rooms.room(room))
    await until(lambda: len(rooms.open[room].waiting) == 3)
    await rooms.close()
    for one in (*asked, looking):
        with pytest.raises(Refused) as refused:
            await one
        assert refused.value.code == "store.unknown"
