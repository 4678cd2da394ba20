"""The Socket.IO door on python-socketio as it is: slower, but without a private hook. Chosen by PAIJU_EDGE=stock."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

import socketio
from aiohttp import web
from socketio.exceptions import ConnectionRefusedError as Rejected

from games.api import Refused
from server.wire.strict import PACKET_LIMIT

from .door import PROTOCOL, Door
from .hosts import Entrance
from .line import Pace
from .stock_line import StockConnection, StockLine
from .strict import StrictPacket

log = logging.getLogger("paiju.engine")
Json = Any


class StockServer:
    """The same door behind the library's own machinery."""

    def __init__(self, door: Door, entrance: Entrance, pace: Pace) -> None:
        self._door = door
        self._entrance = entrance
        self._patience = pace.patience
        self._people: dict[str, StockConnection] = {}
        self._strangers: set[int] = set()  # identities of requests that wait for their CONNECT packet
        self.sio = socketio.AsyncServer(
            async_mode="aiohttp",
            serializer=StrictPacket,
            client_manager=socketio.AsyncManager(),
            async_handlers=False,
            always_connect=True,
            transports=["websocket"],
            namespaces=["/"],
            cors_allowed_origins=[],  # every request has been through our own check before
            ping_interval=pace.ping_interval,
            ping_timeout=pace.ping_timeout,
            max_http_buffer_size=PACKET_LIMIT,
            http_compression=False,
            allow_upgrades=False,
            logger=_quiet("socketio"),
            engineio_logger=_quiet("engineio"),
        )
        self.sio.on("connect", self._came)
        self.sio.on("disconnect", self._went)
        self.sio.on("*", self._received)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        address = self._entrance.admit(request)
        try:
            # Without the offer of compression the library cannot accept it.
            headers = request.headers.copy()
            headers.popall("Sec-WebSocket-Extensions", None)
            plain = request.clone(headers=headers)
            self._strangers.add(id(plain))
            patience = asyncio.get_running_loop().call_later(self._patience, self._dismiss, plain)
            try:
                response: web.StreamResponse = await self.sio.eio.handle_request(plain)
            finally:
                patience.cancel()
                self._strangers.discard(id(plain))
            return response
        finally:
            self._entrance.leave(address)

    def _dismiss(self, request: web.Request) -> None:
        """He has had time enough to say who he is."""
        if id(request) in self._strangers and request.transport is not None:
            request.transport.abort()

    async def _came(self, sid: str, environ: Mapping[str, Any], auth: Mapping[str, Any] | None) -> None:
        request: web.Request = environ["aiohttp.request"]
        given = auth or {}
        try:
            identity = self._door.identify(given.get("protocol", PROTOCOL), given.get("token"), given.get("bot"))
        except Refused as refused:
            raise Rejected(refused.code, {"code": refused.code, **refused.params}) from None
        transport = request.transport
        self._strangers.discard(id(request))
        if transport is None:
            raise Rejected("gone")
        line = StockLine(self.sio, sid, transport)
        person = self._people[sid] = StockConnection(line, self._entrance.addresses.of(request), identity.player)
        self._door.welcome(person, identity)

    async def _went(self, sid: str, _: str) -> None:
        person = self._people.pop(sid, None)
        if person is not None:
            person.line.ended()
            self._door.closed(person)

    async def _received(self, kind: str, sid: str, *body: Any) -> Mapping[str, Json] | None:
        person = self._people.get(sid)
        if person is None:
            return None
        self._door.received(person, kind, body[0] if body else None, 0)
        await person.line.idle()
        return person.reply


def _quiet(name: str) -> logging.Logger:
    logger = logging.getLogger(name)
    logger.setLevel(logging.CRITICAL)
    return logger
