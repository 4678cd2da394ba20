"""What every store must do, whichever server is behind it."""

from __future__ import annotations

import asyncio

import pytest

from server.store.entries import Entry
from server.store.keys import room_keys
from server.store.store import Store
from server.store.types import Conflict, Document, Drift, OldWorker, Turn
from tests.server.store.store_suite import Ear, advance, commit_of, increment, new_room
from tests.support.stores import until


async def test_a_committed_room_is_loaded_as_it_was_written(worker, other):
    room = new_room()
    commit = commit_of(worker, room)
    await worker.commit(commit)
    assert await other.load(room) == Document(7, 1, commit.entry.tag, b"hot 1", b"cold")
    await other.commit(commit_of(other, room, 1))
    loaded = await worker.load(room)
    assert (loaded.version, loaded.hot, loaded.cold) == (2, b"hot 2", b"cold")


async def test_an_unknown_room_is_none(worker):
    assert await worker.load(new_room()) is None


async def test_of_fifty_racing_writers_none_is_lost(worker, other):
    room = new_room()
    await worker.commit(commit_of(worker, room, hot=b"0"))
    first = await worker.load(room)
    await asyncio.gather(*(increment(store, room, first) for store in (worker, other) * 25))
    last = await worker.load(room)
    assert (last.hot, last.version) == (b"50", 51)
    assert [number for number, _ in await worker.history(room)] == list(range(1, 52))


async def test_a_conflict_returns_the_current_room(worker, other):
    room = new_room()
    await worker.commit(commit_of(worker, room))
    await worker.commit(commit_of(worker, room, 1))
    with pytest.raises(Conflict) as caught:
        await other.commit(commit_of(other, room, 1))
    assert caught.value.document == await other.load(room)


async def test_two_creators_of_one_room_do_not_both_win(worker, other):
    room = new_room()
    await worker.commit(commit_of(worker, room))
    with pytest.raises(Conflict) as caught:
        await other.commit(commit_of(other, room, incarnation=8))
    assert caught.value.document.incarnation == 7


async def test_the_same_commit_sent_again_is_done_once(worker, other):
    room = new_room()
    commit = commit_of(worker, room)
    await worker.commit(commit)
    await other.commit(commit)
    assert (await worker.load(room)).version == 1
    assert len(await worker.history(room)) == 1


async def test_a_room_that_is_gone_or_was_made_again_takes_no_commit(worker):
    room = new_room()
    with pytest.raises(Conflict) as caught:
        await worker.commit(commit_of(worker, room, 3))
    assert caught.value.document is None
    await worker.commit(commit_of(worker, room))
    with pytest.raises(Conflict) as caught:
        await worker.commit(commit_of(worker, room, 1, incarnation=8))
    assert caught.value.document is None


async def test_a_decision_made_with_a_wrong_time_is_refused_with_the_right_one(worker):
    room = new_room()
    for wrong in (3_600_000, -3_600_000, 400, -400):
        with pytest.raises(Drift) as caught:
            await worker.commit(commit_of(worker, room, now=worker.now() + wrong))
        await worker.commit(commit_of(worker, new_room(), now=caught.value.now))
    assert await worker.load(room) is None


async def test_a_room_of_a_newer_worker_is_left_alone_by_an_older_one(worker, place):
    newer = await Store.open(place, schema=1)
    newer._commits._schema = 2
    room = new_room()
    await newer.commit(commit_of(newer, room))
    with pytest.raises(OldWorker):
        await worker.load(room)
    with pytest.raises(OldWorker):
        await worker.commit(commit_of(worker, room, 1))
    assert (await newer.load(room)).schema == 2
    await newer.close()


async def test_commits_of_one_turn_leave_in_one_write(worker):
    links = list(worker._commands._links.values()) if worker.kind.clustered else [worker._commands]
    await asyncio.gather(*(worker.commit(commit_of(worker, new_room())) for _ in range(8)))
    before = sum(link.writes for link in links)
    await asyncio.gather(*(worker.commit(commit_of(worker, new_room())) for _ in range(40)))
    assert sum(link.writes for link in links) - before <= 2 * len(links)


