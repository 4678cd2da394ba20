"""Looks after a client's socket, the same at both doors: pings it, waits for its `hello`, and ends it in good order."""

from __future__ import annotations

import asyncio
import logging
from types import TracebackType
from typing import Final

from aiohttp import web

from server.doors.gate.tokens import Identity

from .client_socket import CLOSE_TIMEOUT, INTERNAL_ERROR, POLICY_VIOLATION, ClientSocket
from .connection import Connection
from .door import Door
from .pings import Pings
from .strict_decoding import PACKET_LIMIT, BadPacket
from .timeouts import Timeouts

log = logging.getLogger("paiju.engine")

_UNAUTHENTICATED: Final = 4401


class SocketLives:
    """The common settings of all sockets of one door."""

    def __init__(self, door: Door, timeouts: Timeouts, *, ping: bytes, what_they_send: str) -> None:
        self.door = door
        self.pings = Pings(ping, timeouts.ping_interval, timeouts.ping_timeout)
        self.patience = timeouts.patience
        self.what_they_send = what_they_send

    def of(self, socket: ClientSocket) -> SocketLife:
        """A context manager: read the socket inside its `async with` block."""
        return SocketLife(self, socket)


class SocketLife:
    """One socket. However reading ends, a pending message is answered first, and only then has the client left."""

    __slots__ = ("_lives", "_person", "_socket", "_stranger")

    def __init__(self, lives: SocketLives, socket: ClientSocket) -> None:
        self._lives = lives
        self._socket = socket
        self._stranger: asyncio.TimerHandle | None = None
        self._person: Connection | None = None

    async def __aenter__(self) -> SocketLife:
        self._lives.pings.join(self._socket)
        self._stranger = asyncio.get_running_loop().call_later(self._lives.patience, self._dismiss)
        return self

    def greet(self, person: Connection, identity: Identity) -> None:
        """The client has identified itself: welcome it."""
        self._person = person
        self._lives.door.welcome(person, identity)

    async def __aexit__(
        self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None
    ) -> bool:
        lives, socket = self._lives, self._socket
        if isinstance(error, BadPacket):
            # The packet is neither shown nor logged: it could contain anything, and any amount of it.
            lives.door.bad_packet()
            socket.say_goodbye(POLICY_VIOLATION, f"bad {lives.what_they_send}")
        elif isinstance(error, Exception):
            log.error("a connection failed", exc_info=error)
            socket.say_goodbye(INTERNAL_ERROR, "failed")
        if self._stranger is not None:
            self._stranger.cancel()
        lives.pings.leave(socket)
        try:
            await until_idle(socket)
        finally:
            socket.ended()
            if self._person is not None:
                lives.door.closed(self._person)
        return error is None or isinstance(error, Exception)

    def _dismiss(self) -> None:
        """The time to say `hello` is over."""
        self._stranger = None
        if self._person is None:
            self._socket.say_goodbye(_UNAUTHENTICATED, "authentication timeout")


async def open_websocket(request: web.Request, *, autoclose: bool = True) -> web.WebSocketResponse:
    """The requested WebSocket, without compression, which would cost 95 KB a connection and leak lengths."""
    ws = web.WebSocketResponse(
        compress=False, autoclose=autoclose, autoping=False, timeout=CLOSE_TIMEOUT,
        max_msg_size=PACKET_LIMIT + 1,  # aiohttp expects the first size that is too large
    )  # fmt: skip
    await ws.prepare(request)
    ws.headers.clear()  # they have been sent, and would use memory as long as the socket is open
    return ws


async def until_idle(socket: ClientSocket) -> None:
    """Returns when no message is being handled. The next one is taken only after all who wait here have continued."""
    while socket.busy:
        socket.idling = asyncio.get_running_loop().create_future()
        try:
            await socket.idling
        finally:
            socket.idling = None
