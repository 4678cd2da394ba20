"""R1, R2 and R9: workers die under load, people retry elsewhere; nothing is lost, doubled or stuck."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.faults.product_crowd import Crowd, crowd, judge
from tests.support import players
from tests.support.belief import Hole
from tests.support.players import Refusal
from tests.support.stores import until

NIGHTLY = bool(os.environ.get("NIGHTLY"))
KILLS, MOVES = (100, 100_000) if NIGHTLY else (12, 20_000)
ENOUGH_CROWDS = 8


async def under_fire(c: Crowd, kills: int, moves: int, patience: float = 5) -> float:
    """Play this many moves while workers die one after another; returns when the last one died."""
    died = 0.0

    async def nemesis() -> None:
        nonlocal died
        for number in range(1, kills + 1):
            await c.some_moves(moves * number // (kills + 1) - c.accepted)
            died = await c.kill(c.rng.randrange(len(c.servers)))
        await c.some_moves(moves - c.accepted)
        # R9: whatever has happened, every room goes on.
        with contextlib.suppress(TimeoutError):
            await until(lambda: all(table.moved_at > died for table in c.tables), patience)
        c.end()

    async with asyncio.TaskGroup() as group:
        group.create_task(nemesis())
        group.create_task(c.play())
    return died


async def test_no_accepted_move_is_lost_and_none_is_made_twice(tmp_path: Path, rng: random.Random):
    async with crowd(tmp_path, rng, 3) as c, aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        await c.sit(session, 40)
        await c.sit(session, 10, seats=1, bots=1)
        died = await under_fire(c, KILLS, MOVES)
        await c.all_agree()
        found = await judge(c)
        assert found == {"lost": [], "twice": [], "broken": []}
        assert c.wrong == [], "a repeated action gets the answer that it got before"
        assert c.accepted >= MOVES
        assert c.retried >= MOVES * 0.15
        assert all(table.moved_at > died for table in c.tables), "every room went on within 5 s of the last fault"
        assert not [error for server in c.servers for error in server.errors()]


@pytest.mark.parametrize(
    ("guard", "kills", "finds"),
    [
        ("dedupe", 0, {"another answer", "twice"}),
        ("commit first", 2, {"lost"}),
        ("cas", 0, {"broken", "hole", "another answer"}),
    ],
)
async def test_without_the_guard_it_would_be_seen(
    tmp_path: Path, rng: random.Random, monkeypatch, guard: str, kills: int, finds: set[str]
):
    monkeypatch.setattr(players, "PATIENCE", 3)
    seen: list[dict[str, list[Any]]] = []
    # A race shows itself to most crowds, not to every one: a crowd may be held up before it comes to it.
    for number in range(ENOUGH_CROWDS):
        seen.append(await _what_a_crowd_finds(tmp_path / str(number), rng, guard, kills))
        if any(seen[-1].get(what) for what in finds):
            return
    raise AssertionError(f"{ENOUGH_CROWDS} crowds have found nothing but {seen}")


async def _what_a_crowd_finds(folder: Path, rng: random.Random, guard: str, kills: int) -> dict[str, list[Any]]:
    await asyncio.to_thread(folder.mkdir)
    connector = aiohttp.TCPConnector(limit=0)
    async with crowd(folder, rng, 2, [guard]) as c, aiohttp.ClientSession(connector=connector) as session:
        await c.sit(session, 10)
        found: dict[str, list[Any]] = {}
        try:
            await under_fire(c, kills, 600, 1)
        except* Hole as holes:
            found["hole"] = [holes]
        except* (Refusal, TimeoutError) as others:
            found["stuck"] = [others]  # a symptom that tells nothing by itself
        return found | {**await judge(c), "another answer": c.wrong}
