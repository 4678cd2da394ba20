"""R13: a client that does not read is cut after 256 frames or a megabyte, and may return; the others notice nothing."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import socket
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import msgpack
import pytest

from tests.faults.product_crowd import Crowd, crowd
from tests.faults.product_fuzz import frame, opening
from tests.support.doors import Lean
from tests.support.playing import sit_down
from tests.support.stores import until

pytestmark = pytest.mark.alone

NIGHTLY = bool(os.environ.get("NIGHTLY"))
SLOW = 99 if NIGHTLY else 30
KINDS = ("never reads", "pongs blindly", "a byte a second")
TEXT = "x" * 200


@contextlib.asynccontextmanager
async def slow(port: int, code: str, kind: str, name: str) -> AsyncIterator[socket.socket]:
    """Somebody who looks on at that table and hardly reads; a small window, so that the kernel hides little."""
    loop = asyncio.get_running_loop()
    door = socket.socket()
    door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    door.setblocking(False)
    await loop.sock_connect(door, ("127.0.0.1", port))
    enter = msgpack.packb({"type": 2, "nsp": "/", "id": 1, "data": ["enter", {"room": code, "name": name}]})
    await loop.sock_sendall(door, opening("native") + frame(2, enter))

    async def behave() -> None:
        while True:
            await asyncio.sleep(1 if kind == "a byte a second" else 0.1)
            if kind == "a byte a second":
                await loop.sock_recv(door, 1)
            elif kind == "pongs blindly":
                await loop.sock_sendall(door, frame(1, b"3"))

    behaving = asyncio.create_task(behave())
    try:
        yield door
    finally:
        behaving.cancel()
        await asyncio.gather(behaving, return_exceptions=True)
        door.close()


def has_heard_more(player: Lean, frames: int) -> bool:
    return player.belief.frames > frames


async def talk(speaker: Lean, others: list[Lean], lines: int) -> float:
    """Say this many long lines; returns the 99th percentile of the time until everybody has heard one, in ms."""
    waits = []
    for _ in range(lines):
        at = [other.belief.frames for other in others]
        began = time.perf_counter()
        await speaker.ask("say", text=TEXT)
        for other, seen in zip(others, at, strict=True):
            await other.until(partial(has_heard_more, other, seen))
        waits.append(time.perf_counter() - began)
    return sorted(waits)[int(len(waits) * 0.99)] * 1000


async def with_slow_ones(c: Crowd, lines: int) -> dict[str, float]:
    """A talk among readers, before and while slow ones are in the room."""
    server = c.servers[0]
    people = [Lean(f"P{n}", [server.url], random.Random(c.rng.random())) for n in range(4)]
    code = await sit_down(people, "crazy-eights")
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(lambda: asyncio.gather(*(person.close() for person in people)))
        before = await talk(people[0], people, 200)
        memory = server.rss()
        for number in range(SLOW):
            await stack.enter_async_context(slow(server.port, code, KINDS[number % 3], f"S{number}"))
        await until(lambda: len(people[0].belief.room["watchers"]) == SLOW)
        during = await talk(people[0], people, lines)
        cut = server.metrics().get('paiju_connections_cut_total{why="slow"}', 0)
        return {"before": before, "during": during, "cut": cut, "memory MB": (server.rss() - memory) / 1e6}


async def test_slow_readers_are_cut_and_nobody_else_notices(tmp_path: Path, rng: random.Random):
    async with crowd(tmp_path, rng, 1, SMALL_KERNEL="1") as c:
        found = await with_slow_ones(c, 700)
        print(found)
        assert found["cut"] == SLOW, found
        assert found["memory MB"] < 100
        assert found["during"] < found["before"] * 3 + 100, found


async def test_without_the_bound_it_would_be_seen(tmp_path: Path, rng: random.Random):
    async with crowd(tmp_path, rng, 1, ["bound"], SMALL_KERNEL="1") as c:
        found = await with_slow_ones(c, 700)
        assert found["cut"] < SLOW


async def test_who_was_cut_may_come_back_and_resume(tmp_path: Path, rng: random.Random):
    async with crowd(tmp_path, rng, 1, SMALL_KERNEL="1") as c:
        server = c.servers[0]
        ann, ben = (Lean(name, [server.url], random.Random(rng.random())) for name in ("Ann", "Ben"))
        await sit_down([ann, ben], "crazy-eights")
        transport = ben.ws._conn.transport
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        transport.pause_reading()
        async with asyncio.timeout(30):
            while not server.metrics().get('paiju_connections_cut_total{why="slow"}'):
                await talk(ann, [ann], 100)
        transport.resume_reading()
        await until(lambda: not ben.here)
        await ben.come_back()
        assert ben.entries
        assert await ben.agrees()
        await ann.close()
        await ben.close()
