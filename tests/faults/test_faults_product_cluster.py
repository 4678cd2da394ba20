"""Outgrowing one machine: a store of three nodes and two workers; a node dies and comes back, a replica is promoted."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp

from tests.faults.product_crowd import Crowd, crowd, judge
from tests.support.stores import Server, cluster, replica_of, until

TABLES = 12
PATIENCE = 20.0  # a cluster takes some seconds to agree that a node is dead


@contextlib.asynccontextmanager
async def playing(folder: Path, rng: random.Random, nodes: list[Server], **settings: str) -> AsyncIterator[Crowd]:
    """People who play at tables that are spread over the nodes, until the block ends; then everybody agrees."""
    connector = aiohttp.TCPConnector(limit=0)
    async with (
        crowd(folder, rng, 2, cluster=nodes[1], **settings) as c,
        aiohttp.ClientSession(connector=connector) as session,
    ):
        await c.sit(session, TABLES)
        async with asyncio.TaskGroup() as group:
            group.create_task(c.play(retry=0))
            yield c
            c.end()
        await c.all_agree()
        assert await judge(c) == {"lost": [], "twice": [], "broken": []}
        assert c.wrong == []
        assert not [error for one in c.servers for error in one.errors()]


async def everybody_moves(c: Crowd) -> float:
    """Every table has moved again; how long the last one took, in seconds."""
    since = asyncio.get_running_loop().time()
    await until(lambda: all(table.moved_at > since for table in c.tables), PATIENCE)
    return asyncio.get_running_loop().time() - since


async def test_a_node_that_is_away_stops_only_its_own_rooms_and_loses_none(tmp_path: Path, rng: random.Random):
    async with cluster(tmp_path / "nodes") as nodes, playing(tmp_path, rng, nodes) as c:
        await c.some_moves(300)
        nodes[0].kill()
        await c.some_moves(100)  # elsewhere, play goes on
        await nodes[0].start()
        print(f"all tables moved {await everybody_moves(c):.1f} s after the node was back")
        assert all(server.ready for server in c.servers)


async def test_matches_go_on_at_a_replica_that_was_promoted(tmp_path: Path, rng: random.Random):
    """One replica each, and a move is accepted when it has it too: what the dead primary had accepted is there."""
    async with contextlib.AsyncExitStack() as stack:
        nodes = await stack.enter_async_context(cluster(tmp_path / "nodes"))
        for number, node in enumerate(nodes):
            await stack.enter_async_context(replica_of(node, tmp_path / f"replica{number}"))
        c = await stack.enter_async_context(playing(tmp_path, rng, nodes, PAIJU_REPLICAS="1"))
        await c.some_moves(300)
        nodes[0].kill()
        others = [table for table in c.tables if table.moved_at]
        assert len(others) == TABLES
        await c.some_moves(50)
        await nodes[0].start()  # it comes back as a replica of its successor: without one, nothing would be accepted
        print(f"all tables moved {await everybody_moves(c):.1f} s after the promotion")
