"""Most WebSocket libraries ping every 20 seconds. Whole matches with those that do, at every door."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arena.arena_client import Bot
from tests.arena.duel import seat_both
from tests.e2e.arena_bots import EVERY, HeartbeatBot, ScriptBot, WebsocketsBot
from tests.e2e.pinging import HeartbeatAtJson, HeartbeatAtNative, WebsocketsAtJson, WebsocketsAtNative
from tests.support.playing import whole_game
from tests.support.served import Served, serve

DOORS = [HeartbeatAtJson, WebsocketsAtJson, HeartbeatAtNative, WebsocketsAtNative]
ARENA = {
    "ARENA_TARGET_SCORE": "30", "ARENA_TURN_GAP": "0.02", "ARENA_ROUND_PAUSE": "0", "ARENA_CHALLENGE_SECONDS": "0",
    "ARENA_COUNTDOWN_SECONDS": "1.2", "ARENA_RATE_LIMITS": "off",
}  # fmt: skip


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serve(tmp_path_factory.mktemp("pinged"), env=ARENA) as one:
        yield one
        assert one.errors() == []


@pytest.mark.parametrize("kind", DOORS)
async def test_clients_that_ping_play_a_whole_match(served: Served, rng: random.Random, kind):
    players = [kind(f"P{n}", [served.url], random.Random(rng.random())) for n in range(4)]
    await whole_game(players, first=lambda: all(player.ws.answered for player in players))
    assert [(player.gone, player.offline) for player in players] == [([], [])] * 4


@pytest.mark.parametrize("kind", [HeartbeatBot, WebsocketsBot])
async def test_bots_that_ping_play_a_whole_match_in_the_arena(served: Served, kind: type[Bot]):
    await arena_match(kind(served.url, "Ada"), kind(served.url, "Bob"))


async def test_bots_in_javascript_play_a_whole_match_in_the_arena(served: Served, program: Path):
    ada, bob = ScriptBot(served.url, "Ada"), ScriptBot(served.url, "Bob")
    ada.program = bob.program = program
    await arena_match(ada, bob)


async def arena_match(one: Bot, other: Bot) -> None:
    began = time.monotonic()
    async with one, other:
        await seat_both(one, other)
        for bot in (one, other):
            assert (await bot.until("gameEnd", seconds=60))["reason"] == "played_out"
            assert len(bot.events("gameStart")) == 1
            assert [a for a in bot.answers if a[2].get("result", {}).get("penalty")] == []
    assert time.monotonic() - began > 4 * EVERY, "time enough for an unanswered ping to end it"
