"""Puts the edge together: one aiohttp application with both doors, the pages and the answers over HTTP."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from server.config import Settings
from server.metrics import Metrics
from server.rooms.service import Rooms

from .door import Door
from .engine import LeanServer
from .files import Files
from .hosts import Addresses, Entrance, Hosts
from .http import OPEN_PATHS, Http
from .jsonws import JsonDoor
from .lag import Lag
from .limits import Crowd
from .line import Pace
from .pages import Pages
from .sessions import Tokens
from .stock import StockServer

log = logging.getLogger("paiju.edge")

NATIVE: Final = "/ws"
JSON: Final = "/api/v1/ws"
BODY_LIMIT: Final = 65_536
ADOPT_EVERY: Final = 5.0  # seconds between two looks for the connections of dead workers
DOOR: Final = web.AppKey("door", Door)

_HEADERS: Final = {
    "Server": "paiju",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


def build_app(
    settings: Settings, rooms: Rooms, *, secret: bytes, static: Path, metrics: Metrics, pace: Pace | None = None
) -> web.Application:
    """The edge over these rooms. `secret` makes the tokens: the same for all workers of a store."""
    pace = pace or Pace()
    door = Door(rooms, Tokens(secret), rooms.store, metrics)
    addresses = Addresses(settings.proxies)
    crowd = Crowd(settings.sockets_per_address, settings.sockets)
    entrance = Entrance(Hosts(settings.names), addresses, crowd)
    lag = Lag(metrics.lag)

    app = web.Application(client_max_size=BODY_LIMIT, middlewares=[_checking(entrance)])
    app[DOOR] = door
    json_door = JsonDoor(door, entrance, pace)
    app.router.add_get(JSON, json_door.handle)
    pulses = [json_door.pulse]
    if settings.edge == "lean":
        lean = LeanServer(door, entrance, pace)
        pulses.append(lean.eio.pulse)
        native: Handler = lean.eio.handle_request
    else:
        native = StockServer(door, entrance, pace).handle
    for path in (NATIVE, f"{NATIVE}/"):
        app.router.add_get(path, native)

    files = Files(static, rooms.games)
    http = Http(rooms, door, files, addresses, metrics, lag)
    http.add_to(app)
    files.add_to(app)
    Pages(static, http.preview, http.title, addresses.of).add_to(app)

    metrics.watch("rooms", "rooms that somebody here is connected to", lambda: door.rooms_here)
    metrics.watch("seats", "seats whose owner is connected here", lambda: door.seats_here)

    async def running(_: web.Application) -> AsyncIterator[None]:
        lag.start()
        adopting = asyncio.create_task(_adopt(door))
        yield
        adopting.cancel()
        lag.stop()
        for pulse in pulses:
            pulse.stop()

    async def leaving(_: web.Application) -> None:
        door.leave()

    app.cleanup_ctx.append(running)
    app.on_shutdown.append(leaving)
    app.on_response_prepare.append(_add_headers)
    return app


def _checking(entrance: Entrance) -> Middleware:
    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.path not in OPEN_PATHS:
            entrance.check(request)
        return await handler(request)

    return check


async def _add_headers(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(_HEADERS)


async def _adopt(door: Door) -> None:
    """From time to time tell rooms of the connections that dead workers held."""
    while True:
        await asyncio.sleep(ADOPT_EVERY)
        try:
            await door.adopt()
        except Exception:
            log.exception("connections of dead workers could not be taken over")
