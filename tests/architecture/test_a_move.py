"""The path of one move: its length, and that docs/a-move.md describes it correctly."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import aiohttp
import msgpack
import msgspec
import pytest
from aiohttp import web

from games.catalog import installed
from games.chance import Chance
from server.base.settings import Settings
from server.doors.application import build_edge
from server.rooms.registry import Rooms
from server.store.store import Store
from tests.architecture.a_move import Calls, profiled, told_way

NAMES = ("Ann", "Ben", "Cem", "Dan")
MOVES = 40
MOST_CALLS, MOST_FILES, MOST_CHANGES = 108, 32, 14


class Player:
    """At the native door, and with no code of the server's own, so that only the server's calls are counted."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws
        self.number = 0
        self.frames = 0
        self.own: Any = None

    async def ask(self, kind: str, **body: Any) -> Any:
        self.number += 1
        await self.ws.send_bytes(msgpack.packb({"type": 2, "nsp": "/", "data": [kind, body], "id": self.number}))
        while (packet := await self._next())["type"] != 3:
            pass
        return packet["data"][0]["ok"]

    async def framed(self, frames: int) -> None:
        while self.frames < frames:
            await self._next()

    async def _next(self) -> Any:
        message = await self.ws.receive(timeout=60)
        while message.type is aiohttp.WSMsgType.TEXT:  # a ping, on a machine that is that slow
            await self.ws.send_str("3")
            message = await self.ws.receive(timeout=60)
        packet = msgpack.unpackb(message.data, strict_map_key=False)
        self.frames += packet["type"] == 2 and packet["data"][0] in "fb"
        return packet


@contextlib.asynccontextmanager
async def table(rooms: Rooms, store: Store) -> AsyncIterator[tuple[str, list[Player]]]:
    """A match of UNO that has begun, and the four people who play it."""
    edge = build_edge(Settings(), rooms, await store.directory.secret())
    runner = web.AppRunner(edge.app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    url = f"http://127.0.0.1:{runner.addresses[0][1]}/ws/?EIO=4&transport=websocket"
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(rooms.close)
        stack.push_async_callback(runner.cleanup)
        session = await stack.enter_async_context(aiohttp.ClientSession())
        players = []
        for _ in NAMES:
            players.append(Player(await stack.enter_async_context(session.ws_connect(url))))
            await players[-1].ws.receive()
            await players[-1].ws.send_bytes(msgpack.packb({"type": 0, "nsp": "/", "data": {"protocol": 1}}))
            await players[-1].ws.receive()
            await players[-1].ws.receive()
        code = (await players[0].ask("create", game="uno", name=NAMES[0], practice="a-move"))["code"]
        for player, name in zip(players, NAMES, strict=True):
            await player.ask("enter", room=code, name=name, sit=True)
        await players[0].ask("start")
        yield await rooms.find(code), players


async def moves(store: Store) -> list[Calls]:
    """What each move of a match is for the server."""
    rooms, rng = Rooms(store, installed(only=["uno"])), random.Random(7)
    seen: list[Calls] = []
    async with table(rooms, store) as (room_id, players):
        sent = [0] * len(players)
        for player in players:
            player.frames = 0
        while len(seen) < MOVES:
            for player in players:
                await player.framed(len(seen))
            room = await rooms.room(room_id)
            await asyncio.sleep(0)  # the task of that look is done, and says so now, not during the move
            state = msgspec.msgpack.decode(room.hot.state, type=room.game.State)
            assert room.game.random_action is not None
            seat = rng.choice([seat for seat in range(len(players)) if room.game.own(state, seat).legalActions])
            action = msgspec.to_builtins(room.game.random_action(state, seat, Chance(rng.randbytes(8))))
            sent[seat] += 1
            seen.append(await profiled(partial(players[seat].ask, "act", n=sent[seat], action=action)))
    return seen


@pytest.fixture
async def usual(store: Store) -> Calls:
    """The one in the middle of forty moves: what else the loop does meanwhile (a beat, a sweep) is rare."""
    made = sorted(await moves(store), key=lambda calls: len(calls.made))
    return made[len(made) // 2]


async def test_a_move_is_short(usual: Calls):
    way = "\n".join(" ".join(call) for call in usual.made)
    print(f"{len(usual.made)} calls, {len(usual.files)} files, {usual.changes} changes of package\n{way}")
    assert len(usual.made) <= MOST_CALLS
    assert len(usual.files) <= MOST_FILES
    assert usual.changes <= MOST_CHANGES


async def test_its_way_is_told_as_it_is(usual: Calls):
    """docs/a-move.md names each file that a move passes, and no other, in the order in which it is first passed."""
    assert told_way() == usual.files
