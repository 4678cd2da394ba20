"""R1, R2, R5, R6: workers die, freeze and go deaf; no move is lost, doubled or forked, and nobody misses one."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Collection, Iterable
from pathlib import Path

from server.store.feeds import Held
from server.store.link.subscriptions import Subscriptions
from server.store.store import Store
from tests.faults.crew import Crew, Watcher, all_heard, make_rooms, watching
from tests.faults.moves import judge
from tests.support.stores import server, until

FROZEN = 5.0


async def frozen_workers(folder: Path, crew: Crew, rounds: int, seconds: float, rooms_count: int = 12, **task):
    """Two of three workers are frozen at a time; the verdict, and what watchers heard wrong."""
    async with server(folder / "v") as one:
        store = await Store.open(one.address)
        rooms = await make_rooms(store, rooms_count)
        async with watching(one.address, rooms, 2) as watchers:
            workers = await crew.hire(one.address, 3, rooms=rooms, **task)
            for turn in range(rounds):
                await crew.some_moves(300)
                frozen = [workers[turn % 3], workers[(turn + 1) % 3]]
                for worker in frozen:
                    worker.signal(signal.SIGSTOP)
                await asyncio.sleep(seconds)
                for worker in frozen:
                    worker.signal(signal.SIGCONT)
                await crew.some_moves(300)
            await crew.end()
            verdict = await judge(store, rooms, crew.histories)
            wrong = await all_heard(store, watchers)
        await store.close()
        return verdict, wrong


async def test_r5_four_freezes_longer_than_any_timeout_fork_nothing(tmp_path, crew):
    verdict, wrong = await frozen_workers(tmp_path, crew, 2, FROZEN)
    assert verdict.accepted >= 1_200
    assert verdict.clean, verdict
    assert wrong == []


async def test_r5_control_without_comparing_versions_rooms_fork(tmp_path, crew):
    verdict, _ = await frozen_workers(tmp_path, crew, 1, 0.2, 2, without=["cas", "drift"])
    assert verdict.forks
    assert verdict.broken


async def test_r1_twelve_workers_are_killed_and_no_accepted_move_is_lost(tmp_path, crew):
    async with server(tmp_path / "v") as one:
        store = await Store.open(one.address)
        rooms = await make_rooms(store, 20)
        async with watching(one.address, rooms, 6) as watchers:
            workers = await crew.hire(one.address, 2, rooms=rooms)
            for _ in range(12):
                await crew.some_moves(500)
                await workers[0].kill()
                workers = [workers[1], *await crew.hire(one.address, 1, rooms=rooms)]
            await crew.end()
            verdict = await judge(store, rooms, crew.histories)
            wrong = await all_heard(store, watchers)
        assert verdict.accepted >= 6_000
        assert verdict.clean, verdict
        assert wrong == []
        await store.close()


def ears_of(watchers: Iterable[Watcher]) -> Collection[Subscriptions]:
    """One for each store at which some of them listen."""
    ears: dict[int, Subscriptions] = {}
    for watcher in watchers:
        assert isinstance(watcher.watch, Held)
        feeds = watcher.watch._feeds
        assert isinstance(feeds.ears, Subscriptions)
        ears[id(feeds)] = feeds.ears
    return ears.values()


async def deafened(folder: Path, crew: Crew) -> list[str]:
    """240 watchers whose subscriptions are killed and whose buffers overflow; what they heard wrong.

    So many rooms that none makes more moves between two sweeps than its stream keeps, however fast the machine is.
    """
    limit = {"client-output-buffer-limit": "pubsub 64kb 32kb 1"}
    async with server(folder / "v", options=limit) as one:
        store = await Store.open(one.address)
        rooms = await make_rooms(store, 40)
        async with watching(one.address, rooms, 6) as watchers:
            ears = ears_of(watchers)
            await crew.hire(one.address, 2, rooms=rooms)
            for turn in range(4):
                await until(lambda: all(ear.connected for ear in ears))
                await crew.some_moves(400)
                if turn % 2:
                    await one.ask("CLIENT", "KILL", "TYPE", "pubsub")
                else:
                    # These read nothing until the server loses patience.
                    for ear in ears:
                        if ear.connected:  # it may be on its way back
                            ear.connection._transport.pause_reading()
                    await crew.some_moves(1_500)
                    for ear in ears:
                        if ear.connected:
                            ear.connection._transport.resume_reading()
            await crew.some_moves(300)
            await crew.end()
            wrong = await all_heard(store, watchers)
        await store.close()
        return wrong


async def test_r6_watchers_that_grow_deaf_miss_nothing(tmp_path, crew):
    assert await deafened(tmp_path, crew) == []
