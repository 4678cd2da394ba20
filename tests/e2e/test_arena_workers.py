"""The arena behind one port that several workers share: a session is wherever it was opened, connections anywhere."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
import socketio

from tests.arena.arena_client import Bot
from tests.arena.duel import seat_both
from tests.support.served import Served
from tests.support.stores import until

SETTINGS = {
    "ARENA_TARGET_SCORE": "30", "ARENA_TURN_GAP": "0.02", "ARENA_ROUND_PAUSE": "0", "ARENA_CHALLENGE_SECONDS": "0",
    "ARENA_COUNTDOWN_SECONDS": "0.2",
}  # fmt: skip


@pytest.fixture
async def served(tmp_path, request) -> AsyncIterator[Served]:
    one = Served(tmp_path, workers=2, env={**SETTINGS, "ARENA_RATE_LIMITS": getattr(request, "param", "off")})
    one.start()
    await until(lambda: one.log.read_text().count("worker ready") == 2, 20)
    yield one
    one.end()


def anywhere() -> aiohttp.ClientSession:
    """A new connection for each request, which the system gives to either worker."""
    return aiohttp.ClientSession(connector=aiohttp.TCPConnector(force_close=True))


async def test_clients_that_poll_play_a_match_whichever_worker_answers(served: Served):
    async with Bot(served.url, "Ada") as ada, Bot(served.url, "Bob", transports=("polling", "websocket")) as bob:
        for bot in (ada, bob):
            await bot.http.close()
            bot.http = anywhere()
            bot.sio = socketio.AsyncClient(reconnection=False, http_session=anywhere())
            bot.sio.on("*", bot._hear)
            bot.sio.on("disconnect", lambda *_, bot=bot: bot.closed.set())
        await seat_both(ada, bob)
        for bot in (ada, bob):
            assert (await bot.until("gameEnd", seconds=60))["reason"] == "played_out"
        for bot in (ada, bob):
            async with asyncio.timeout(10):
                await bot.closed.wait()
            ids = [turn["turnId"] for turn in bot.private_turns()]
            assert ids == sorted(set(ids))
            assert len(bot.events("gameStart")) == len(bot.events("gameEnd")) == 1
            assert [a for a in bot.answers if a[2].get("result", {}).get("penalty")] == []
    assert served.errors() == []


@pytest.mark.parametrize("transports", [("polling",), ("websocket",)])
async def test_a_match_goes_on_after_the_server_was_restarted(served: Served, transports: tuple[str, ...]):
    """A client that was told of an end would not come back; one whose line broke does, and says `joinRoom` again."""
    async with Bot(served.url, "Ada", transports=transports) as ada:
        ada.sio = socketio.AsyncClient(reconnection_delay_max=1)
        ada.sio.on("*", ada._hear)

        async def come() -> None:
            await ada.sio.emit("joinRoom", {"roomId": ada.room, "playerId": ada.token})

        ada.sio.on("connect", come)
        await ada.join(await ada.create(sandbox=True), sandbox=True)
        await ada.sio.connect(ada.url, transports=list(transports))
        await ada.until("turn", lambda turn: turn["playerId"] == ada.token)
        ada.plays = False
        heard = len(ada.private_turns())
        assert await asyncio.to_thread(served.terminate) == 0
        await asyncio.to_thread(served.start)
        ada.plays = True
        assert (await ada.until("gameEnd", seconds=60))["reason"] == "played_out"
        assert len(ada.private_turns()) > heard
        assert len(ada.events("gameStart")) == 1


@pytest.mark.parametrize("served", ["on"], indirect=True)
async def test_limits_hold_over_the_workers(served: Served):
    async with anywhere() as http:
        made = []
        for _ in range(8):
            async with http.post(f"{served.url}/api/rooms", json={}) as answer:
                made.append(answer.status)
        assert made == [200] * 5 + [429] * 3


async def test_a_session_of_a_worker_that_has_died_is_said_to_be_gone(served: Served):
    async with anywhere() as http:
        url = f"{served.url}/socket.io/?EIO=4&transport=polling"
        sids = set()
        while len({sid.partition(".")[0] for sid in sids}) < 2:
            async with http.get(url) as opened:
                sids.add(json.loads((await opened.text())[1:])["sid"])
        for sid in sids:
            for _ in range(6):
                async with http.post(f"{url}&sid={sid}", data="3") as answer:
                    assert answer.status == 200
        first = served.workers_pids()[0]
        os.kill(first, signal.SIGKILL)
        await until(lambda: not Path(f"/proc/{first}").exists())
        gone = 0
        for sid in sids:
            async with http.post(f"{url}&sid={sid}", data="3") as answer:
                gone += answer.status == 400
        assert gone
        for strange in ("nobody.x", "../x.y", "x" * 3000, "%00.x"):
            async with http.get(f"{url}&sid={strange}") as answer:
                assert answer.status == 400


@pytest.mark.nightly
async def test_bots_play_to_a_thousand_points_in_less_than_two_minutes(tmp_path):
    one = Served(tmp_path, env={**SETTINGS, "ARENA_TARGET_SCORE": "1000", "ARENA_RATE_LIMITS": "off"})
    one.start()
    try:
        async with Bot(one.url, "Ada") as ada, Bot(one.url, "Bob", transports=("websocket",)) as bob:
            room = await ada.create()
            for bot in (ada, bob):
                await bot.join(room)
                await bot.connect()
            end = await ada.until("gameEnd", seconds=120)
            assert end["reason"] == "played_out"
            assert end["score"] >= 1000
    finally:
        one.end()
