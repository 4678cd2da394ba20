"""Assembles the edge: one aiohttp application with both doors, the pages and the HTTP API."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from server.base.assets import static_folder
from server.base.metrics import Metrics
from server.base.settings import Settings
from server.base.tasks import Tasks
from server.doors.gate.addresses import Addresses
from server.doors.gate.gatekeeper import Gatekeeper
from server.doors.gate.hosts_and_origins import Hosts
from server.doors.gate.idle_connections import IdleConnections
from server.doors.gate.lag import Lag
from server.doors.gate.rate_limits import Crowd
from server.doors.gate.tokens import Tokens
from server.doors.http.api import OPEN_PATHS, HttpApi
from server.doors.http.client_page import ClientPage
from server.doors.http.files import Files
from server.doors.http.lan_address import LanAddress
from server.doors.jsonws.json_door import JsonDoor
from server.doors.socketio.advice import JSON, NATIVE
from server.doors.socketio.entrance import SocketIoEntrance
from server.doors.socketio.express_lane import ExpressLane
from server.doors.socketio.without_driver import StockServer
from server.protocol.schema import schema_of
from server.records.keeping import RecordKeeper
from server.records.reviews import Reviews
from server.rooms.registry import Rooms
from server.rooms.room_view import ROOM_EVENTS, RoomView

from .door import Door
from .record_pages import RecordPages
from .timeouts import Timeouts

BODY_LIMIT: Final = 65_536
LEAVING_S: Final = 1.0  # clients are sent away one by one over this time

_HEADERS: Final = {
    "Server": "paiju",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


@dataclass(frozen=True, slots=True)
class Edge:
    """The application, and the way to send everybody away when this worker stops."""

    app: web.Application
    door: Door
    gatekeeper: Gatekeeper
    metrics: Metrics
    watchdog: IdleConnections

    def watch(self, server: web.Server) -> None:
        """End idle connections to that server."""
        self.watchdog.watch(server)

    async def leave(self) -> None:
        """Admit no more clients, and send everybody to other workers, not all at once."""
        self.gatekeeper.closed = True
        await self.door.leave(LEAVING_S)


def build_edge(settings: Settings, rooms: Rooms, secret: bytes) -> Edge:
    """The edge for these rooms, by the settings."""
    return make_edge(settings, rooms, secret=secret, static=static_folder())


def make_edge(
    settings: Settings, rooms: Rooms, *, secret: bytes, static: Path, timeouts: Timeouts | None = None
) -> Edge:
    """The edge from given parts. `secret` makes the tokens, and is the same for all workers of a store."""
    timeouts = timeouts or Timeouts()
    metrics = rooms.metrics
    keeper = RecordKeeper(
        rooms,
        lambda game: schema_of(game, RoomView, ROOM_EVENTS).body,
        days=settings.keep_matches,
        megabytes=settings.matches_mb,
    )
    reviews = Reviews(rooms.store.reviews, rooms.games, keeper.has_grown)
    records = RecordPages(keeper, reviews, rooms.store)
    door = Door(rooms, Tokens(secret), rooms.store, metrics, settings.rooms, settings.gather, records)
    addresses = Addresses(settings.proxies, settings.ipv6_prefix)
    gatekeeper = Gatekeeper(Hosts(settings.names), addresses, Crowd(settings.sockets_per_address, settings.sockets))
    lag, watchdog = Lag(metrics.lag), IdleConnections(timeouts.patience, gatekeeper, (NATIVE, f"{NATIVE}/", JSON))
    app = web.Application(client_max_size=BODY_LIMIT, middlewares=[watchdog.notice, _checking(gatekeeper)])

    json_door = JsonDoor(door, gatekeeper, timeouts)
    app.router.add_get(JSON, json_door.handle)
    pings = [json_door.lives.pings]
    if settings.edge == "lean":
        lane = ExpressLane(door, addresses, timeouts)
        pings.append(lane.lives.pings)
        native: Handler = lane.handle
    else:
        native = StockServer(door, addresses, timeouts).handle
    SocketIoEntrance(gatekeeper, native).add_to(app)

    files = Files(static, rooms.games)
    near = LanAddress(settings.host, public=bool(settings.names or settings.proxies))
    http = HttpApi(rooms, door, files, gatekeeper, metrics, lag, near)
    http.add_to(app)
    files.add_to(app)
    ClientPage(static, http.preview, http.title, http.public_record).add_to(app)

    metrics.watch("rooms", "rooms with connections here", lambda: door.rooms_here)
    metrics.watch("store_ready", "1 while commits are accepted", lambda: rooms.store.ready)
    metrics.watch("deaf_seconds", "for how long the store's messages have been missing", lambda: rooms.store.deaf_for)
    metrics.watch("seats", "seats with their owner connected here", lambda: door.seats_here)

    async def running(_: web.Application) -> AsyncIterator[None]:
        lag.start()
        tasks = Tasks()
        tasks.keep(keeper.keep, "records")
        yield
        await tasks.close()
        await reviews.close()
        await door.close()
        lag.stop()
        watchdog.stop()
        for each in pings:
            each.stop()

    async def hang_up(_: web.Application) -> None:
        gatekeeper.closed = True
        await door.leave(0)

    app.cleanup_ctx.append(running)
    app.on_shutdown.append(hang_up)
    app.on_response_prepare.append(metrics.count_answer)
    app.on_response_prepare.append(_add_headers)
    return Edge(app, door, gatekeeper, metrics, watchdog)


def _checking(gatekeeper: Gatekeeper) -> Middleware:
    @web.middleware
    def check(request: web.Request, handler: Handler) -> Awaitable[web.StreamResponse]:
        # Not a coroutine: every message of a WebSocket would pass through it.
        if request.path not in OPEN_PATHS:
            gatekeeper.check(request)
        return handler(request)

    return check


async def _add_headers(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(_HEADERS)
