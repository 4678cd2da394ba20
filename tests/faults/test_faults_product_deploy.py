"""R15: workers are replaced one after another under load; nothing is lost, and nobody is away for long."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import aiohttp

from tests.faults.product_crowd import Crowd, crowd, judge
from tests.support import players
from tests.support.belief import Hole
from tests.support.doors import Lean
from tests.support.players import Player, Refusal
from tests.support.playing import sit_down
from tests.support.served import serve
from tests.support.stores import until

ROUNDS = 10 if os.environ.get("NIGHTLY") else 2


def all_gone(people: Sequence[Player]) -> bool:
    return not any(one.here for one in people)


async def rolling(c: Crowd, rounds: int, between: int) -> list[int]:
    """SIGTERM to each worker in turn, and a new one in its place; the exit codes."""
    codes: list[int] = []

    async def deploy() -> None:
        for _ in range(rounds):
            for server in c.servers:
                await c.some_moves(between, 20)
                codes.append(await asyncio.to_thread(server.terminate))
                await asyncio.to_thread(server.start)
        await c.some_moves(between, 20)
        c.end()

    async with asyncio.TaskGroup() as group:
        group.create_task(deploy())
        group.create_task(c.play(0.05))
    return codes


async def test_a_rolling_restart_loses_nothing(tmp_path: Path, rng: random.Random):
    connector = aiohttp.TCPConnector(limit=0)
    async with crowd(tmp_path, rng, 3) as c, aiohttp.ClientSession(connector=connector) as session:
        await c.sit(session, 25)
        codes = await rolling(c, ROUNDS, 300)
        await c.all_agree()
        assert codes == [0] * 3 * ROUNDS
        assert await judge(c) == {"lost": [], "twice": [], "broken": []}
        assert c.wrong == []
        away = [seconds for player in c.players for seconds in player.offline]
        print(f"{len(away)} times away, {max(away):.2f} s at the most")
        assert len(away) >= 25, "people were sent elsewhere"
        assert max(away) < 3
        told = [code for player in c.players for code in player.gone]
        assert "worker.leaving" in told, "they were told so"
        assert not [error for server in c.servers for error in server.errors()]


async def test_a_worker_with_something_to_save_would_be_seen(tmp_path: Path, rng: random.Random, monkeypatch):
    monkeypatch.setattr(players, "PATIENCE", 3)
    connector = aiohttp.TCPConnector(limit=0)
    async with (
        crowd(tmp_path, rng, 2, ["commit first"]) as c,
        aiohttp.ClientSession(connector=connector) as session,
    ):
        await c.sit(session, 10)
        with contextlib.suppress(BaseExceptionGroup):
            try:
                await rolling(c, 1, 50)
            except* (Hole, Refusal, TimeoutError):
                pass
        assert (await judge(c))["lost"]


async def test_clients_that_reconnect_by_themselves_hardly_notice(tmp_path: Path, rng: random.Random):
    """A worker that stops closes its doors at once: who asks the next one is in."""
    async with crowd(tmp_path, rng, 2) as c, aiohttp.ClientSession() as session:
        await c.sit(session, 4)
        for server in c.servers:
            stopping = asyncio.create_task(asyncio.to_thread(server.terminate))
            here = [player for player in c.players if player.url == server.url]
            await until(partial(all_gone, here))
            for player in here:
                await player.come_back()
                assert await player.agrees()
            assert await stopping == 0
            await asyncio.to_thread(server.start)
        assert max((seconds for player in c.players for seconds in player.offline), default=0) < 3


async def test_a_worker_of_one_server_is_replaced_when_it_dies(tmp_path: Path, rng: random.Random):
    """`--workers 2`: the others go on, and soon there are as many as before."""
    with serve(tmp_path, workers=2) as server:
        people = [Lean(f"P{n}", [server.url], random.Random(rng.random())) for n in range(6)]
        await sit_down(people, "crazy-eights")
        first = server.workers_pids()
        assert len(first) == 2
        os.kill(first[0], signal.SIGKILL)
        await until(lambda: len(server.workers_pids()) == 2 and first[0] not in server.workers_pids())
        for player in people:
            if not player.here:
                await player.come_back()
            await player.ask("say", emote="clap")
        for player in people:
            await player.close()
