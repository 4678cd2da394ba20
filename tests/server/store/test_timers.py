"""Wakes come once, never early, whichever worker dies; and platform time stops while no worker is alive."""

from __future__ import annotations

import asyncio
import time
from collections import Counter

from server.store.clock import Clock
from server.store.heartbeat import Heartbeat
from server.store.keys import room_keys
from server.store.scripts import Scripts
from server.store.store import Store, Tuning
from server.store.types import Conflict, Drift, Unavailable
from tests.server.store.store_suite import commit_of, new_room
from tests.support.stores import Server, until


async def test_two_workers_fire_each_wake_once(valkey, store):
    """Neither has committed the rooms, so both claim them."""
    planner, other = await Store.open(valkey.address), await Store.open(valkey.address)
    fired: Counter[str] = Counter()
    called: Counter[str] = Counter()

    def waker(worker: Store):
        async def on_wake(room: str, at: int) -> None:
            called[room] += 1
            document = await worker.load(room)
            assert worker.now() >= at
            await worker.commit(commit_of(worker, room, document.version))
            fired[room] += 1

        return on_wake

    rooms = [new_room() for _ in range(400)]
    due = planner.now() + 400
    for begin in range(0, 400, 40):
        batch = rooms[begin : begin + 40]
        await asyncio.gather(*(planner.commit(commit_of(planner, room, wake=due + 1)) for room in batch))
    store.wake_rooms(waker(store))
    other.wake_rooms(waker(other))
    await until(lambda: len(fired) == 400)
    # On a slow machine a claim may run out and be made again; what counts is that it is committed once.
    assert set(fired.values()) == {1}
    assert set(called) == set(rooms)
    await planner.close()
    await other.close()


async def test_a_wake_whose_claimer_died_comes_back_after_the_lease(valkey, store):
    planner = await Store.open(valkey.address)
    mortal = await Store.open(valkey.address, tuning=Tuning(lease=500))
    claimed: list[str] = []

    async def dies(room: str, at: int) -> None:
        claimed.append(room)
        await asyncio.Event().wait()

    room = new_room()
    mortal.wake_rooms(dies)
    await planner.commit(commit_of(planner, room, wake=planner.now()))
    await until(lambda: claimed == [room])
    await mortal.close()
    fired: list[tuple[str, int]] = []

    async def on_wake(room: str, at: int) -> None:
        fired.append((room, at))
        await store.commit(commit_of(store, room, 1))

    store.wake_rooms(on_wake)
    due = int(await store._commands.call("HGET", room_keys(room).room, "w"))
    await until(lambda: fired == [(room, due)])
    await planner.close()


async def test_a_wake_that_failed_comes_again(valkey, store, caplog):
    calls: list[str] = []

    async def on_wake(room: str, at: int) -> None:
        calls.append(room)
        if len(calls) == 1:
            raise RuntimeError("a mistake in a game")
        if len(calls) == 2:
            raise Unavailable("a moment")
        await store.commit(commit_of(store, room, 1))

    planner = await Store.open(valkey.address)
    room = new_room()
    await planner.commit(commit_of(planner, room, wake=planner.now()))
    store._timers._lease = 200
    store.wake_rooms(on_wake)
    await until(lambda: len(calls) == 3)
    assert "a mistake in a game" in caplog.text
    await planner.close()


async def test_wakes_in_memory_fire_within_a_few_milliseconds(store):
    late: list[int] = []

    async def on_wake(room: str, at: int) -> None:
        late.append(store.now() - at)
        await store.commit(commit_of(store, room, 1))

    store.wake_rooms(on_wake)
    for number in range(50):
        await store.commit(commit_of(store, new_room(), wake=store.now() + 100 + number * 3))
    await until(lambda: len(late) == 50)
    assert min(late) >= 0
    assert sorted(late)[25] < 50


async def test_an_expired_room_leaves_no_trace_in_the_shard(store):
    room = new_room()
    await store.commit(commit_of(store, room, wake=store.now() + 3_600_000, ttl_ms=1))
    keys = room_keys(room)
    await until(lambda: gone(store, keys.room))
    left = await store._commands.run(Scripts().sweep, [keys.gc], store.now() + 1000, 100)
    assert left == 0
    assert await store._commands.call("ZCARD", keys.timers) == 0


