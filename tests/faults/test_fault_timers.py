"""R8: each wake fires once, never early, whichever worker dies and whatever the workers' clocks say."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from server.store.store import Store
from tests.faults.crew import Crew
from tests.faults.moves import start
from tests.support.stores import connected, server, until

pytestmark = pytest.mark.alone

HOUR = 3_600_000


async def wakes(folder: Path, crew: Crew, count: int, spread: int, kills: int, patience: float = 12, **task):
    """Plan wakes, kill wakers and once the store; returns how often each fired, how early and how late."""
    async with server(folder / "v") as one:
        store = await Store.open(one.address)
        for skew in (HOUR, -HOUR, 0):
            await crew.hire(one.address, 1, wakes=True, skew=skew, **task)
        first = store.now() + 1_200
        due = {f"{number:032x}": first + spread * number // count for number in range(count)}
        planned = list(due.items())
        for begin in range(0, count, 40):
            batch = planned[begin : begin + 40]
            await asyncio.gather(*(store.commit(start(store, room, at)) for room, at in batch))
        for turn in range(kills):
            await until(lambda: crew.accepted > count * (turn + 1) // (kills + 2), 20)  # noqa: B023
            if turn == 1:
                one.kill()
                await one.start()
            await crew.workers[turn].kill()
            await crew.hire(one.address, 1, wakes=True, skew=(-1) ** turn * HOUR, **task)
        try:
            await until(lambda: crew.accepted >= count, patience)
            await asyncio.sleep(0.3)
        except TimeoutError:
            pass
        await connected(store)
        logs = await asyncio.gather(*(store.history(room) for room in due))
        fired = [sum(action.startswith(b"clock") for _, action in log) for log in logs]
        lines = [json.loads(line) for file in crew.histories for line in file.read_text().splitlines()]
        lateness = sorted(now - due[room] for room, _, at, now in lines)
        await crew.end()
        await store.close()
        return fired, lateness


async def test_r8_two_thousand_wakes_fire_once_though_wakers_and_the_store_die(tmp_path, crew):
    fired, lateness = await wakes(tmp_path, crew, 2_000, 6_000, 3)
    assert (fired.count(1), fired.count(0)) == (2_000, 0)
    assert lateness[0] >= 0
    assert lateness[-1] <= 5_000


async def test_r8_in_health_no_wake_is_a_second_late(tmp_path, crew):
    fired, lateness = await wakes(tmp_path, crew, 300, 2_000, 0)
    assert fired.count(1) == 300
    assert lateness[0] >= 0
    assert lateness[-1] <= 1_000


async def test_r8_control_claims_without_a_lease_are_lost_with_their_claimer(tmp_path, crew):
    fired, _ = await wakes(tmp_path, crew, 600, 2_000, 2, patience=4, without=["lease"], think=0.4)
    assert fired.count(0) > 0


async def test_r8_control_without_the_guard_of_time_a_wrong_clock_decides(tmp_path, crew, monkeypatch):
    """The offset to the store is what keeps a skewed clock harmless, and the script is what checks it."""
    from server.store.types import Drift
    from tests.faults.guards import tuned

    async with server(tmp_path / "v") as one:
        refused = 0
        for without in ((), ("drift",)):
            store = await Store.open(one.address, tuning=tuned(without))
            store._clock._offset += HOUR
            try:
                await store.commit(start(store, f"room {without}"))
            except Drift:
                refused += 1
            await store.close()
        assert refused == 1
