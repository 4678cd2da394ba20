"""A move is decided, sent and answered without a task; whatever stands in the way, its answer is that of `ask`."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest
from test_rooms_many_workers import act, table, turn, workers  # noqa: F401 - a fixture

from games.api import Refused
from server.rooms.decision import Who
from server.rooms.service import Rooms
from server.wire import reading
from tests.stores import Server, until

ANN = Who("ann")


async def at_once(rooms: Rooms, room: str, who: Who, message: Any) -> Any:
    """The answer; raises what came instead."""
    future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def answered(answer: Any, error: Exception | None) -> None:
        if error is None:
            future.set_result(answer)
        else:
            future.set_exception(error)

    assert rooms.ask_at_once(room, who, message, answered)
    assert not future.done(), "nothing is answered before it is kept"
    async with asyncio.timeout(10):
        return await future


@pytest.fixture
async def playing(workers):  # noqa: F811
    one, other = workers
    room = await table(one, other)
    await one.ask(room, ANN, reading.decode("start", {}))
    return one, other, room


async def test_an_answer_comes_when_the_move_is_kept(playing):
    one, other, room = playing
    who = await turn(one, room)
    before = (await other.room(room)).hot.step
    assert await at_once(one, room, who, act(1, "draw")) == {}
    assert (await other.room(room)).hot.step == before + 1
    assert await at_once(one, room, who, act(1, "draw")) == {}, "sent again, it is answered alike"
    assert (await other.room(room)).hot.step == before + 1


async def test_a_room_that_is_not_in_hand_or_is_busy_is_left_to_ask(playing):
    one, _, room = playing
    who = await turn(one, room)
    assert not one.ask_at_once("0" * 32, who, act(1, "draw"), lambda *_: None)
    first = asyncio.create_task(at_once(one, room, who, act(1, "draw")))
    await asyncio.sleep(0)
    assert not one.ask_at_once(room, who, act(2, "pass"), lambda *_: None)
    await first


async def test_who_waits_for_the_room_comes_after_the_move(playing):
    one, _, room = playing
    who = await turn(one, room)
    first = asyncio.create_task(at_once(one, room, who, act(1, "draw")))
    await asyncio.sleep(0)
    await one.ask(room, who, act(2, "pass"))
    assert first.done()


async def test_a_move_that_another_worker_was_faster_with_is_decided_anew(playing):
    one, other, room = playing
    who = await turn(one, room)
    await other.room(room)
    await one.ask(room, who, act(1, "draw"))
    assert await at_once(other, room, who, act(1, "draw")) == {}, "it finds the answer that is kept already"


async def test_what_is_refused_from_old_knowledge_is_looked_up_first(playing):
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
    asked = asyncio.create_task(at_once(one, room, who, act(1, "draw")))
    await asyncio.sleep(0)
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
    assert not one._open[room].turn.taken


async def test_a_worker_that_stops_answers_what_it_has_begun(playing, valkey: Server):
    one, _, room = playing
    valkey.freeze()
    asked = asyncio.create_task(at_once(one, room, ANN, act(7, "draw")))
    await until(lambda: one._open[room].turn.taken)
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
        one.ask_at_once(room, who, act(1, "draw"), lambda *_: None)
    assert not one._open[room].turn.taken
    assert one._open[room].waiting == 0


async def test_refused_moves_leave_no_cycles_behind(playing):
    """A worker looks for cycles rarely, as moves make none; an exception that is kept refers to frames that keep it."""
    one, _, room = playing
    codes: list[str] = []

    def answered(_: Any, error: Any) -> None:
        codes.append(error.code)

    async def refused() -> None:
        before = len(codes)
        assert one.ask_at_once(room, ANN, act(9, "draw"), answered)
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
