"""Two refusals at the same moment do not crash a worker or leave it deaf. It did happen (decisions/0014)."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from itertools import cycle, islice
from pathlib import Path

import aiohttp
import pytest

from tests.faults.product_crowd import WORKER
from tests.support.doors import Lean, Plain
from tests.support.players import Json, Lost, Player
from tests.support.playing import sit_down
from tests.support.served import Served, serve

ROUNDS = 1000
NOWHERE = "QQQQQQ"
MAC = "02:00:00:00:00:01"
TAB = {"room": NOWHERE, "name": "Ann", "cursor": [3, 1, 77], "know": "0" * 16}
"""A browser tab that comes back to a room that no longer exists."""
REFUSED: list[tuple[str, Json, str]] = [
    ("enter", {"room": NOWHERE, "name": "Ann"}, "room.unknown"),
    ("create", {"game": "uno", "name": "Ann", "options": {"targetScore": -1}}, "INVALID_OPTION"),
    ("enter", TAB, "room.unknown"),
    ("create", {"game": "chess", "name": "Ann"}, "game.unknown"),
    ("create", {"game": "uno", "name": "Ann", "preset": "nobody"}, "UNKNOWN_PRESET"),
]


async def code_of(player: Player, kind: str, body: Json) -> str:
    """The refusal that comes; tried once."""
    answers: list[Json] = []

    def take(answer: Json) -> None:
        answers.append(answer)
        player.stir()

    player.send(kind, body, take)
    await player.until(lambda: answers)
    return answers[0]["refused"]["code"]


async def lives(server: Served, pids: list[int], rng: random.Random) -> None:
    """It is still the same processes; they serve, and stop when they are told to."""
    assert server.process.poll() is None
    assert server.workers_pids() == pids
    player = Lean("Zoe", [server.url], rng)
    assert await sit_down([player], "crazy-eights")
    await player.close()
    assert server.errors() == []
    assert await asyncio.to_thread(server.terminate) == 0


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("door", [Lean, Plain], ids=["native", "json"])
async def test_two_refusals_at_once_do_not_crash_a_worker(
    tmp_path: Path, rng: random.Random, door: type[Plain], workers: int
):
    with serve(tmp_path, workers=workers, program=WORKER) as server:
        pids = server.workers_pids()
        people = [door(f"P{n}", [server.url], rng) for n in range(2 if workers == 1 else 8)]
        wrong: set[tuple[str, str, str]] = set()
        done = 0
        with contextlib.suppress(Lost):
            for kind, body, code in islice(cycle(REFUSED), ROUNDS):
                if done % 50 == 0:
                    await asyncio.gather(*(person.connect(server.url) for person in people))
                codes = await asyncio.gather(*(code_of(person, kind, body) for person in people))
                wrong |= {(kind, code, one) for one in codes if one != code}
                done += 1
        for person in people:
            await person.close()
        await lives(server, pids, rng)
        assert wrong == set()
        assert done == ROUNDS


@pytest.mark.parametrize("workers", [1, 2])
async def test_two_failed_arena_joins_at_once_do_not_crash_a_worker(tmp_path: Path, rng: random.Random, workers: int):
    with serve(tmp_path, workers=workers, program=WORKER, env={"ARENA_RATE_LIMITS": "off"}) as server:
        pids = server.workers_pids()
        for number in range(0, 2 * ROUNDS, 8):
            addresses = [f"127.0.{n // 250}.{n % 250 + 1}" for n in range(number, number + 8)]
            assert set(await asyncio.gather(*(_join(server, one) for one in addresses))) == {(404, "No such room")}
        await lives(server, pids, rng)


async def _join(server: Served, address: str) -> tuple[int, str]:
    """Joins over REST and by socket at once, from a separate address."""
    connector = aiohttp.TCPConnector(local_addr=(address, 0))
    async with aiohttp.ClientSession(server.url, connector=connector) as http:
        by_hand, said = await asyncio.gather(_post(http), _said(http))
        assert by_hand[1] == said
        return by_hand


async def _post(http: aiohttp.ClientSession) -> tuple[int, str]:
    async with http.post(
        f"/api/rooms/{NOWHERE}/join", json={"firstName": "Ann", "lastName": "Lee", "MAC": MAC}
    ) as answer:
        return answer.status, (await answer.json())["error"]


async def _said(http: aiohttp.ClientSession) -> str:
    async with http.ws_connect("/socket.io/?EIO=4&transport=websocket") as ws:
        await ws.send_str("40")
        await ws.send_str(f'42["joinRoom",{{"roomId":"{NOWHERE}"}}]')
        while True:
            message = await ws.receive_str(timeout=20)
            if message.startswith("42"):
                name, body = json.loads(message[2:])
                assert name == "joinError"
                return body["error"]
