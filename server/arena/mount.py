"""Puts the arena into the platform's application (arena-api.md): REST under /api, Socket.IO under /socket.io/."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from aiohttp import web

from server.boards.pages import BoardPages
from server.boards.standings import Standings
from server.rooms.registry import Rooms
from server.store.store import Store

from .answers import always_json
from .desks import Desks
from .engine import Server
from .identity import Identities
from .limits import Windows
from .passing import Passing
from .rest import Rest
from .settings import ArenaSettings
from .sockets import Sockets

log = logging.getLogger("paiju.arena")
PATH: Final = "/socket.io/"
GAME: Final = "uno"


@dataclass(frozen=True, slots=True)
class Arena:
    """The parts that others may need."""

    desks: Desks
    sio: Server


def remote(request: web.Request) -> str:
    return request.remote or ""


async def attach(
    app: web.Application,
    rooms: Rooms,
    store: Store,
    settings: ArenaSettings,
    address_of: Callable[[web.Request], str] = remote,
    *,
    reuse_port: bool = False,
    meeting: Path | None = None,
) -> Arena | None:
    """Serve the arena and the boards in `app` (None, and only the boards, where UNO is not installed).

    `address_of` knows whose X-Forwarded-For is to be believed. With a port of its own in the settings the arena
    listens there too, as soon as the application runs. `meeting`: a folder where the workers that share a port
    find one another.
    """
    standings = Standings(store)
    BoardPages(standings).add_to(app)
    if GAME not in rooms.games:
        return None
    sio = Server()
    sio.eio.worker = store.worker
    passing = Passing(meeting, store.worker, sio.eio.handle_request)
    identities = Identities(await store.directory.secret())
    desks = Desks(rooms, settings, identities, sio.emit, lambda sid: sockets.let_go(sid))  # noqa: PLW0108 - sockets comes next
    sockets = Sockets(sio, desks, address_of)
    windows = Windows(settings.rate_limits == "on", store.limits)

    def add_to(target: web.Application) -> None:
        target.middlewares.insert(0, always_json)
        Rest(desks, windows, identities, standings, address_of).add_to(target)
        passing.add_to(target, PATH)

    add_to(app)

    async def hang_up(_: web.Application) -> None:
        """Polls that wait would hold up the end. To clients this is a broken line: they come back elsewhere."""
        sio.eio.hang_up()
        await passing.close()

    async def running(_: web.Application) -> AsyncIterator[None]:
        await passing.open(PATH)
        runner = await _listen(settings, add_to, reuse_port=reuse_port)
        yield
        if runner is not None:
            await runner.cleanup()
        await desks.close()
        await sio.shutdown()

    app.on_shutdown.append(hang_up)
    app.cleanup_ctx.append(running)
    return Arena(desks, sio)


async def _listen(
    settings: ArenaSettings, add_to: Callable[[web.Application], Any], *, reuse_port: bool
) -> web.AppRunner | None:
    """The listener of ARENA_PORT."""
    if settings.port is None:
        return None
    app = web.Application()
    add_to(app)
    runner = web.AppRunner(app, access_log=None, handler_cancellation=False)
    await runner.setup()
    await web.TCPSite(runner, settings.host, settings.port, reuse_port=reuse_port or None).start()
    log.info("the arena listens on %s:%s, too", settings.host, settings.port)
    return runner
