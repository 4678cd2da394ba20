"""A real server with the arena on a separate port, and clients as the contract describes them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from aiohttp import web

from games.catalog import installed
from server.base.settings import Settings
from server.boards.board_pages import BoardPages
from server.boards.standings import Standings
from server.doors.face import Doors
from server.rooms.registry import Rooms
from server.store.store import Store
from server.uno.arena.arena_rooms import ArenaRooms
from server.uno.arena.arena_settings import ArenaSettings
from server.uno.arena.mount import attach
from tests.support.stores import Server

QUICK = {
    "turn_gap": 0.02,
    "round_pause": 0,
    "target_score": 40,
    "rate_limits": "off",
    "countdown_seconds": 0.2,
    "challenge_seconds": 0,
}


@dataclass
class Served:
    """A server that runs."""

    url: str
    rooms: Rooms
    store: Store
    desks: ArenaRooms


Serve = Callable[..., Awaitable[Served]]


@asynccontextmanager
async def _served(valkey: Server, address_of, meeting: Path | None = None, **changed) -> AsyncIterator[Served]:
    store = await Store.open(valkey.address)
    rooms = Rooms(store, installed(only=["uno"]), finished=Standings(store).finished)
    app = web.Application()
    standings, secret = Standings(store), await store.directory.secret()
    BoardPages(standings, rooms.games).add_to(app)
    doors = Doors(app, rooms, Settings(), standings, secret, address_of or (lambda request: request.remote), meeting)
    app.middlewares.insert(0, doors.outermost)
    arena = attach(doors, ArenaSettings(**{**QUICK, **changed}))
    store.wake_rooms(rooms.wake)
    runner = web.AppRunner(app, access_log=None, handler_cancellation=False, shutdown_timeout=0.2)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    try:
        yield Served(f"http://127.0.0.1:{port}", rooms, store, arena.desks)
    finally:
        await runner.cleanup()
        await store.stop_waking()
        await rooms.close()
        await store.close()


@pytest.fixture
async def serve(valkey: Server) -> AsyncIterator[Serve]:
    """Serve the arena with custom settings, perhaps with several workers on one store."""
    async with AsyncExitStack() as stack:

        async def start(address_of=None, **changed) -> Served:
            return await stack.enter_async_context(_served(valkey, address_of, **changed))

        yield start
