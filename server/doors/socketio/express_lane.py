"""The express lane: engine.io's driver, which takes the place of its reader and writer.

python-socketio does handshakes, session ids and connecting. Events never reach it: they go from the WebSocket to the
door, and frames go from the door to the transport. `eio._async`, the table of five entries that every driver of
engine.io is, is the only private name in use; what else is read or assigned has no underscore (`socket.send` and
`last_ping` are liberties all the same). PAIJU_EDGE=stock does without this file.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, Final

from aiohttp import WSMessage, WSMsgType, web
from engineio import packet as engine

from server.doors import packets
from server.doors.client_socket import CLOSE_TIMEOUT, INTERNAL_ERROR, POLICY_VIOLATION
from server.doors.connection import NativeConnection
from server.doors.door import Door
from server.doors.gate.addresses import Addresses
from server.doors.pace import Pace
from server.doors.pings import Pings

from .socketio_socket import SocketIoSocket
from .stock_server import REQUEST, identify, stock_server
from .strict_decoding import PACKET_LIMIT, BadPacket

log = logging.getLogger("paiju.engine")
_library = logging.getLogger("paiju.engine.socketio")
_library.setLevel(logging.ERROR)  # what peers can make it log is not an error; a failing handler of ours is

_LINE: Final = "paiju.line"
_UNAUTHENTICATED: Final = 4401
_ENVIRON: Final = {
    "REQUEST_METHOD": "GET",
    "QUERY_STRING": "EIO=4&transport=websocket",
    "HTTP_UPGRADE": "websocket",
    "HTTP_CONNECTION": "upgrade",
}
"""All that the library still checks, after our own checks: that this is a WebSocket request."""


class ExpressLane:
    """The Socket.IO door: stock python-socketio, driven by us."""

    def __init__(self, door: Door, addresses: Addresses, pace: Pace) -> None:
        self._door = door
        self._addresses = addresses
        self._patience = pace.patience
        self.pulse = Pings(packets.text(b"2"), pace.ping_interval, pace.ping_timeout)
        self.sio = stock_server(pace, _library, monitor_clients=False)
        self.sio.on("connect", self._came)
        self._drive(self.sio.eio)

    def handle(self, request: web.Request) -> Awaitable[web.StreamResponse]:
        """A request to open a WebSocket."""
        response: Awaitable[web.StreamResponse] = self.sio.eio.handle_request(request)
        return response

    def _drive(self, eio: Any) -> None:
        """Replace the library's driver with ours, and stop its pings."""
        table = getattr(eio, "_async", None)
        if not isinstance(table, dict) or not {"translate_request", "websocket"} <= table.keys():
            raise RuntimeError("this python-engineio has no drivers as we know them: set PAIJU_EDGE=stock")
        eio._async = {**table, "translate_request": _environ, "websocket": self._websocket}
        eio.on("connect", partial(_opened, eio, eio.handlers["connect"]))

    def _websocket(self, handler: Any, _: Any) -> Callable[[dict[str, Any]], Awaitable[web.StreamResponse]]:
        """Called by the library for something to serve one of its sockets; `handler` is that socket's method."""
        return partial(self._serve, handler.__self__)

    async def _serve(self, socket: Any, environ: dict[str, Any]) -> web.StreamResponse:
        request: web.Request = environ[REQUEST]
        ws = web.WebSocketResponse(
            # Without compression: it costs 95 KB per connection and leaks lengths (reliability.md). We close the socket
            # ourselves, once everything before the close frame has been answered.
            compress=False, autoclose=False, autoping=False, timeout=CLOSE_TIMEOUT,
            max_msg_size=PACKET_LIMIT + 1,  # for aiohttp this is the first size that is too large
        )  # fmt: skip
        try:
            await ws.prepare(request)
            transport = request.transport
            if transport is not None:
                line = SocketIoSocket(transport, self._addresses.of(request), self._door.received)
                environ[_LINE] = line
                await self._session(ws, socket, line)
        except ConnectionError:
            return web.Response(status=400)  # the client is already gone; an exception here would be logged as an error
        finally:
            # The library only forgets sessions that end well. Whatever has happened, keep neither session nor environ.
            await socket.close(wait=False, abort=True)
            socket.server.sockets.pop(socket.sid, None)
        return ws

    async def _session(self, ws: web.WebSocketResponse, socket: Any, line: SocketIoSocket) -> None:
        leave_pulse = self.pulse.join(line)
        strangers = asyncio.get_running_loop().call_later(self._patience, _dismiss, line)
        try:
            _take_over(socket, line)
            await self._receive(ws, socket, line)
        except BadPacket:
            # Neither show nor log what the peer has sent: it could be anything, of any size.
            self._door.bad_packet()
            line.say_goodbye(POLICY_VIOLATION, "bad packet")
        except Exception:
            log.exception("a connection failed")
            line.say_goodbye(INTERNAL_ERROR, "failed")
        finally:
            strangers.cancel()
            leave_pulse()
            try:
                await line.idle()
            finally:
                line.ended()
                if line.person is not None:
                    self._door.closed(line.person)

    async def _receive(self, ws: web.WebSocketResponse, socket: Any, line: SocketIoSocket) -> None:
        """Take one message after the other; returns when the connection has ended."""
        while True:
            message: WSMessage = await ws.receive()
            line.alive = True
            if line.busy:
                await line.idle()
            if not line.open:
                return
            if message.type is WSMsgType.BINARY:
                if line.take(message.data):
                    await socket.receive(engine.Packet(engine.MESSAGE, data=message.data))
                    self._greet(line)
            elif not await _take_other(ws, line, message):
                return

    async def _came(self, _: str, environ: Mapping[str, Any], auth: Mapping[str, Any] | None) -> None:
        """The library's `connect` event. The greeting has to wait until the library has said yes."""
        line: SocketIoSocket = environ[_LINE]
        line.identity = identify(self._door, environ[REQUEST], auth)

    def _greet(self, line: SocketIoSocket) -> None:
        """Runs after the library has told the client that it is connected, or why not."""
        identity, line.identity = line.identity, None
        if identity is not None:
            line.person = NativeConnection(line, line.address, identity.player)
            self._door.welcome(line.person, identity)


