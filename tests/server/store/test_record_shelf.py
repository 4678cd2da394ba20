"""Records: announced by the commit that ends a match, made by one worker at a time, kept once, and not for ever."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
import pytest

from server.store.keys import RECORDS, SHARDS, is_record_id, pulse_key, record_id, shard, shard_key, shard_of_record
from server.store.record_shelf import Announced, KeptRecord, RecordShelf
from server.store.review_shelf import Pulse
from server.store.store import Store
from server.store.types import Turn, Unavailable
from tests.server.store.store_suite import commit_of, new_room
from tests.support.stores import until

LONG = 3_600_000


async def ended(store: Store) -> tuple[str, str]:
    """A room whose first match has just ended, and the id of the record."""
    room = new_room()
    record = record_id(secrets.token_bytes(32), room)
    await store.commit(commit_of(store, room, turn=Turn(1, "start", b"dealt")))
    await store.commit(commit_of(store, room, 1, turn=Turn(1, "end", b"won", record)))
    return room, record


def impatient(store: Store) -> RecordShelf:
    return RecordShelf(store._commands, store._scripts, clustered=store.kind.clustered, lease=50)


def test_an_id_names_the_shard_of_its_room_and_nothing_else_is_one():
    room = new_room()
    record = record_id(secrets.token_bytes(32), room)
    assert is_record_id(record)
    assert shard_of_record(record) == shard(room)
    for wrong in ("", record[:-1], record + "a", record.upper(), record[:-1] + "b", record[:-1] + "\n", "é" * 26):
        assert not is_record_id(wrong)


async def test_the_commit_that_ends_a_match_announces_its_record(worker: Store, other: Store):
    room, record = await ended(worker)
    assert await other.records.find(record) == Announced(room, 1)
    assert await other.records.find(record_id(bytes(32), room)) is None


async def test_one_worker_at_a_time_makes_a_record_and_another_one_if_it_dies(worker: Store, other: Store):
    _, record = await ended(worker)
    mine, theirs = impatient(worker), impatient(other)
    assert record in await mine.claim()
    assert record not in await other.records.claim()

    async def free() -> bool:
        return record in await theirs.claim()

    await until(free)


async def test_a_record_that_takes_long_to_make_is_held(worker: Store, other: Store):
    _, record = await ended(worker)
    shelf = impatient(worker)
    assert record in await shelf.claim()
    await worker.records.hold(record)

    async def free() -> bool:
        return record in await impatient(other).claim()

    for _ in range(30):
        assert not await free()


async def test_a_node_that_is_down_holds_up_no_records_of_the_others(store: Store, monkeypatch):
    _, record = await ended(store)
    clustered = RecordShelf(store._commands, store._scripts, clustered=True)
    run, down = store._commands.run, set(range(SHARDS)) - {shard_of_record(record)}

    async def some_answer(script: Any, keys: list[str], *arguments: Any) -> Any:
        if any(keys == [shard_key(number, "rq")] for number in down):
            raise Unavailable("that node is down")
        return await run(script, keys, *arguments)

    monkeypatch.setattr(store._commands, "run", some_answer)
    assert await clustered.claim() == [record]
    down.add(shard_of_record(record))
    with pytest.raises(Unavailable):
        await clustered.claim()


async def test_a_record_is_kept_once(worker: Store, other: Store):
    _, record = await ended(worker)
    assert await worker.records.keep(record, b"first", LONG)
    assert not await other.records.keep(record, b"second", LONG)
    assert await other.records.find(record) == KeptRecord(b"first", frozenset())
    await worker.records.hold(record)
    assert record not in await impatient(worker).claim()


async def test_who_agrees_is_noted_with_the_record(worker: Store):
    _, record = await ended(worker)
    assert not await worker.records.agree(record, "ann")
    await worker.records.keep(record, b"data", LONG)
    assert await worker.records.agree(record, "ann")
    assert await worker.records.find(record) == KeptRecord(b"data", frozenset({"ann"}))


async def test_what_cannot_be_made_is_no_longer_announced(worker: Store):
    _, record = await ended(worker)
    await worker.records.drop(record)
    assert await worker.records.find(record) is None
    assert record not in await impatient(worker).claim()
    assert not await worker.records.keep(record, b"late", LONG)


async def test_the_oldest_make_place_and_the_too_old_go(worker: Store):
    kept = []
    for number in range(5):
        _, record = await ended(worker)
        gone = await worker.records.weigh(record, 100, 1_000 + number, LONG, 300)
        await worker.records.keep(record, b"data", LONG)
        kept.append(record)
        assert gone == (kept[number - 3 : number - 2] if number >= 3 else [])
    assert [await worker.records.find(record) is not None for record in kept] == [False, False, True, True, True]
    _, record = await ended(worker)
    assert await worker.records.weigh(record, 100, 1_003 + LONG, LONG, 10_000) == kept[2:4]
    assert await worker.records.weigh(record, 100, 1_003 + LONG, LONG, 10_000) == [], "it counts once"


async def three_kept(store: Store) -> list[str]:
    """Records of a hundred bytes each, oldest first, which fill their place."""
    await store._commands.call("DEL", *RECORDS)
    kept = []
    for number in range(3):
        _, record = await ended(store)
        await store.records.weigh(record, 100, 2_000 + number, LONG, 300)
        await store.records.keep(record, b"data", LONG)
        kept.append(record)
    return kept


async def test_what_comes_to_a_record_counts_too(worker: Store):
    weigh, kept = worker.records.weigh, await three_kept(worker)
    assert await weigh(kept[1], 50, 2_003, LONG, 350, more=True) == []
    assert await weigh(kept[1], 50, 2_003, LONG, 350, more=True) == kept[:1]
    assert await weigh(kept[0], 50, 2_003, LONG, 300, more=True) == [], "it is no longer kept"
    _, record = await ended(worker)
    assert await weigh(record, 100, 2_004, LONG, 200) == kept[1:2], "it goes with all that came to it"


async def test_what_comes_to_the_oldest_record_makes_the_others_go(worker: Store):
    weigh, kept = worker.records.weigh, await three_kept(worker)
    assert await weigh(kept[0], 150, 2_003, LONG, 300, more=True) == kept[1:]


async def test_a_review_that_another_has_taken_over_stays_theirs(worker: Store, other: Store):
    _, record = await ended(worker)
    await worker.records.keep(record, b"data", LONG)
    first, second = Pulse("first", 0, 0, None), Pulse("second", 0, 0, None)
    assert await worker.reviews.begin(record, 0, "ann", first) == ""
    await worker._commands.call("DEL", pulse_key(record, 0))  # it was silent for too long
    assert await other.reviews.begin(record, 0, "ben", second) == ""
    assert not await worker.reviews.beat(record, 0, "ann", msgspec.structs.replace(first, done=5))
    await worker.reviews.end(record, 0, "ann", first)
    assert await other.reviews.pulse(record, 0) == second
    assert await other.reviews.begin(record, 1, "ann", first) == "", "nothing more is made for the first person"
    await other.reviews.end(record, 0, "ben", second)
    assert await other.reviews.pulse(record, 0) is None
