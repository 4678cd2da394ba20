"""What is found by name in every store: codes, secrets, buckets, boards, connections, and the schema number."""

from __future__ import annotations

import asyncio

import pytest

from server.store.boards import Row
from server.store.store import Store
from server.store.types import OldWorker
from tests.support.stores import until


async def test_a_code_belongs_to_one_room(worker, other):
    codes = await asyncio.gather(*((worker, other)[n % 2].claim_code(f"room {n}") for n in range(40)))
    assert len(set(codes)) == 40
    assert await other.find(codes[7]) == "room 7"
    await worker.drop_code(codes[7])
    assert await other.find(codes[7]) is None
    assert await other.find("nonsense") is None
    assert await other.find("01ILO?") is None


async def test_a_taken_code_is_drawn_again_and_an_expired_one_is_replaced(worker):
    draws = iter(["AAAAAA", "AAAAAA", "BBBBBB", "CCCCCC"])
    directory = worker.directory
    directory._draw = lambda: next(draws)
    for code in ("AAAAAA", "BBBBBB", "CCCCCC"):
        await worker.drop_code(code)
    assert await directory.claim_code("one", 60_000) == "AAAAAA"
    assert await directory.claim_code("two", 60_000) == "BBBBBB"
    assert await directory.keep_code("one", "AAAAAA", 60_000) == "AAAAAA"
    assert await directory.keep_code("one", "BBBBBB", 60_000) == "CCCCCC"
    await directory.drop_code("BBBBBB", room="one")
    assert await worker.find("BBBBBB") == "two"


async def test_all_workers_share_one_secret(worker, other):
    one, two = await asyncio.gather(worker.directory.secret(), other.directory.secret())
    assert one == two
    assert len(one) == 32


async def test_a_bucket_holds_over_all_workers_and_refills(worker, other):
    waits = [await store.take("say", "k", 0.5, 3) for store in (worker, other) * 2]
    assert waits[:3] == [0, 0, 0]
    assert 0 < waits[3] <= 2_000
    assert await worker.take("say", "another", 0.5, 3, cost=4) > 0
    assert await worker.take("say", "another", 0.5, 3, cost=3) == 0
    assert await worker.take("move", "k", 20, 1) == 0

    async def refilled() -> bool:
        return await other.take("move", "k", 20, 1) == 0

    await until(refilled)


async def test_a_match_is_booked_once(worker, other):
    rows = [Row("ann", 30, {"played": 1, "won": 1}), Row("bob", -10, {"played": 1})]
    booked = await asyncio.gather(*(store.boards.book("b", "match 1", rows) for store in (worker, other) * 5))
    assert sum(booked) == 1
    assert await worker.boards.book("b", "match 2", [Row("bob", 5, {"played": 1})])
    assert await other.boards.top("b", 10, ["played", "won"]) == [
        Row("ann", 30, {"played": 1, "won": 1}),
        Row("bob", -5, {"played": 2, "won": 0}),
    ]
    assert [row.player for row in await other.boards.top("b", 1)] == ["ann"]


async def test_connections_of_a_dead_worker_are_found_once(worker, other, place):
    dead = await Store.open(place, worker="dead")
    await dead.presence.hold("room|1|1")
    await dead.presence.hold("room|2|1")
    await dead.presence.release("room|2|1")
    await worker.presence.hold("room|3|1")
    assert await other.presence.orphans() == []
    await dead.close()
    found = await asyncio.gather(worker.presence.orphans(), other.presence.orphans())
    assert sorted(found[0] + found[1]) == ["room|1|1"]
    for store in (worker, other):
        await store.presence.release("room|1|1")
    await worker.presence.release("room|3|1")
    assert await other.presence.orphans() == []


async def test_an_orphan_whose_finder_dies_too_is_found_again(worker, place):
    for name in ("first", "second"):
        mortal = await Store.open(place, worker=name)
        if name == "first":
            await mortal.presence.hold("room|9|9")
        else:
            assert await mortal.presence.orphans() == ["room|9|9"]
        await mortal.close()
    assert await worker.presence.orphans() == ["room|9|9"]
    await worker.presence.release("room|9|9")


async def test_a_worker_taken_for_dead_holds_its_connections_again(worker, other):
    await worker.presence.hold("room|4|1")
    await other._commands.call("ZADD", "pj1:{w}:workers", 0, worker.worker)
    assert await other.presence.orphans() == ["room|4|1"]
    held = "pj1:{w}:held:" + worker.worker
    await worker._heartbeat.beat()

    async def held_again() -> bool:
        return await other._commands.call("SCARD", held) == 1

    await until(held_again)
    await other.presence.release("room|4|1")


async def test_a_newer_program_leaves_the_store_open_to_older_ones(worker, place):
    """Going back must be possible, to release 0.1 as well: it does not start when this number is above its own."""
    newer = await Store.open(place, schema=2)
    assert await newer._commands.call("HGET", "pj1:meta", "schema") == b"1"
    older = await Store.open(place, schema=1)
    await older.close()
    await newer.close()


async def test_a_store_that_only_newer_programs_can_read_is_not_touched(worker, place):
    newer = await Store.open(place, schema=2, readable_from=2)
    try:
        with pytest.raises(OldWorker, match=r"from schema 2 on, this program has schema 1\."):
            await Store.open(place, schema=1)
        newest = await Store.open(place, schema=3, readable_from=1)
        assert await newest._commands.call("HGET", "pj1:meta", "schema") == b"2"
        await newest.close()
    finally:
        await worker._commands.call("HSET", "pj1:meta", "schema", 1)
        await newer.close()


async def test_a_store_of_an_older_program_is_brought_forward(worker, place):
    async def step(commands) -> None:
        await commands.call("SET", "pj1:migrated", 1)

    await worker.directory.migrate(2, 2, [step])
    assert await worker._commands.call("GET", "pj1:migrated") == b"1"
    assert await worker._commands.call("HGET", "pj1:meta", "schema") == b"2"
    await worker._commands.call("HSET", "pj1:meta", "schema", 1)
