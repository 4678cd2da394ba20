"""The path of a command: plain calls while nothing is in its way, and the same answers when something is."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest

from games.api import Refused
from server.protocol import decoding
from server.rooms.decision import Who
from server.rooms.pipeline import ATTEMPTS, CommandRun
from server.rooms.registry import Rooms
from server.store.types import Conflict
from tests.server.rooms.test_many_workers import act, table, turn, workers  # noqa: F401 - a fixture
from tests.support.stores import Server, until

ANN = Who("ann")


def sent(rooms: Rooms, room: str, who: Who, message: Any) -> asyncio.Future[Any]:
    """A command on its way by plain calls: the answer, or what came instead."""
    future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def answered(answer: Any, error: Exception | None) -> None:
        if error is None:
            future.set_result(answer)
        else:
            future.set_exception(error)

    CommandRun(rooms.pipeline, rooms.open.in_hand(room), who, message, answered).start()
    return future


async def at_once(rooms: Rooms, room: str, who: Who, message: Any) -> Any:
    """The answer to a command for which there was no need to wait for anything but the store."""
    opened = rooms.open[room]
    assert opened.running is None
    future, tasks = sent(rooms, room, who, message), len(rooms._tasks)
    assert opened.running is not None
    assert not future.done(), "nothing is answered before it is kept"
    assert tasks == len(rooms._tasks)
    async with asyncio.timeout(10):
        return await future


@pytest.fixture
async def playing(workers):  # noqa: F811
    one, other = workers
    room = await table(one, other)
    await one.ask(room, ANN, decoding.decode("start", {}))
    return one, other, room


async def test_an_answer_comes_when_the_move_is_kept(playing):
    one, other, room = playing
    who = await turn(one, room)
    before = (await other.room(room)).hot.step
    assert await at_once(one, room, who, act(1, "draw")) == {}
    assert (await other.room(room)).hot.step == before + 1
    assert await at_once(one, room, who, act(1, "draw")) == {}, "sent again, it is answered alike"
    assert (await other.room(room)).hot.step == before + 1


async def test_a_room_that_is_not_in_memory_is_loaded_first(playing):
    one, other, room = playing
    who = await turn(one, room)
    other.open._rooms.clear()
    assert await sent(other, room, who, act(1, "draw")) == {}
    with pytest.raises(Refused) as refused:
        await sent(one, "0" * 32, who, act(1, "draw"))
    assert refused.value.code == "room.unknown"


async def test_listeners_find_the_room_in_memory_already_updated(playing):
    """A player who is told of a move and asks at once is answered from the state after it."""
    one, _, room = playing
    who = await turn(one, room)
    found: list[tuple[int, int]] = []

    class Heard:
        def entries(self, entries: Any) -> None:
            found.append((entries[-1].version, one.open[room].version))

        def reset(self) -> None: ...

    watch = one.watch(room, Heard())
    await watch.started()
    await sent(one, room, who, act(1, "draw"))
    assert found == [(watch.version, watch.version)]
    watch.close()


async def test_who_waits_for_the_room_comes_after_the_move(playing):
    one, _, room = playing
    who = await turn(one, room)
    first = sent(one, room, who, act(1, "draw"))
    await one.ask(room, who, act(2, "pass"))
    assert first.done()


async def test_a_move_that_lost_a_race_with_another_worker_is_decided_again(playing):
    one, other, room = playing
    who = await turn(one, room)
    await other.room(room)
    await one.ask(room, who, act(1, "draw"))
    assert await at_once(other, room, who, act(1, "draw")) == {}, "it finds the answer that is kept already"


async def test_who_is_never_the_first_is_told_that_the_room_is_busy(playing, monkeypatch):
    one, _, room = playing
    who = await turn(one, room)
    document = await one.store.load(room)
    sent_now: list[Any] = []

    def overtaken(commit: Any, _: Any, failed: Any) -> None:
        sent_now.append(commit)
        asyncio.get_running_loop().call_soon(failed, Conflict(document))

    monkeypatch.setattr(one.store, "send", overtaken)
    with pytest.raises(Refused) as refused:
        await one.ask(room, who, act(1, "draw"))
    assert refused.value.code == "room.busy"
    assert len(sent_now) == ATTEMPTS
    assert one.metrics.conflicts._value.get() == ATTEMPTS
    assert one.open[room].running is None


async def test_a_refusal_from_stale_knowledge_is_checked_first(playing):
    one, other, room = playing
    who = await turn(one, room)
    await other.room(room)
    await one.ask(room, who, act(1, "draw"))
    await at_once(other, room, who, act(2, "pass"))
    with pytest.raises(Refused) as refused:
        await at_once(one, room, who, act(4, "draw"))
    assert refused.value.code == "act.gap"


async def test_a_move_whose_fate_is_unknown_is_sent_again_until_it_is_known(playing, valkey: Server):
    one, _, room = playing
    who = await turn(one, room)
    asked = sent(one, room, who, act(1, "draw"))
    one.store._commands._flush()
    one.store._commands.cut()  # sent, and the answer is lost with the connection
    assert await asked == {}
    assert (await one.room(room)).hot.acts[(await one.room(room)).seat_of(who.player)].n == 1


async def test_without_a_store_the_answer_is_a_refusal_and_the_room_is_free_again(playing, valkey: Server):
    one, _, room = playing
    who = await turn(one, room)
    valkey.kill()
    with pytest.raises(Refused) as refused:
        await at_once(one, room, who, act(1, "draw"))
    assert refused.value.code in ("store.unknown", "store.busy")
    await valkey.start()
    assert one.open[room].running is None


async def test_a_worker_that_stops_answers_what_it_has_begun(playing, valkey: Server):
    one, _, room = playing
    valkey.freeze()
    asked = sent(one, room, ANN, act(7, "draw"))
    await until(lambda: one.open[room].running is not None)
    await one.close()
    with pytest.raises(Refused) as refused:
        await asked
    assert refused.value.code == "store.unknown"
    valkey.thaw()


async def test_a_failing_store_leaves_the_room_free(playing, monkeypatch):
    one, _, room = playing
    who = await turn(one, room)

    def broken(*_: Any) -> bool:
        raise RuntimeError("planted")

    monkeypatch.setattr(one.store, "send", broken)
    with pytest.raises(RuntimeError):
        await one.ask(room, who, act(1, "draw"))
    assert one.open[room].running is None
    assert one.open[room].commands == 0


async def test_refused_moves_leave_no_cycles_behind(playing):
    """A worker looks for cycles rarely, as moves make none; an exception that is kept refers to frames that keep it."""
    one, _, room = playing
    codes: list[str] = []

    def answered(_: Any, error: Any) -> None:
        codes.append(error.code)

    async def refused() -> None:
        before = len(codes)
        CommandRun(one.pipeline, one.open.in_hand(room), ANN, act(9, "draw"), answered).start()
        await until(lambda: len(codes) > before)

    await refused()
    gc.collect()
    gc.disable()
    try:
        for _ in range(20):
            await refused()
        left = gc.collect()
    finally:
        gc.enable()
    assert codes == ["act.gap"] * 21
    assert left < 20
