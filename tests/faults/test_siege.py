"""A siege of each door: the worker lives, keeps nothing of it, says little about it, and serves the next one."""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path

import pytest

from tests.faults.product_crowd import WORKER
from tests.faults.siege import SOCKETS, AtArena, AtJson, AtNative, Besieger, Siege
from tests.support.doors import Lean
from tests.support.playing import sit_down
from tests.support.served import Served, serve
from tests.support.stores import until

SECONDS = 600 if os.environ.get("NIGHTLY") else 20
SETTLED = 60.0
"""Seconds within which nothing is left: engine.io's task for pings sleeps on for up to 25 after its session."""
KEPT = ("connections", "sessions", "tasks", "descriptors")
MORE = {"connections": 0, "sessions": 0, "tasks": 8, "descriptors": 4}
"""What may be more afterwards: matches of bots go on, and the store's links come and go."""
MEMORY = 80_000_000
LOG = 100_000
ENV = {"PAIJU_SOCKETS_PER_ADDRESS": "1000", "ARENA_RATE_LIMITS": "off"}


def figures(server: Served) -> dict[str, float]:
    """What it holds right now."""
    told = server.metrics()
    connections = sum(value for name, value in told.items() if name.startswith("paiju_connections{"))
    return {"connections": connections, **{name: told[f"paiju_{name}"] for name in KEPT[1:]}}


@pytest.mark.timeout(SECONDS + 240)
@pytest.mark.parametrize("door", [AtNative, AtJson, AtArena], ids=["native", "json", "arena"])
async def test_a_siege_leaves_nothing_behind(tmp_path: Path, rng: random.Random, door: type[Besieger]):
    with serve(tmp_path, program=WORKER, env=ENV) as server:
        before = figures(server)
        await Siege(server, door, rng, 2).lay()  # what is loaded and kept once for all
        assert server.process.poll() is None
        memory, log = server.rss(), server.log.stat().st_size
        siege = Siege(server, door, rng, SECONDS)
        await siege.lay()
        assert server.process.poll() is None
        await quiet(server, before)
        print(siege.answers.most_common(40), figures(server), server.rss() - memory, server.log.stat().st_size - log)
        assert siege.answers.total() > 10 * SOCKETS
        assert siege.answers["ok"] > SOCKETS
        assert len(siege.answers) > 8, "refusals of many kinds"
        assert server.rss() - memory < MEMORY
        assert server.log.stat().st_size - log < LOG
        assert server.errors() == []
        zoe = Lean("Zoe", [server.url], rng)
        await sit_down([zoe], "crazy-eights")
        await zoe.close()
        assert await asyncio.to_thread(server.terminate) == 0


async def quiet(server: Served, before: dict[str, float]) -> None:
    """Returns when it holds no more than before."""

    def settled() -> bool:
        now = figures(server)
        return all(now[name] <= before[name] + MORE[name] for name in KEPT)

    try:
        await until(settled, SETTLED)
    except TimeoutError:
        pytest.fail(f"{figures(server)} is kept, {before} was")
