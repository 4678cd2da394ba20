"""R10: the way to the store is cut; workers say so, retrying is safe, and they are back soon after it heals."""

from __future__ import annotations

import asyncio
import contextlib
import time
from pathlib import Path

import pytest

from server.store.store import Store
from server.store.types import Drift, Unavailable
from tests.faults.crew import Watcher, make_rooms
from tests.faults.guards import tuned
from tests.faults.moves import judge, loaded, move, start
from tests.support.proxy import Proxy, proxy
from tests.support.stores import server, until

pytestmark = pytest.mark.alone

CUTS = {
    "a cable is pulled": Proxy.hold,
    "answers are lost": Proxy.hold_answers,
    "connections are reset": Proxy.refuse,
    "answers take a second": lambda door: setattr(door, "delay", 1.0),
}


async def cut_while_moving(folder: Path, cut, seconds: float, without=(), dedupe: bool = True):
    """One worker behind a proxy moves on while the way is cut; the verdict and how long it took to be back."""
    async with server(folder / "v") as one, proxy(one.address) as door:
        direct = await Store.open(one.address)
        rooms = await make_rooms(direct, 8)
        store = await Store.open(door.address, tuning=tuned(without))
        watcher = Watcher(rooms[0], version=1)
        await store.watch(rooms[0], watcher).started()
        history = folder / "history"
        done = dict.fromkeys(rooms, 0)
        stopping = False

        async def play(room: str) -> None:
            document = await loaded(store, room)
            while not stopping:
                document, version = await move(store, room, document, "w", done[room] + 1, dedupe)
                done[room] += 1
                await asyncio.sleep(0)
                with history.open("a") as file:
                    file.write(f'["{room}", {version}, "w", {done[room]}]\n')

        players = [asyncio.create_task(play(room)) for room in rooms]
        await until(lambda: min(done.values()) > 5)
        cut(door)
        began = time.monotonic()
        with contextlib.suppress(Unavailable, Drift):
            await store.commit(start(store, "another"))
        answered = time.monotonic() - began
        await asyncio.sleep(max(0.0, seconds - answered))
        before = dict(done)
        door.heal()
        began = time.monotonic()
        await until(lambda: all(done[room] > before[room] + 1 for room in rooms))
        back = time.monotonic() - began
        stopping = True
        await asyncio.gather(*players)
        verdict = await judge(direct, rooms, [history])
        last = await direct.load(rooms[0])
        if not without:
            await until(lambda: watcher.version == last.version)
            assert (watcher.wrong, watcher.resets) == ([], 0)
        await store.close()
        await direct.close()
        return verdict, answered, back


@pytest.mark.parametrize("kind", list(CUTS))
async def test_r10_a_cut_is_said_within_three_seconds_and_over_within_three_of_healing(tmp_path, kind):
    verdict, answered, back = await cut_while_moving(tmp_path, CUTS[kind], 3.0)
    assert answered < 3.0
    assert back < 3.0
    assert verdict.accepted >= 56
    assert verdict.clean, verdict


async def test_r10_two_short_cuts_in_a_row_are_waited_out(tmp_path):
    def twice(door: Proxy) -> None:
        door.reset()
        asyncio.get_running_loop().call_later(0.2, door.reset)

    verdict, _, back = await cut_while_moving(tmp_path, twice, 0.5)
    assert back < 3.0
    assert verdict.clean, verdict


async def test_r10_control_a_client_that_takes_no_answer_for_a_no_moves_twice(tmp_path):
    verdict, _, _ = await cut_while_moving(tmp_path, Proxy.hold_answers, 2.5, without=["tag"], dedupe=False)
    assert verdict.twice
