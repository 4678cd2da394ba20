"""The only place that builds and wires everything: one worker, from its settings to its open doors."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from aiohttp import web

from games.api import AnyGame
from games.catalog import installed

from .arena.mount import attach
from .arena.settings import arena_settings
from .boards.standings import Standings
from .config import Settings
from .rooms import orphans
from .rooms.document import SCHEMA
from .rooms.ponder import Ponderers
from .rooms.registry import Rooms
from .store.address import Address
from .store.store import Store
from .store.tasks import Tasks
from .transport.app import Edge, build_edge

log = logging.getLogger("paiju.app")

DRAIN_S: Final = 5.0
BACKLOG: Final = 1024
RARELY: Final = (20_000, 20, 20)  # a move makes hundreds of objects and no cycles: looking for them cost a tenth of it


@dataclass(frozen=True, slots=True)
class Worker:
    """Everything that one process serves with."""

    settings: Settings
    store: Store
    rooms: Rooms
    edge: Edge
    games: Mapping[str, AnyGame]


def store_address(settings: Settings, url: str) -> Address:
    password = Path(settings.store_password_file) if settings.store_password_file else None
    return Address.parse(url, password_file=password)


@asynccontextmanager
async def worker(settings: Settings, store_url: str, meeting: Path | None = None) -> AsyncIterator[Worker]:
    """A worker that is ready to serve; leaving the context closes all that it opened, in order."""
    games = installed(only=settings.games or None)
    tasks, ponderers = Tasks(), Ponderers()
    address = store_address(settings, store_url)
    store = await Store.open(address, schema=SCHEMA, replicas=settings.replicas)
    try:
        rooms = Rooms(store, games, ponder=ponderers.think, finished=Standings(store).finished)
        edge = await build_edge(settings, rooms, store, games)
        await attach(
            edge.app, rooms, store, arena_settings(bound_to=settings.host), edge.entrance.addresses.of,
            reuse_port=settings.workers > 1, meeting=meeting,
        )  # fmt: skip
        store.wake_rooms(rooms.wake)
        tasks.keep(lambda: orphans.keep(rooms, store), "orphans")
        try:
            yield Worker(settings, store, rooms, edge, games)
        finally:
            await store.stop_waking()
            await tasks.close()
            await rooms.close()
    finally:
        ponderers.close()
        await store.close()


async def serve(
    settings: Settings, store_url: str, listening: socket.socket, stop: asyncio.Event, meeting: Path | None = None
) -> None:
    """Serve until `stop` is set; then let clients go to other workers, finish what was begun, and close.

    `meeting`: a folder where the workers that share a port find one another.
    """
    async with worker(settings, store_url, meeting) as made:
        runner = web.AppRunner(
            made.edge.app, access_log=None, handler_cancellation=False, shutdown_timeout=DRAIN_S, keepalive_timeout=30
        )
        await runner.setup()
        if runner.server is not None:
            made.edge.watch(runner.server)
        try:
            await web.SockSite(runner, listening, backlog=BACKLOG).start()
            gc.collect()
            gc.freeze()  # what was built at the start lives as long as the process
            gc.set_threshold(*RARELY)
            log.info("worker ready", extra={"worker": made.store.worker})
            await stop.wait()
            log.info("worker leaving", extra={"worker": made.store.worker})
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(DRAIN_S):
                    await made.edge.leave()
        finally:
            await runner.cleanup()