def _environ(request: web.Request) -> dict[str, Any]:
    return {**_ENVIRON, REQUEST: request}


async def _opened(eio: Any, connected: Callable[..., Awaitable[Any]], sid: str, environ: dict[str, Any]) -> Any:
    """The engine's `connect` event, on its way to Socket.IO."""
    # If a ping seems to be under way, the library starts none: it would need a task per connection.
    eio.sockets[sid].last_ping = None
    return await connected(sid, environ)


def _take_over(socket: Any, line: SocketIoSocket) -> None:
    """From now on what the library sends goes straight to the transport, in one order with our frames."""
    while not socket.queue.empty():
        line.say(socket.queue.get_nowait().encode())
        socket.queue.task_done()  # otherwise it would wait forever on closing
    socket.connected = socket.upgraded = True
    socket.send = partial(_send, line)


async def _send(line: SocketIoSocket, packet: Any) -> None:
    line.say(packet.encode())
    if packet.packet_type == engine.CLOSE:
        line.say_goodbye(1000, "closed")


async def _take_other(ws: web.WebSocketResponse, line: SocketIoSocket, message: WSMessage) -> bool:
    """Take a message that is not binary. False: the connection has ended."""
    if message.type is WSMsgType.TEXT:
        return line.take_text(message.data)
    if message.type is WSMsgType.PING:
        line.write(packets.pong(bytes(message.data)))  # a bytearray, which compiled code would refuse
        line.pay()
        return True
    if message.type is WSMsgType.PONG:
        line.pay()
        return True
    if message.type is WSMsgType.CLOSE:
        await ws.close(drain=False)
    return False


def _dismiss(line: SocketIoSocket) -> None:
    """They did not say who they are in time."""
    if line.person is None:
        line.say_goodbye(_UNAUTHENTICATED, "authentication timeout")
