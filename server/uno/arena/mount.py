"""The arena as plugged-in doors (arena.md): REST under /api, Socket.IO under /socket.io/."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any, Final

from aiohttp import web

from server.doors.face import Doors, Metrics

from .answers import always_json
from .arena_rooms import ArenaRooms
from .arena_settings import ArenaSettings, arena_settings
from .engine import Server
from .identity import Identities
from .proxy import Proxy
from .rest import Rest
from .sockets import Sockets
from .windows import Windows

log = logging.getLogger("paiju.arena")
PATH: Final = "/socket.io/"
GAME: Final = "uno"


@dataclass(frozen=True, slots=True)
class Arena:
    """The parts of a running arena."""

    desks: ArenaRooms
    sio: Server


async def open_doors(doors: Doors) -> None:
    """Serve the arena, if UNO is offered."""
    if GAME in doors.rooms.games:
        attach(doors, arena_settings(bound_to=doors.settings.host))


def attach(doors: Doors, settings: ArenaSettings) -> Arena:
    """Add the arena to the application. If the settings have a port, the arena also listens there."""
    store = doors.rooms.store
    sio = Server()
    sio.eio.worker = store.worker
    passing = Proxy(doors.meeting, store.worker, sio.eio.handle_request)
    identities = Identities(doors.secret)
    # A lambda, because `sockets` does not exist yet.
    desks = ArenaRooms(doors.rooms, settings, identities, sio.emit, lambda sid: sockets.let_go(sid))  # noqa: PLW0108
    sockets = Sockets(sio, desks, doors.address_of)
    windows = Windows(settings.rate_limits == "on", store.limits)

    def add_to(target: web.Application) -> None:
        Rest(desks, windows, identities, doors.standings, doors.address_of).add_to(target)
        passing.add_to(target, PATH)

    doors.answers_below("/api", always_json)
    add_to(doors.app)
    doors.rooms.metrics.connections.labels("arena").set_function(lambda: len(sio.eio.sockets))

    async def hang_up(_: web.Application) -> None:
        """End pending polls, which would delay the shutdown. Clients take this for a lost connection, and reconnect
        elsewhere.
        """
        sio.eio.hang_up()
        await passing.close()

    async def running(_: web.Application) -> AsyncIterator[None]:
        await passing.open(PATH)
        runner = await _listen(settings, add_to, doors.rooms.metrics, reuse_port=doors.reuse_port)
        yield
        if runner is not None:
            await runner.cleanup()
        await desks.close()
        await sio.shutdown()

    doors.app.on_shutdown.append(hang_up)
    doors.app.cleanup_ctx.append(running)
    return Arena(desks, sio)


async def _listen(
    settings: ArenaSettings, add_to: Callable[[web.Application], Any], metrics: Metrics, *, reuse_port: bool
) -> web.AppRunner | None:
    """Listen on ARENA_PORT while the application runs."""
    if settings.port is None:
        return None
    app = web.Application(middlewares=[always_json])
    add_to(app)
    app.on_response_prepare.append(metrics.count_answer)
    runner = web.AppRunner(app, access_log=None, handler_cancellation=False, shutdown_timeout=1)
    await runner.setup()
    await web.TCPSite(runner, settings.host, settings.port, reuse_port=reuse_port or None).start()
    log.info("the arena listens on %s:%s, too", settings.host, settings.port)
    return runner
