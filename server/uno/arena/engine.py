"""The arena's Engine.IO sessions (the layer below Socket.IO), with limits that the library lacks.

The library's sessions wait forever for a client that does not poll, and accept any number of packets from a client that
does not read. This module uses one private name of the library: `_engineio_server_class`.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

import engineio
import socketio
from aiohttp import web
from engineio.exceptions import SocketIsClosedError
from engineio.packet import PONG
from socketio.packet import Packet as SocketPacket

PACKET_LIMIT: Final = 16 * 1024
MOST_PACKETS: Final = 100  # from one session, besides pongs; a client only has to connect and send `joinRoom`
SESSIONS_PER_ADDRESS: Final = 60
PATIENCE_S: Final = 35.0  # for a session to join a room; a little longer than the limit for Socket.IO clients

Receive = Callable[[Any], Awaitable[None]]
Handler = Callable[..., Awaitable[Any]]


class Engine(engineio.AsyncServer):  # type: ignore[misc]  # the library has no types
    """Limits sessions from one address and packets from one session, and never waits for a client to read."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.address_of: Callable[[web.Request], str] = lambda request: request.remote or ""
        self.worker = ""  # session ids begin with it
        self._addresses: dict[str, str] = {}
        self._crowd: Counter[str] = Counter()
        self._said: Counter[str] = Counter()
        self._late: dict[str, asyncio.TimerHandle] = {}
        self._ending: set[asyncio.Task[None]] = set()

    async def handle_request(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return await super().handle_request(*args, **kwargs)
        except UnboundLocalError:  # a bug of the library, if the session has ended meanwhile
            return web.Response(status=400, text="Invalid session")

    def generate_id(self) -> str:
        made: str = super().generate_id()
        return f"{self.worker}.{made}" if self.worker else made

    async def disconnect(self, sid: str | None = None) -> None:
        """End the session, or all sessions: answer pending polls, and do not wait for clients."""
        for one in list(self.sockets) if sid is None else [sid]:
            session = self.sockets.get(one)
            if session is not None:
                await session.close(wait=False, reason=self.reason.SERVER_DISCONNECT)
                self.sockets.pop(one, None)

    def hang_up(self) -> None:
        """Answer every poll and close every socket, without ending the sessions: a client would take that for the end
        of its match and would not reconnect (arena.md 6.4).
        """
        for session in self.sockets.values():
            session.queue.put_nowait(None)

    def on(self, event: str, handler: Handler | None = None) -> Any:
        """Count sessions as they come and go, before Socket.IO hears of them."""
        around = {"connect": self.connecting, "disconnect": self.disconnected}.get(event)
        return super().on(event, handler if handler is None or around is None else partial(around, handler))

    async def connecting(self, handler: Handler, sid: str, environ: dict[str, Any]) -> Any:
        """Begin a session, unless its address has too many."""
        return await handler(sid, environ) if self.enters(sid, environ) else "Too many connections"

    async def disconnected(self, handler: Handler, sid: str, *reason: Any) -> Any:
        """Forget an ended session, and tell Socket.IO of its end."""
        self.leaves(sid)
        return await handler(sid, *reason)

    def enters(self, sid: str, environ: dict[str, Any]) -> bool:
        """Count the session and its packets; False if its address has too many sessions."""
        address = self.address_of(environ["aiohttp.request"])
        if self._crowd[address] >= SESSIONS_PER_ADDRESS:
            return False
        self._crowd[address] += 1
        self._addresses[sid] = address
        session = self.sockets[sid]
        receive: Receive = session.receive
        session.receive = lambda packet: self.counted(sid, receive, packet)
        self._late[sid] = asyncio.get_running_loop().call_later(PATIENCE_S, self.end, sid)
        return True

    def leaves(self, sid: str) -> None:
        """Forget the session."""
        address = self._addresses.pop(sid, None)
        if address is not None:
            self._crowd[address] -= 1
            if not self._crowd[address]:
                del self._crowd[address]
        self._said.pop(sid, None)
        self.joined(sid)

    def joined(self, sid: str) -> None:
        """The session has joined a room, so it may stay."""
        if (late := self._late.pop(sid, None)) is not None:
            late.cancel()

    def end(self, sid: str) -> None:
        """End a session that has not joined a room in time."""
        task = asyncio.get_running_loop().create_task(self.disconnect(sid))
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def counted(self, sid: str, receive: Receive, packet: Any) -> None:
        """Count one more packet of that session, or end it."""
        if packet.packet_type != PONG and sid in self._addresses:
            self._said[sid] += 1
            if self._said[sid] > MOST_PACKETS:
                await self.disconnect(sid)
        if sid not in self._addresses:
            raise SocketIsClosedError
        await receive(packet)


class PlainPacket(SocketPacket):  # type: ignore[misc]  # the library has no types
    """Packets of JSON only. No client of this contract sends bytes, and for such a packet we would have to wait."""

    uses_binary_events = False

    def decode(self, encoded_packet: Any) -> Any:
        if not isinstance(encoded_packet, str) or encoded_packet[:1] not in ("0", "1", "2", "3"):
            raise ValueError("not a packet of this contract")
        return super().decode(encoded_packet)


class Server(socketio.AsyncServer):  # type: ignore[misc]  # the library has no types
    """The library's server on our engine. By default it refuses foreign origins, so other sites cannot connect."""

    def __init__(self) -> None:
        super().__init__(
            async_mode="aiohttp",
            async_handlers=False,  # keep the events of one client in order
            max_http_buffer_size=PACKET_LIMIT,
            http_compression=False,
            serializer=PlainPacket,
            logger=_quiet("socketio"),
            engineio_logger=_quiet("engineio"),
        )

    def _engineio_server_class(self) -> type[Engine]:
        return Engine


def _quiet(library: str) -> logging.Logger:
    """A silent logger for the library: clients' mistakes are not our errors, and handlers log their own failures."""
    made = logging.getLogger(f"paiju.arena.{library}")
    made.setLevel(logging.CRITICAL)
    return made
