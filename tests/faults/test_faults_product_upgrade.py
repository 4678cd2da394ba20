"""R16: a worker never writes a room newer than itself; and an older program may follow a newer one."""

from __future__ import annotations

import asyncio
import random
from functools import partial
from pathlib import Path

import aiohttp
import pytest

from server.rooms.document import SCHEMA
from server.store.directory import SIDE_TABLES
from server.store.keys import META
from server.store.store import Store
from tests.faults.product_crowd import WORKER, Crowd, Tabs, crowd
from tests.support.players import Lost, Player
from tests.support.playing import crazy_eights, play_all
from tests.support.served import FROM_SOURCES, Served
from tests.support.stores import Server


def sees_a_match(player: Player) -> bool:
    return player.belief.table is not None


async def moved_by_the_newer(c: Crowd, session: aiohttp.ClientSession, old: Served, new: Served) -> tuple[str, Tabs]:
    """A room of two that the old worker has in memory and the new one has written; returns its code, and who is on
    turn.
    """
    c.servers = [old]
    await c.sit(session, 1)
    players = c.tables[0].players
    for player in players:
        player.urls = [old.url, new.url]
        await player.until(partial(sees_a_match, player))
    on_turn = next(player for player in players if crazy_eights(player) is not None)
    other = next(player for player in players if player is not on_turn)
    await other.hop()  # to the new worker, whose commit it is
    await on_turn.until(lambda: on_turn.here)
    return c.tables[0].code, on_turn


async def schema_of(c: Crowd, code: str) -> int:
    store = await Store.open(c.store.address, schema=99)
    try:
        return (await store.load(await store.find(code))).schema
    finally:
        await store.close()


async def old_and_new(tmp_path: Path, c: Crowd, without: str = "") -> tuple[Served, Served]:
    """A worker of this version, and then one of the next beside it, as in a rolling deployment."""
    url = f"unix://{c.store.address.path}"
    env = {"PAIJU_SOCKETS_PER_ADDRESS": "1000"}
    old = Served(
        tmp_path / "old",
        store=url,
        program=WORKER,
        env={**env, "WITHOUT": without, **(FROM_SOURCES if without else {})},
    )
    new = Served(tmp_path / "new", store=url, program=WORKER, env={**env, "WITHOUT": "being old"})
    old.start()
    new.start()
    c.servers = [old, new]
    return old, new


async def test_an_old_worker_hands_a_newer_room_over(tmp_path: Path, rng: random.Random):
    async with crowd(tmp_path, rng, 0) as c, aiohttp.ClientSession() as session:
        old, new = await old_and_new(tmp_path, c)
        try:
            code, on_turn = await moved_by_the_newer(c, session, old, new)
            assert await schema_of(c, code) == SCHEMA + 1
            with pytest.raises(Lost):  # they are told `worker.leaving`
                await on_turn.act(crazy_eights(on_turn))
            on_turn.urls = [new.url]
            await on_turn.come_back()
            await on_turn.finish()
            assert on_turn.n == 1
            async with asyncio.timeout(30):
                await play_all(c.tables[0].players, crazy_eights)
            assert await schema_of(c, code) == SCHEMA + 1
            assert not old.errors() + new.errors()
        finally:
            for server in (old, new):
                server.end()


async def test_an_old_worker_that_writes_all_the_same_would_be_seen(tmp_path: Path, rng: random.Random):
    async with crowd(tmp_path, rng, 0) as c, aiohttp.ClientSession() as session:
        old, new = await old_and_new(tmp_path, c, "step back")
        try:
            code, on_turn = await moved_by_the_newer(c, session, old, new)
            assert await schema_of(c, code) == SCHEMA + 1
            await on_turn.act(crazy_eights(on_turn))
            assert await schema_of(c, code) == SCHEMA
        finally:
            for server in (old, new):
                server.end()


async def test_an_old_program_goes_on_after_a_newer_one(tmp_path: Path, rng: random.Random):
    """Roll-back: it serves the rooms that the newer one has not written, and leaves the others to it."""
    async with crowd(tmp_path, rng, 0) as c, aiohttp.ClientSession() as session:
        old, new = await old_and_new(tmp_path, c)
        try:
            code, on_turn = await moved_by_the_newer(c, session, old, new)
            c.servers = [old]
            await c.sit(session, 1)
            untouched = c.tables[1]
            for one in (old, new):
                assert one.terminate() == 0
            await asyncio.to_thread(old.start)
            assert await schema_of(c, untouched.code) == SCHEMA
            async with asyncio.timeout(30):
                await play_all(untouched.players, crazy_eights)
            assert await schema_of(c, untouched.code) == SCHEMA

            on_turn.urls = [old.url]
            await on_turn.connect(old.url)
            with pytest.raises(Lost):  # they are told `worker.leaving`
                await on_turn.enter(code)
            assert await schema_of(c, code) == SCHEMA + 1

            await asyncio.to_thread(new.start)
            for player in c.tables[0].players:
                player.urls = [new.url]
                player.dropped()
            async with asyncio.timeout(30):
                await play_all(c.tables[0].players, crazy_eights)
            assert not old.errors() + new.errors()
        finally:
            for server in (old, new):
                server.end()


async def test_an_old_program_does_not_start_on_a_store_that_it_cannot_read(tmp_path: Path, valkey: Server):
    await valkey.ask("HSET", META, SIDE_TABLES, str(SCHEMA + 1))
    old = Served(tmp_path / "old", store=f"unix://{valkey.address.path}").spawn()
    try:
        assert old.process.wait(20) == 1
        assert old.log.read_text() == (
            f"A newer program has changed this store: it can be read from schema {SCHEMA + 1} on, "
            f"this program has schema {SCHEMA}. "
            "Start the newer program.\n"
        )
    finally:
        old.end()