async def test_a_listener_hears_every_commit_of_every_worker_in_order(worker, other):
    room, ear, far = new_room(), Ear(), Ear()
    first, second = worker.watch(room, ear), other.watch(room, far)
    await asyncio.gather(first.started(), second.started())
    told = []
    for version in range(0, 60, 2):
        told += await advance(worker, room, version, 1)
        assert ear.heard == told  # its own commit needs no message
        told += await advance(other, room, version + 1, 1)
        await until(lambda: len(ear.heard) == len(told))  # noqa: B023
    await until(lambda: len(far.heard) == 60)
    assert ear.heard == told
    assert far.heard == told
    assert ear.resets == far.resets == 0


async def test_a_listener_that_joins_late_starts_where_the_room_is(worker, other):
    room, ear = new_room(), Ear()
    await advance(worker, room, 0, 5)
    watch = other.watch(room, ear)
    await watch.started()
    assert watch.version == 5
    await advance(worker, room, 5, 2)
    await until(lambda: ear.versions == [6, 7])


async def test_a_closed_watch_hears_nothing_more(worker):
    room, ear, still = new_room(), Ear(), Ear()
    one, two = worker.watch(room, ear), worker.watch(room, still)
    await asyncio.gather(one.started(), two.started())
    await advance(worker, room, 0, 1)
    one.close()
    await advance(worker, room, 1, 1)
    two.close()
    await advance(worker, room, 2, 1)
    assert (ear.versions, still.versions) == ([1], [1, 2])


async def test_an_entry_too_large_to_publish_is_read_from_the_stream(worker, other):
    room, ear = new_room(), Ear()
    watch = other.watch(room, ear)
    await watch.started()
    large = Entry(1, 99, b"x" * 20_000, {3: b"y" * 20_000}, b"closing")
    await worker.commit(commit_of(worker, room, entry=large))
    await until(lambda: ear.heard == [large])


async def test_a_commit_that_tells_nothing_still_counts(worker, other):
    room, ear = new_room(), Ear()
    watch = other.watch(room, ear)
    await watch.started()
    await worker.commit(commit_of(worker, room, entry=Entry(1, 5, None, {})))
    await advance(worker, room, 1, 1)
    await until(lambda: ear.versions == [1, 2])
    assert ear.heard[0].public is None


async def test_entries_since_a_tag_are_those_after_it(worker):
    room = new_room()
    told = await advance(worker, room, 0, 100)
    assert await worker.since(room, told[-1].tag) == []
    assert await worker.since(room, told[-4].tag) == told[-3:]
    assert await worker.since(room, told[5].tag) == told[6:]
    assert await worker.since(room, 0) is None
    assert await worker.since(new_room(), 1) is None


async def test_entries_long_past_are_not_kept_but_the_log_is(worker):
    room = new_room()
    told = await advance(worker, room, 0, 400)
    assert await worker.since(room, told[0].tag) is None
    assert len(await worker.since(room, told[-129].tag)) == 128
    assert await worker.history(room) == [(n, b"action %d" % n) for n in range(1, 401)]
    assert [version for version, _ in await worker.history(room, 7, 9)] == [7, 8, 9]


async def test_a_match_is_kept_for_replay_from_its_beginning_to_its_end_and_the_oldest_make_place(worker):
    room = new_room()
    await worker.commit(commit_of(worker, room, turn=Turn(1, "start", b"dealt")))
    assert await worker.replays.find(room, 1) is None
    for version in range(1, 42):
        match, begins = divmod(version, 2)
        turn = Turn(match + 1, "start", b"dealt") if not begins else Turn(match + 1, "end", b"won")
        await worker.commit(commit_of(worker, room, version, turn=turn))
    assert await worker.replays.find(room, 21) == (b"dealt", b"won")
    assert [match for match in range(1, 22) if await worker.replays.find(room, match)] == list(range(2, 22))


