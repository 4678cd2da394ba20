"""R12: whatever bytes arrive at either door, the server stays up, quiet, small, and fair to the others."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from tests.faults.product_crowd import WORKER
from tests.faults.product_fuzz import Fuzz
from tests.support.doors import Lean
from tests.support.playing import sit_down
from tests.support.served import FROM_SOURCES, PAIJU, Served, serve

pytestmark = pytest.mark.alone

NIGHTLY = bool(os.environ.get("NIGHTLY"))
PACKETS = 1_000_000 if NIGHTLY else 100_000
ATTACKERS = 8
DOORS = ("native", "json", "native", "json", "http")


class Victim:
    """Two people who only want to play, and how long their answers take."""

    def __init__(self, server: Served, rng: random.Random) -> None:
        self.people = [Lean(f"V{n}", [server.url], rng) for n in range(2)]
        self.waits: list[float] = []

    async def play(self) -> None:
        while True:
            for person in self.people:
                began = time.perf_counter()
                await person.ask("ready", on=person.rng.random() < 0.5)
                self.waits.append(time.perf_counter() - began)
                await asyncio.sleep(0.04)  # as fast as a person may at the most

    @property
    def p99(self) -> float:
        return sorted(self.waits)[int(len(self.waits) * 0.99)]


async def visit(server: Served, sent: bytes) -> None:
    """Send it all, read whatever comes, until the server has had enough."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    except OSError:
        return
    try:
        with contextlib.suppress(OSError):
            writer.write(sent)
            async with asyncio.timeout(5):
                while await reader.read(1 << 16):
                    pass
    except TimeoutError:
        pass
    finally:
        writer.transport.abort()


async def attack(server: Served, visits: Iterator[tuple[bytes, int]]) -> int:
    """All visits, some at a time; how many packets were sent."""
    count = 0

    async def attacker() -> None:
        nonlocal count
        for sent, packets in visits:
            await visit(server, sent)
            count += packets

    async with asyncio.TaskGroup() as group:
        for _ in range(ATTACKERS):
            group.create_task(attacker())
    return count


def planned(fuzz: Fuzz, packets: int) -> list[tuple[bytes, int]]:
    """Visits, made before time is taken."""
    doors, visits, count = cycle(DOORS), [], 0
    while count < packets:
        visits.append(fuzz.visit(next(doors)))
        count += visits[-1][1]
    return visits


async def hostile_hour(server: Served, rng: random.Random, packets: int) -> dict[str, float]:
    """What it does to the server: log in MB/min, memory in MB, the victims' p99 in ms."""
    victim = Victim(server, rng)
    decoy = Lean("Decoy", [server.url], rng)
    await sit_down(victim.people, "crazy-eights")
    code = await sit_down([decoy], "crazy-eights")
    fuzz = Fuzz(rng, code)
    warm, rest = planned(fuzz, 5_000), planned(fuzz, packets)
    playing = asyncio.create_task(victim.play())
    try:
        await attack(server, iter(warm))
        began, memory, log = time.monotonic(), server.rss(), server.log.stat().st_size
        victim.waits.clear()
        sent = await attack(server, iter(rest))
        minutes = (time.monotonic() - began) / 60
        return {
            "packets": sent,
            "p99 ms": victim.p99 * 1000,
            "log MB/min": (server.log.stat().st_size - log) / 1e6 / minutes,
            "memory MB": (server.rss() - memory) / 1e6,
            **counted(server.metrics()),
        }
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        for person in (*victim.people, decoy):
            await person.close()


def counted(metrics: dict[str, float]) -> dict[str, float]:
    """How much of it has reached the doors' innermost."""
    refused = sum(value for name, value in metrics.items() if name.startswith("paiju_refused_total"))
    return {"bad packets": metrics["paiju_bad_packets_total"], "refused": refused}


def bearable(found: dict[str, float]) -> bool:
    return found["p99 ms"] < 100 and found["log MB/min"] < 1 and found["memory MB"] < 50


async def test_a_hundred_thousand_bad_packets_hurt_nobody(tmp_path: Path, rng: random.Random):
    with serve(tmp_path, program=(PAIJU, "serve")) as server:
        found = await hostile_hour(server, rng, PACKETS)
        print(found)
        assert found["packets"] >= PACKETS
        assert found["bad packets"] > PACKETS / 200
        assert found["refused"] > PACKETS / 4, "enough of it came as far as a refusal"
        assert bearable(found), found
        assert not server.errors()
        assert server.ready


@pytest.mark.parametrize("guard", ["quiet"])
async def test_without_the_guard_it_would_be_seen(tmp_path: Path, rng: random.Random, guard: str):
    with serve(tmp_path, program=WORKER, env={"WITHOUT": guard, **FROM_SOURCES}) as server:
        found = await hostile_hour(server, rng, 10_000)
        assert not bearable(found), found
        assert server.errors()
