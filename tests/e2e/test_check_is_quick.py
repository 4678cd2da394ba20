"""`check` is for every card under a finger: it answers within 5 ms of server time at p99 while people play."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from functools import partial
from pathlib import Path

import pytest

from tests.faults.product_crowd import WORKER
from tests.support.doors import Lean
from tests.support.players import Player, Refusal
from tests.support.playing import crazy_eights, over, sit_down, uno
from tests.support.served import Served
from tests.support.stores import Server

pytestmark = pytest.mark.alone

TABLES = 12
ROUNDS = 40


async def ponder(player: Player, action: dict) -> None:
    """Ask before acting, as a hand does that shows what may be played: legal, or why not."""
    for asked in (action, {"type": "play", "card": "nonsense"}):
        with contextlib.suppress(Refusal):
            assert await player.ask("check", action=asked) == {"legal": True}


async def test_a_dry_run_takes_less_than_five_milliseconds(valkey: Server, tmp_path: Path, rng: random.Random):
    """Two workers: the room in hand is often older than what the player has been shown."""
    url = f"unix://{valkey.address.path}"
    times = [tmp_path / f"times{n}.json" for n in range(2)]
    env = {"STORE_PID": str(valkey.process.pid)}
    workers = [
        Served(tmp_path / f"w{n}", store=url, program=WORKER, env={**env, "CHECK_TIMES": str(times[n])})
        for n in range(2)
    ]
    players: list[Lean] = []
    try:
        for worker in workers:
            worker.start()
        tables = []
        for number in range(TABLES):
            table = [Lean(f"P{n}", [workers[n % 2].url], random.Random(rng.random())) for n in range(2)]
            players += table
            game, choose = (("crazy-eights", crazy_eights), ("uno", uno))[number % 2]
            await sit_down(table, game, **({"options": {"scoring": "winner", "fillBots": False}} if number % 2 else {}))
            await table[0].ask("start")
            tables.append((table, choose))

        async def play(table: list[Lean], choose) -> None:
            for _ in range(ROUNDS):
                for player in table:
                    action = choose(player)
                    if action is None or over(player):
                        continue
                    at = player.belief.cursor[0]

                    def beyond(one: Player, at: int = at) -> bool:
                        return one.belief.cursor[0] > at

                    await ponder(player, action)
                    answer = await player.act(action)
                    if "refused" not in answer:
                        for one in table:
                            await one.until(partial(beyond, one))

        async with asyncio.TaskGroup() as group:
            for table, choose in tables:
                group.create_task(play(table, choose))
        for player in players:
            await player.close()
        assert [worker.terminate() for worker in workers] == [0, 0]
        taken = sorted(time for file in times for time in json.loads(file.read_bytes()))
        p99 = taken[int(len(taken) * 0.99)] * 1000
        print(f"{len(taken)} checks, p50 {taken[len(taken) // 2] * 1000:.2f} ms, p99 {p99:.2f} ms")
        assert len(taken) > 500
        assert p99 < 5
    finally:
        for worker in workers:
            worker.end()
