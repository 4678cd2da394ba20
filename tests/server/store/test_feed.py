"""A room's feed tells every entry once, in order, or says that history was lost."""

from __future__ import annotations

import asyncio
import shutil
from dataclasses import replace

import pytest

from server.store.entries import Entry, pack
from server.store.feed import Feed
from server.store.link.subscriptions import Subscriptions
from server.store.scripts import Script, Scripts
from server.store.store import Store, Tuning
from tests.server.store.store_suite import Ear, advance, commit_of, new_room
from tests.support.stores import connected, until

SILENT = replace(Scripts(), commit=Script(Scripts().commit.text.replace("redis.call(ARGV[6]", "string.len(ARGV[6]")))
"""Commits whose messages are lost."""
MINE, THEIRS = Entry(1, 11, b"mine", {}), Entry(2, 22, b"theirs", {})


async def watched(store: Store, room: str) -> Ear:
    ear = Ear()
    await store.watch(room, ear).started()
    return ear


async def fed(store: Store) -> tuple[Feed, Ear]:
    """The feed of a new room, and what is heard of it."""
    room = new_room()
    ear = await watched(store, room)
    return store._feeds.rooms[room], ear


async def test_a_killed_subscription_is_taken_up_again_and_nothing_is_missed(valkey, store):
    far = await Store.open(valkey.address, tuning=Tuning(sweep=1000))
    rooms = [new_room() for _ in range(5)]
    ears = [await watched(far, room) for room in rooms]
    subscriptions = far._feeds.ears
    assert isinstance(subscriptions, Subscriptions)
    for version in range(60):
        if version % 20 == 10:
            await until(lambda: subscriptions.connected)
            assert int(await valkey.ask("CLIENT", "KILL", "TYPE", "pubsub")) > 0
        await asyncio.gather(*(advance(store, room, version, 1) for room in rooms))
    for ear in ears:
        await until(lambda: len(ear.heard) == 60)  # noqa: B023
        assert ear.versions == list(range(1, 61))
        assert ear.resets == 0
    await far.close()


async def test_a_message_that_overtook_lost_ones_makes_the_feed_read_them(valkey, store):
    silent = await Store.open(valkey.address, tuning=Tuning(scripts=SILENT))
    far = await Store.open(valkey.address, tuning=Tuning(sweep=1000))
    room = new_room()
    ear = await watched(far, room)
    await advance(silent, room, 0, 7)
    await advance(store, room, 7, 1)
    await until(lambda: ear.versions == list(range(1, 9)))
    assert ear.resets == 0
    await silent.close()
    await far.close()


async def test_a_lost_message_that_nothing_follows_is_found_by_the_sweep(valkey, store):
    silent = await Store.open(valkey.address, tuning=Tuning(scripts=SILENT))
    far = await Store.open(valkey.address, tuning=Tuning(sweep=0.2))
    room = new_room()
    ear = await watched(far, room)
    await advance(silent, room, 0, 3)
    await until(lambda: ear.versions == [1, 2, 3])
    await silent.close()
    await far.close()


async def test_a_feed_that_is_behind_the_stream_s_beginning_starts_over(valkey, store):
    silent = await Store.open(valkey.address, tuning=Tuning(scripts=SILENT))
    far = await Store.open(valkey.address, tuning=Tuning(sweep=1000))
    room = new_room()
    await advance(store, room, 0, 2)
    ear = await watched(far, room)
    await advance(silent, room, 2, 300)
    await advance(store, room, 302, 1)
    await until(lambda: ear.resets == 1)
    await advance(store, room, 303, 2)
    await until(lambda: ear.versions == [304, 305])
    await silent.close()
    await far.close()


async def test_after_a_restart_of_the_server_the_feed_goes_on(valkey, store):
    far = await Store.open(valkey.address)
    room = new_room()
    ear = await watched(far, room)
    told = await advance(store, room, 0, 5)
    valkey.kill()
    await valkey.start()
    await connected(store)
    told += await advance(store, room, 5, 5)
    await until(lambda: len(ear.heard) == 10)
    assert ear.heard == told
    assert ear.resets == 0
    await far.close()


async def test_after_a_rollback_of_the_store_every_listener_starts_over(valkey, store):
    """The same version numbers now mean other moves, and only the tag tells."""
    room, same = new_room(), new_room()
    await advance(store, room, 0, 3)
    await advance(store, same, 0, 3)
    ear, calm = await watched(store, room), await watched(store, same)
    valkey.freeze()
    backup = valkey.folder.parent / "backup"
    shutil.copytree(valkey.folder / "appendonlydir", backup)
    valkey.thaw()
    await advance(store, room, 3, 3)
    assert ear.versions == [4, 5, 6]
    valkey.kill()
    shutil.rmtree(valkey.folder / "appendonlydir")
    shutil.copytree(backup, valkey.folder / "appendonlydir")
    await valkey.start()
    await until(lambda: ear.resets == 1)
    told = await advance(store, room, 3, 4)
    assert ear.heard[3:] == told
    assert calm.resets == 0
    assert ear.resets == 1