async def test_a_room_lives_as_long_as_its_last_commit_says(worker, other):
    room = new_room()
    await worker.commit(commit_of(worker, room, ttl_ms=600_000))
    keys = room_keys(room)

    async def left() -> list[int]:
        return [await worker._commands.call("PTTL", key) for key in (keys.room, keys.entries, keys.log)]

    assert all(590_000 < ms <= 600_000 for ms in await left())
    await worker.commit(commit_of(worker, room, 1, ttl_ms=50))

    async def gone() -> bool:
        return await other.load(room) is None

    await until(gone)
    assert await left() == [-2, -2, -2]


async def test_an_ordinary_commit_does_not_renew_the_lifetime(worker):
    room = new_room()
    await worker.commit(commit_of(worker, room))
    key = room_keys(room).room
    await worker._commands.call("PEXPIRE", key, 30_000)
    await worker.commit(commit_of(worker, room, 1))
    assert await worker._commands.call("PTTL", key) <= 30_000
    later = worker._commits._renewed[room][0] - 61_000
    worker._commits._renewed[room] = (later, 60_000)
    await worker.commit(commit_of(worker, room, 2))
    assert await worker._commands.call("PTTL", key) > 30_000


async def test_a_wake_is_due_once_its_time_has_come(worker, other):
    woken: list[tuple[str, int, int]] = []

    async def on_wake(room: str, at: int) -> None:
        document = await worker.load(room)
        woken.append((room, at, worker.now()))
        await worker.commit(commit_of(worker, room, document.version))

    worker.wake_rooms(on_wake)
    rooms = [new_room() for _ in range(20)]
    at = worker.now() + 300
    for number, room in enumerate(rooms):
        # Half are in the hands of a worker that does not wake rooms.
        store = (worker, other)[number % 2]
        await store.commit(commit_of(store, room, wake=at + number))
    await until(lambda: len(woken) == 20)
    assert sorted(room for room, _, _ in woken) == sorted(rooms)
    for room, due, now in woken:
        assert due == at + rooms.index(room)
        assert 0 <= now - due < 1000
    assert await worker._commands.call("ZCARD", room_keys(rooms[0]).timers) == 0


async def test_a_commit_moves_or_removes_the_wake(worker):
    woken: list[str] = []

    async def on_wake(room: str, at: int) -> None:
        woken.append(room)
        await worker.commit(commit_of(worker, room, (await worker.load(room)).version))

    worker.wake_rooms(on_wake)
    moved, removed, kept = new_room(), new_room(), new_room()
    soon = worker.now() + 2_000
    for room in (moved, removed, kept):
        await worker.commit(commit_of(worker, room, wake=soon))
    await worker.commit(commit_of(worker, moved, 1, wake=soon + 3_600_000))
    await worker.commit(commit_of(worker, removed, 1))
    await until(lambda: kept in woken)
    await asyncio.sleep(0.5)
    assert woken == [kept]


async def test_a_wake_of_a_vanished_room_is_forgotten(worker):
    room = new_room()
    await worker.commit(commit_of(worker, room, wake=worker.now()))
    keys = room_keys(room)
    await worker._commands.call("DEL", keys.room)
    worker.wake_rooms(lambda room, at: asyncio.sleep(0))

    async def forgotten() -> bool:
        return await worker._commands.call("ZSCORE", keys.timers, room) is None

    await until(forgotten)


async def test_keys_and_channel_of_a_room_share_a_slot(worker):
    from redis.crc import key_slot

    for _ in range(200):
        keys = room_keys(new_room())
        names = (keys.room, keys.entries, keys.log, keys.timers, keys.gc, keys.beat, keys.channel)
        assert len({key_slot(name.encode()) for name in names}) == 1


async def test_a_commit_may_be_replaced_but_never_reordered(worker):
    """Two commits on the same version in one turn: the first wins, the second hears of it."""
    room = new_room()
    await worker.commit(commit_of(worker, room))
    one = commit_of(worker, room, 1, hot=b"one")
    two = commit_of(worker, room, 1, hot=b"two")
    results = await asyncio.gather(worker.commit(one), worker.commit(two), return_exceptions=True)
    assert isinstance(results[1], Conflict)
    assert results[1].document.hot == b"one"
