"""The Socket.IO door on python-socketio without the express lane: slower, but without private names.

Chosen by PAIJU_EDGE=stock.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, Final

from aiohttp import web
from socketio.exceptions import ConnectionRefusedError as Rejected

from server.doors.door import Door
from server.doors.gate.addresses import Addresses
from server.doors.socket_life import until_idle
from server.doors.timeouts import Timeouts

from .stock_server import REQUEST, identify, stock_server
from .without_driver_socket import StockConnection, StockSocket

Json = Any

_quiet: Final = logging.getLogger("paiju.engine.stock")
_quiet.setLevel(logging.CRITICAL)  # the library writes a traceback for each bad packet


class StockServer:
    """The Socket.IO door with the library's own reader and writer."""

    def __init__(self, door: Door, addresses: Addresses, timeouts: Timeouts) -> None:
        self._door = door
        self._addresses = addresses
        self._patience = timeouts.patience
        self._people: dict[str, StockConnection] = {}
        self._strangers: set[int] = set()  # ids of requests that wait for their CONNECT packet
        self.sio = stock_server(timeouts, _quiet, monitor_clients=True)
        self.sio.on("connect", self._came)
        self.sio.on("disconnect", self._went)
        self.sio.on("*", self._received)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Handle a request to open a WebSocket."""
        # Remove the offer of compression, so that the library cannot accept it.
        headers = request.headers.copy()
        headers.popall("Sec-WebSocket-Extensions", None)
        plain = request.clone(headers=headers)
        self._strangers.add(id(plain))
        patience = asyncio.get_running_loop().call_later(self._patience, self._dismiss, plain)
        try:
            response: web.StreamResponse = await self.sio.handle_request(plain)
            return response
        finally:
            patience.cancel()
            self._strangers.discard(id(plain))

    def _dismiss(self, request: web.Request) -> None:
        """The time to say `hello` is over."""
        if id(request) in self._strangers and request.transport is not None:
            request.transport.abort()

    async def _came(self, sid: str, environ: Mapping[str, Any], auth: Mapping[str, Any] | None) -> None:
        request: web.Request = environ[REQUEST]
        identity = identify(self._door, request, auth)
        transport = request.transport
        if transport is None:
            raise Rejected("gone")
        self._strangers.discard(id(request))
        session = self.sio.eio.sockets[self.sio.manager.eio_sid_from_sid(sid, "/")]
        socket = StockSocket(session.queue.put_nowait, transport)
        person = self._people[sid] = StockConnection(socket, self._addresses.of(request), identity.player)
        # Not before the library has told the client that it is connected.
        asyncio.get_running_loop().call_soon(self._door.welcome, person, identity)

    async def _went(self, sid: str, *_: Any) -> None:
        person = self._people.pop(sid, None)
        if person is not None:
            person.socket.ended()
            self._door.closed(person)

    async def _received(self, kind: str, sid: str, *body: Any) -> Mapping[str, Json] | None:
        person = self._people.get(sid)
        if person is None:
            return None
        self._door.received(person, kind, body[0] if body else None, 0)
        await until_idle(person.socket)
        return person.reply
