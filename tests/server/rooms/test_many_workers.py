"""Any worker may act on any room: what it has in memory may be stale, but its answers may not."""

from __future__ import annotations

from collections.abc import AsyncIterator

import crazy_eights
import pytest

from games.api import Refused
from server.rooms.decision import Who
from server.rooms.player_commands import Act, Check, Create, Enter, Start
from server.rooms.registry import Rooms
from server.store.store import Store
from tests.support.stores import Server, until

ANN, BEN = Who("ann"), Who("ben")
GAMES = {"crazy-eights": crazy_eights.GAME}


class Heard:
    """Somebody who is connected."""

    def entries(self, entries) -> None: ...

    def reset(self) -> None: ...


@pytest.fixture
async def workers(valkey: Server) -> AsyncIterator[tuple[Rooms, Rooms]]:
    stores = [await Store.open(valkey.address) for _ in range(2)]
    one, other = (Rooms(store, GAMES) for store in stores)
    yield one, other
    for rooms in (one, other):
        await rooms.close()
        await rooms.store.close()


async def table(one: Rooms, other: Rooms, **create) -> str:
    """A room with two people, which both workers have in memory as it is before the match."""
    code = (await one.create("ann", Create(game="crazy-eights", name="Ann", **create)))["code"]
    room = await one.find(code)
    await one.ask(room, BEN, Enter(room=code, name="Ben", sit=True))
    await other.room(room)
    return room


async def turn(rooms: Rooms, room: str) -> Who:
    """Who is on turn."""
    _, seen, _ = await rooms.seen(room)
    assert isinstance(seen.table, crazy_eights.GAME.Table)
    return (ANN, BEN)[seen.table.turn]


def act(n: int, kind: str) -> Act:
    return Act(n=n, action={"type": kind})


async def test_a_move_is_not_refused_because_of_what_the_room_has_been(workers):
    one, other = workers
    room = await table(one, other)
    await one.ask(room, ANN, Start())
    await other.ask(room, await turn(one, room), act(1, "draw"))


async def test_nothing_is_answered_from_what_the_room_has_been(workers):
    """The second worker still knows an answer that the seat's next action has replaced."""
    one, other = workers
    room = await table(one, other)
    await one.ask(room, ANN, Start())
    who = await turn(one, room)
    await one.ask(room, who, act(1, "draw"))
    await other.room(room)
    await one.ask(room, who, act(2, "pass"))
    with pytest.raises(Refused) as refused:
        await other.ask(room, who, act(1, "draw"))
    assert refused.value.code == "act.old"


async def test_a_dry_run_is_made_on_what_the_player_has_been_shown(workers):
    one, other = workers
    room = await table(one, other)
    watch = other.watch(room, Heard())
    await watch.started()
    before = watch.version
    await one.ask(room, ANN, Start())
    await until(lambda: watch.version > before)
    message = Check(action={"type": "draw"})
    assert await other.check(room, await turn(one, room), message) == {"legal": True}
    watch.close()


async def test_a_wake_up_is_not_slept_through_because_of_what_the_room_has_been(workers):
    one, other = workers
    room = await table(one, other, preset="timed", options={"turnSeconds": 1})
    await one.ask(room, ANN, Start())
    before = await one.room(room)
    due = before.cold.base + before.hot.wake
    await until(lambda: other.store.now() > due)
    await other.wake(room, due)
    assert (await one.room(room)).hot.step > before.hot.step