async def test_another_history_that_has_grown_as_far_is_told_by_its_tag(valkey, store):
    silent = await Store.open(valkey.address, tuning=Tuning(scripts=SILENT))
    far = await Store.open(valkey.address, tuning=Tuning(sweep=0.2))
    room = new_room()
    await advance(store, room, 0, 3)
    ear = await watched(far, room)
    await valkey.ask("FLUSHALL")
    await advance(silent, room, 0, 3)
    await until(lambda: ear.resets == 1)
    await advance(store, room, 3, 1)
    await until(lambda: ear.versions == [4])
    await silent.close()
    await far.close()


async def test_a_room_that_vanished_resets_its_listeners_once(valkey, store):
    far = await Store.open(valkey.address, tuning=Tuning(sweep=0.1))
    room = new_room()
    await advance(store, room, 0, 3)
    ear = await watched(far, room)
    await valkey.ask("FLUSHALL")
    await until(lambda: ear.resets == 1)
    await far._catch_up.sweep(far._feeds)
    await asyncio.sleep(0.3)
    assert ear.resets == 1
    await far.close()


async def test_a_listener_that_fails_does_not_deafen_the_others(store, caplog):
    class Broken:
        def entries(self, entries):
            raise RuntimeError("broken")

        def reset(self):
            raise RuntimeError("broken")

    room = new_room()
    store.watch(room, Broken())
    ear = await watched(store, room)
    await advance(store, room, 0, 3)
    assert ear.versions == [1, 2, 3]
    assert "a listener of room" in caplog.text


async def test_copies_of_own_commits_are_dropped_when_they_come_back(store):
    room = new_room()
    ear = await watched(store, room)
    told = await advance(store, room, 0, 20)
    await store._catch_up.sweep(store._feeds)
    other = await advance(store, new_room(), 0, 1)
    assert ear.heard == told
    assert other


async def test_an_own_commit_is_told_with_its_answer_and_not_by_its_published_copy(store):
    """So a mover's frame and answer leave in one write."""
    feed, ear = await fed(store)
    feed.committing(MINE)
    assert not feed.message(pack(MINE))
    assert ear.heard == []
    feed.own(MINE)
    assert ear.heard == [MINE]
    assert feed.message(pack(THEIRS))
    assert ear.heard == [MINE, THEIRS]


async def test_what_follows_an_own_commit_may_overtake_its_answer(store):
    feed, ear = await fed(store)
    feed.committing(MINE)
    feed.message(pack(MINE))
    feed.message(pack(THEIRS))
    feed.own(MINE)
    assert ear.heard == [MINE, THEIRS]


async def test_a_commit_that_another_worker_was_faster_with_is_not_told(store):
    feed, ear = await fed(store)
    faster, later = Entry(1, 22, b"faster", {}), Entry(2, 33, b"later", {})
    feed.committing(MINE)
    feed.message(pack(faster))
    feed.message(pack(later))
    assert ear.heard == [faster, later]


async def test_an_own_commit_whose_answer_does_not_come_is_found_by_the_sweep(valkey, store):
    quick = await Store.open(valkey.address, tuning=Tuning(sweep=0.1))
    room = new_room()
    ear = await watched(quick, room)
    commit = commit_of(store, room)
    quick._feeds.rooms[room].committing(commit.entry)
    await store.commit(commit)
    await until(lambda: ear.heard == [commit.entry])
    await quick.close()


@pytest.mark.parametrize("published_first", [True, False])
async def test_an_own_commit_that_was_kept_without_an_answer_is_told_when_both_are_known(store, published_first):
    feed, ear = await fed(store)
    feed.committing(MINE)
    if published_first:
        feed.message(pack(MINE))
    feed.unanswered()
    if not published_first:
        feed.message(pack(MINE))
    assert ear.heard == [MINE]


async def test_a_commit_of_another_worker_takes_the_room_out_of_this_ones_hand(valkey, store):
    async def on_wake(room: str, at: int) -> None:
        raise AssertionError("woken by memory although another worker has moved the wake")

    store.wake_rooms(on_wake)
    room = new_room()
    await watched(store, room)
    await store.commit(commit_of(store, room, wake=store.now() + 60_000))
    assert room in store._timers.alarms.wakes
    other = await Store.open(valkey.address)
    await other.commit(commit_of(other, room, 1, wake=other.now() + 120_000))
    await until(lambda: room not in store._timers.alarms.wakes)
    await other.close()
