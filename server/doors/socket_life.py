"""The life of a client's socket, the same at both doors: pinged, given time to say who it is, ended in good order."""

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
from .pace import Pace
from .pings import Pings
from .strict_decoding import PACKET_LIMIT, BadPacket

log = logging.getLogger("paiju.engine")

_UNAUTHENTICATED: Final = 4401


class SocketLives:
    """What the sockets of one door have in common."""

    def __init__(self, door: Door, pace: Pace, *, ping: bytes, what_they_send: str) -> None:
        self.door = door
        self.pings = Pings(ping, pace.ping_interval, pace.ping_timeout)
        self.patience = pace.patience
        self.what_they_send = what_they_send

    def of(self, socket: ClientSocket) -> SocketLife:
        """`async with` this, the socket is read."""
        return SocketLife(self, socket)


class SocketLife:
    """One of them. However reading it ends, what was asked is answered first, and whoever was there has left."""

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
        """They have said who they are."""
        self._person = person
        self._lives.door.welcome(person, identity)

    async def __aexit__(
        self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None
    ) -> bool:
        lives, socket = self._lives, self._socket
        if isinstance(error, BadPacket):
            # What the peer has sent is neither shown nor logged: it could be anything, and any amount of it.
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
        """They have had time enough to say who they are."""
        self._stranger = None
        if self._person is None:
            self._socket.say_goodbye(_UNAUTHENTICATED, "authentication timeout")


async def open_websocket(request: web.Request, *, autoclose: bool = True) -> web.WebSocketResponse:
    """The WebSocket that is asked for, without compression: it costs 95 KB a connection and leaks lengths."""
    ws = web.WebSocketResponse(
        compress=False, autoclose=autoclose, autoping=False, timeout=CLOSE_TIMEOUT,
        max_msg_size=PACKET_LIMIT + 1,  # to aiohttp, the first size that is too large
    )  # fmt: skip
    await ws.prepare(request)
    ws.headers.clear()  # they have been sent, and would be kept as long as the socket
    return ws


async def until_idle(socket: ClientSocket) -> None:
    """Returns when no message is being dealt with; no other is taken before those who wait for that have gone on."""
    while socket.busy:
        socket.idling = asyncio.get_running_loop().create_future()
        try:
            await socket.idling
        finally:
            socket.idling = None
