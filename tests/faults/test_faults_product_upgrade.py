"""R16: what any version has stored goes on in the next; and a worker never writes a room newer than itself."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import aiohttp
import pytest

from server.store.store import Store
from tests.doors import Lean
from tests.faults.golden_rooms import CHOICES, put_back
from tests.faults.product_crowd import WORKER, Crowd, Tabs, crowd
from tests.players import Lost
from tests.playing import crazy_eights, over, play_all
from tests.served import Served
from tests.stores import Server

KEPT = sorted((Path(__file__).parent / "golden").glob("schema-*.json"))


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
async def test_rooms_of_every_version_go_on(valkey: Server, tmp_path: Path, rng: random.Random, file: Path):
    kept = read(file)
    await put_back(valkey, kept)
    worker = Served(tmp_path / "worker", store=f"unix://{valkey.address.path}", program=WORKER)
    worker.start()
    try:
        for room in kept["rooms"]:
            await goes_on(worker, rng, room)
        assert not worker.errors()
    finally:
        worker.end()


def read(file: Path) -> dict:
    return json.loads(file.read_bytes())


async def goes_on(worker: Served, rng: random.Random, room: dict) -> None:
    """Everybody comes back to his seat and his cards, and plays on to the end."""
    players = [Lean(f"P{n}", [worker.url], random.Random(rng.random())) for n in range(len(room["people"]))]
    try:
        for player, was in zip(players, room["people"], strict=True):
            player.token = was["token"]
            await player.connect(worker.url)
            answer = await player.enter(room["code"])
            assert (answer["seat"], answer["act"]) == (was["seat"], was["act"]), room["name"]
            assert (player.belief.own and player.belief.own["hand"]) == was["hand"], room["name"]
        phase = players[0].belief.room["phase"]
        if phase == "lobby":
            await players[0].ask("bot", seat=1, level=None)  # who would take his time
            await players[0].ask("start")
        elif phase == "over":
            for player in players:
                await player.ask("rematch")
        for player in players:
            await player.until(lambda player=player: not over(player) and player.belief.table is not None)
        async with asyncio.timeout(60):
            await play_all(players, CHOICES[room["game"]])
        for player in players:
            assert await player.agrees(), room["name"]
    finally:
        for player in players:
            await player.close()


def test_this_version_has_kept_its_rooms():
    from server.rooms.document import SCHEMA

    assert f"schema-{SCHEMA}" in [file.stem for file in KEPT]


async def moved_by_the_newer(c: Crowd, session: aiohttp.ClientSession, old: Served, new: Served) -> tuple[str, Tabs]:
    """A room of two that the old worker has in hand and the new one has written; its code, and who is on turn."""
    c.servers = [old]
    await c.sit(session, 1)
    players = c.tables[0].players
    for player in players:
        player.urls = [old.url, new.url]
        await player.until(lambda player=player: player.belief.table is not None)
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
    old = Served(tmp_path / "old", store=url, program=WORKER, env={**env, "WITHOUT": without})
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
            assert await schema_of(c, code) == 2
            with pytest.raises(Lost):  # he is told `worker.leaving`
                await on_turn.act(crazy_eights(on_turn))
            on_turn.urls = [new.url]
            await on_turn.come_back()
            await on_turn.finish()
            assert on_turn.n == 1
            async with asyncio.timeout(30):
                await play_all(c.tables[0].players, crazy_eights)
            assert await schema_of(c, code) == 2
            assert not old.errors() + new.errors()
        finally:
            for server in (old, new):
                server.end()


async def test_an_old_worker_that_writes_all_the_same_would_be_seen(tmp_path: Path, rng: random.Random):
    async with crowd(tmp_path, rng, 0) as c, aiohttp.ClientSession() as session:
        old, new = await old_and_new(tmp_path, c, "step back")
        try:
            code, on_turn = await moved_by_the_newer(c, session, old, new)
            assert await schema_of(c, code) == 2
            await on_turn.act(crazy_eights(on_turn))
            assert await schema_of(c, code) == 1
        finally:
            for server in (old, new):
                server.end()


async def test_an_old_program_does_not_start_on_a_newer_store(tmp_path: Path, rng: random.Random):
    async with crowd(tmp_path, rng, 0) as c:
        old, new = await old_and_new(tmp_path, c)
        try:
            assert old.terminate() == 0
            old.spawn()
            assert old.process.wait(20) == 1
            last = old.log.read_text().splitlines()[-1]
            assert last == "The store is of schema 2, this program knows 1: start a newer one."
        finally:
            for server in (old, new):
                server.end()
