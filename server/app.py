"""The only place that builds and wires everything: one worker, from its settings to its open doors."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from aiohttp import web

from games.api import AnyGame
from server.base.metrics import Metrics
from server.base.settings import Settings, SettingsError
from server.base.tasks import Tasks
from server.boards.board_pages import BoardPages
from server.doors.application import Edge, build_edge
from server.doors.face import Doors
from server.rooms.bot_pool import BotPool

from .base import plugins
from .boards.standings import Standings
from .offered_games import half_worded, offered
from .rooms import bot_faults, lost_connections
from .rooms.document import SCHEMA
from .rooms.registry import Rooms
from .store.address import Address
from .store.store import Store

log = logging.getLogger("paiju.app")

DRAIN_S: Final = 5.0
BACKLOG: Final = 1024
OpenDoors = Callable[[Doors], Awaitable[None]]
RARELY: Final = (20_000, 20, 20)  # a move makes hundreds of objects but no cycles; collecting took a tenth of its time


@dataclass(frozen=True, slots=True)
class Worker:
    """Everything one serving process consists of."""

    settings: Settings
    store: Store
    rooms: Rooms
    edge: Edge
    games: Mapping[str, AnyGame]


def store_address(settings: Settings, url: str) -> Address:
    password = Path(settings.store_password_file) if settings.store_password_file else None
    return Address.parse(url, password_file=password)


@asynccontextmanager
async def worker(
    settings: Settings,
    store_url: str,
    meeting: Path | None = None,
    metrics: Metrics | None = None,
    more: Sequence[OpenDoors] = (),
) -> AsyncIterator[Worker]:
    """A worker that is ready to serve; leaving the context closes everything it opened, in order."""
    games, skipped = offered(settings.games or None)
    for problem in skipped:
        log.warning("skipped: %s", problem)
    for sentence in half_worded(games):
        log.warning("%s", sentence)
    tasks, ponderers = Tasks(), BotPool()
    address = store_address(settings, store_url)
    store = await Store.open(address, schema=SCHEMA, replicas=settings.replicas)
    try:
        standings = Standings(store)
        rooms = Rooms(store, games, ponder=ponderers.think, finished=standings.finished, metrics=metrics)
        rooms.metrics.watch("bot_faults", "moves that bots failed to make", bot_faults.total)
        secret = await store.directory.secret()
        edge = build_edge(settings, rooms, secret)
        BoardPages(standings, games).add_to(edge.app)
        doors = Doors(edge.app, rooms, settings, standings, secret, edge.gatekeeper.addresses.of, meeting)
        await open_doors(doors)
        for opened in more:
            await opened(doors)
        store.wake_rooms(rooms.wake)
        tasks.keep(lambda: lost_connections.keep(rooms, store), "orphans")
        try:
            yield Worker(settings, store, rooms, edge, games)
        finally:
            await store.stop_waking()
            await tasks.close()
            await rooms.close()
    finally:
        ponderers.close()
        await store.close()


async def open_doors(doors: Doors) -> None:
    """The doors that other packages provide. One that cannot be opened is left out and logged."""
    doors.app.middlewares.insert(0, doors.outermost)
    for name, entry in plugins.named(plugins.DOORS).items():
        try:
            await plugins.loaded(entry)(doors)
        except (SettingsError, plugins.PluginError) as error:
            if isinstance(error, SettingsError):
                raise  # the operator can fix that
            log.error("%s", error)
        except Exception:
            log.exception("the door %s could not be opened", name)


async def serve(
    settings: Settings, store_url: str, listening: socket.socket, stop: asyncio.Event, *,
    meeting: Path | None = None, metrics: Metrics | None = None, more: Sequence[OpenDoors] = (),
    on_ready: Callable[[], None] = lambda: None,
) -> None:  # fmt: skip
    """Serve until `stop` is set; then send clients to other workers, finish pending work, and close.

    `meeting`: the folder through which the workers that share a port find one another. `metrics`: the counters to use.
    `more`: doors to open besides those of installed packages.
    """
    async with worker(settings, store_url, meeting, metrics, more) as made:
        runner = web.AppRunner(
            made.edge.app, access_log=None, handler_cancellation=False, shutdown_timeout=DRAIN_S, keepalive_timeout=30
        )
        await runner.setup()
        if runner.server is not None:
            made.edge.watch(runner.server)
        try:
            await web.SockSite(runner, listening, backlog=BACKLOG).start()
            gc.collect()
            gc.freeze()  # everything built at startup lives as long as the process
            gc.set_threshold(*RARELY)
            on_ready()
            log.info("worker ready", extra={"worker": made.store.worker})
            await stop.wait()
            log.info("worker leaving", extra={"worker": made.store.worker})
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(DRAIN_S):
                    await made.edge.leave()
        finally:
            await runner.cleanup()
