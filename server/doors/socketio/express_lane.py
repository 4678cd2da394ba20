"""The express lane: a driver for python-engineio that replaces the library's reader and writer of sockets.

python-socketio does handshakes, session ids and connecting. Events never reach it: they go from the WebSocket straight
to the door, and frames go from the door straight to the transport. A driver is a table of five entries, `eio._async`,
the only private name that we use. We also assign `session.send`, `session.queue` and `session.last_ping`, which have
no underscore but are not documented. PAIJU_EDGE=stock runs without this file.
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
from server.doors.connection import NativeConnection
from server.doors.door import Door
from server.doors.gate.addresses import Addresses
from server.doors.socket_life import SocketLife, SocketLives, open_websocket, until_idle
from server.doors.timeouts import Timeouts

from .socketio_socket import SocketIoSocket
from .stock_server import REQUEST, identify, stock_server

_library = logging.getLogger("paiju.engine.socketio")
_library.setLevel(logging.ERROR)  # clients can cause lesser messages; errors are failures of our own handlers

_EMPTY: Final[asyncio.Queue[Any]] = asyncio.Queue()
"""Shared by all sessions that we have taken over, because nobody uses it. A queue for each would cost 3 KB."""
_SOCKET: Final = "paiju.socket"
_ENVIRON: Final = {
    "REQUEST_METHOD": "GET",
    "QUERY_STRING": "EIO=4&transport=websocket",
    "HTTP_UPGRADE": "websocket",
    "HTTP_CONNECTION": "upgrade",
}
"""The library only checks that this is a WebSocket request; we have already checked everything else."""


class ExpressLane:
    """The Socket.IO door: stock python-socketio, driven by us."""

    def __init__(self, door: Door, addresses: Addresses, timeouts: Timeouts) -> None:
        self._door = door
        self._addresses = addresses
        self.lives = SocketLives(door, timeouts, ping=packets.text(b"2"), what_they_send="packet")
        self.sio = stock_server(timeouts, _library, monitor_clients=False)
        self.sio.on("connect", self._came)
        self._drive(self.sio.eio)

    def handle(self, request: web.Request) -> Awaitable[web.StreamResponse]:
        """Handle a request to open a WebSocket."""
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
        """Called by the library: returns a function that serves one of its sockets. `handler` is a method of it."""
        return partial(self._serve, handler.__self__)

    async def _serve(self, session: Any, environ: dict[str, Any]) -> web.StreamResponse:
        request: web.Request = environ[REQUEST]
        try:
            # We close the socket ourselves, after answering all messages that came before the close frame.
            ws = await open_websocket(request, autoclose=False)
            transport = request.transport
            if transport is not None:
                socket = SocketIoSocket(transport, self._addresses.of(request), self._door.received)
                environ[_SOCKET] = socket
                async with self.lives.of(socket) as life:
                    _take_over(session, socket)
                    await self._receive(ws, session, socket, life)
        except ConnectionError:
            return web.Response(status=400)  # the client is already gone; an exception here would be logged as an error
        finally:
            # The library forgets only sessions that end well. Make it forget this session and its environ in any case.
            await session.close(wait=False, abort=True)
            session.server.sockets.pop(session.sid, None)
        return ws

    async def _receive(self, ws: web.WebSocketResponse, session: Any, socket: SocketIoSocket, life: SocketLife) -> None:
        """Take one message after another; returns when the socket has ended."""
        while True:
            message: WSMessage = await ws.receive()
            socket.alive = True
            if socket.busy:
                await until_idle(socket)
            if socket.cut:
                return  # we have closed it: do not read further messages
            if message.type is WSMsgType.BINARY:
                if socket.take(message.data):
                    await session.receive(engine.Packet(engine.MESSAGE, data=message.data))
                    _greet(socket, life)
            elif not await _take_other(ws, socket, message):
                return
            del message  # free its memory before waiting for the next one

    async def _came(self, _: str, environ: Mapping[str, Any], auth: Mapping[str, Any] | None) -> None:
        """Handle the library's `connect` event. The greeting has to wait for the library's own answer to CONNECT."""
        socket: SocketIoSocket = environ[_SOCKET]
        socket.identity = identify(self._door, environ[REQUEST], auth)


def _environ(request: web.Request) -> dict[str, Any]:
    return {**_ENVIRON, REQUEST: request}


async def _opened(eio: Any, connected: Callable[..., Awaitable[Any]], sid: str, environ: dict[str, Any]) -> Any:
    """Handle python-engineio's `connect` event, and pass it on to python-socketio."""
    # Pretend that a ping is under way, so that the library does not start its own: that takes a task per connection.
    eio.sockets[sid].last_ping = None
    return await connected(sid, environ)


def _take_over(session: Any, socket: SocketIoSocket) -> None:
    """From now on, send the library's packets straight to the transport, in one order with our frames."""
    while not session.queue.empty():
        socket.say(session.queue.get_nowait().encode())
    session.queue = _EMPTY
    session.connected = session.upgraded = True
    session.send = partial(_send, socket)


async def _send(socket: SocketIoSocket, packet: Any) -> None:
    socket.say(packet.encode())
    if packet.packet_type == engine.CLOSE:
        socket.say_goodbye(1000, "closed")


def _greet(socket: SocketIoSocket, life: SocketLife) -> None:
    """Greet the client, if the library has told it that it is connected, and not refused it."""
    identity, socket.identity = socket.identity, None
    if identity is not None:
        socket.person = NativeConnection(socket, socket.address, identity.player)
        life.greet(socket.person, identity)


async def _take_other(ws: web.WebSocketResponse, socket: SocketIoSocket, message: WSMessage) -> bool:
    """Take a message that is not binary. False if the socket has ended."""
    if message.type is WSMsgType.TEXT:
        return socket.take_text(message.data)
    if message.type is WSMsgType.PING:
        socket.write(packets.pong(bytes(message.data)))  # aiohttp passes a bytearray, which compiled code refuses
        socket.pay_for_pong()
        return True
    if message.type is WSMsgType.PONG:
        socket.pay_for_pong()
        return True
    if message.type is WSMsgType.CLOSE:
        await ws.close(drain=False)
    return False