async def gone(store: Store, key: str) -> bool:
    return await store._commands.call("EXISTS", key) == 0


async def beaten(valkey: Server, store: Store, ago: int) -> None:
    """Make it look as if the last beat of anybody was so long ago."""
    clock = int(await store._commands.call("HGET", "pj1:{w}:beat", "at"))
    await valkey.ask("HSET", "pj1:{w}:beat", "at", str(clock - ago))


async def test_time_that_nobody_beat_does_not_count(valkey, store):
    before = store.now()
    await beaten(valkey, store, 3_600_000)
    # A commit before the first beat after the outage already goes by the right time.
    try:
        await store.commit(commit_of(store, new_room()))
    except Drift as drift:
        after = drift.now
    assert -3_600_000 < after - before < -3_590_000  # the test moved the past, so the clock steps back by it
    later = await Store.open(valkey.address)
    assert abs(later.now() - store.now()) < 250
    await later.commit(commit_of(later, new_room()))
    await later.close()


async def test_a_short_silence_counts_as_time(valkey, store):
    await store._heartbeat.beat()
    before = store.now()
    await beaten(valkey, store, 3_000)
    await store._heartbeat.beat()
    assert 0 <= store.now() - before < 1_000


async def test_platform_time_survives_a_store_clock_that_was_set_back(valkey, store):
    before = store.now()
    at = int(await store._commands.call("HGET", "pj1:{w}:beat", "at"))
    await valkey.ask("HSET", "pj1:{w}:beat", "at", str(at + 7_200_000), "down", "7200000")
    await store._heartbeat.beat()
    assert abs(store.now() - before) < 1_000
    await store.commit(commit_of(store, new_room()))


async def test_the_clock_never_runs_backwards_and_stops_when_the_store_is_silent(valkey, store):
    ticks = [1.0]
    clock = Clock(lambda: ticks[0])
    await Heartbeat(store._commands, Scripts(), "x", clock).beat()
    seen = [clock.now()]
    for step in (100, 100, 900, 300, 5_000, 60_000):
        ticks[0] += step / 1000
        seen.append(clock.now())
    assert seen == sorted(seen)
    assert seen[-1] - seen[0] == 1_500


async def test_a_worker_whose_own_clock_is_an_hour_off_has_the_right_time(valkey, store):
    wrong = await Store.open(valkey.address, tuning=Tuning(ticks=lambda: time.monotonic() + 3_600))
    assert abs(wrong.now() - store.now()) < 50
    await wrong.commit(commit_of(wrong, new_room()))
    await wrong.close()


async def test_a_stale_wake_costs_one_look_and_no_commit(valkey, store):
    """The score says now, the room says later: the score is put right and nobody is called."""
    room = new_room()
    later = store.now() + 3_600_000
    await store.commit(commit_of(store, room, wake=later))
    keys = room_keys(room)
    await valkey.ask("ZADD", keys.timers, "1", room)

    async def on_wake(room: str, at: int) -> None:
        raise Conflict(None)

    store.wake_rooms(on_wake)

    async def put_right() -> bool:
        return int(await store._commands.call("ZSCORE", keys.timers, room)) == later

    await until(put_right)


async def test_a_wake_that_moves_with_every_move_is_queued_once_and_comes_at_the_last_word(store):
    fired: list[tuple[int, int]] = []
    room, version = new_room(), 50

    async def on_wake(woken: str, at: int) -> None:
        fired.append((at, store.now()))
        await store.commit(commit_of(store, woken, version))

    store.wake_rooms(on_wake)
    for n in range(version):
        await store.commit(commit_of(store, room, n, wake=(wake := store.now() + 300 + n)))
    assert len(store._timers.alarms._heap) == 1
    await until(lambda: fired)
    ((at, when),) = fired
    assert at == wake <= when


async def test_a_wake_that_is_put_forward_and_back_again_comes_when_it_is_due(store):
    fired: list[int] = []
    room = new_room()

    async def on_wake(woken: str, at: int) -> None:
        fired.append(at)
        await store.commit(commit_of(store, woken, 3))

    store.wake_rooms(on_wake)
    now = store.now()
    for n, later in enumerate((60_000, 300, 400)):
        await store.commit(commit_of(store, room, n, wake=now + later))
    await until(lambda: fired == [now + 400])
    assert store._timers.alarms._soonest() is None
