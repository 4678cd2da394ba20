"""A session of the Socket.IO door on python-socketio as it is, and who is at its end."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping
from typing import Any

import msgspec
import socketio

from server.wire import packets

from .connection import NativeConnection
from .line import FRAMES_LIMIT, Line
from .parcel import Parcel

Json = Any


class StockLine(Line):
    """A way out through the library's queue: packets in order, a bounded number of them."""

    __slots__ = ("_eio_sid", "_pump", "_server", "_sid", "_waiting")

    def __init__(self, server: socketio.AsyncServer, sid: str, transport: asyncio.Transport) -> None:
        super().__init__(transport)
        self._server = server
        self._sid = sid
        self._eio_sid = server.manager.eio_sid_from_sid(sid, "/")
        self._waiting: deque[bytes] = deque()
        self._pump: asyncio.Task[None] | None = None

    def send(self, packet: bytes) -> None:
        """One Socket.IO packet, already encoded."""
        if not self.open:
            return
        if len(self._waiting) >= FRAMES_LIMIT:
            self.abort("slow")
            return
        self._waiting.append(packet)
        if self._pump is None:
            self._pump = asyncio.get_running_loop().create_task(self._send_all())

    def say_goodbye(self, code: int, why: str) -> None:
        self.cut = self.cut or why
        asyncio.get_running_loop().call_later(0.2, super().say_goodbye, code, why)

    def _behind(self) -> bool:
        return self._transport is not None and self._transport.get_write_buffer_size() > 0

    async def _send_all(self) -> None:
        try:
            while self._waiting and self.open:
                await self._server.eio.send(self._eio_sid, self._waiting.popleft())
                # The library's own queue has no bound: do not fill it faster than the socket takes.
                while self._behind():  # noqa: ASYNC110 - a transport tells nobody that it has drained
                    await asyncio.sleep(0.01)
        finally:
            self._pump = None


class StockConnection(NativeConnection):
    """Says the same as its parent, in packets rather than in WebSocket frames."""

    __slots__ = ("out", "reply")

    def __init__(self, line: StockLine, address: str, player: str) -> None:
        super().__init__(line, address, player)
        self.out = line
        self.reply: Mapping[str, Json] | None = None

    def send(self, parcel: Parcel) -> None:
        self.out.send(packets.frame_packet(parcel.told))

    def answer(self, number: int | None, answer: Mapping[str, Json]) -> None:
        # The library numbers, encodes and sends it when the handler has returned, and knows plain data alone.
        self.reply = msgspec.msgpack.decode(msgspec.msgpack.encode(answer))

    def release(self) -> None:
        # What was kept back for a snapshot must not overtake the answer that brings it.
        asyncio.get_running_loop().call_soon(super().release)

    def tell(self, name: str, value: Json) -> None:
        self.out.send(packets.event_packet("s" if name == "snapshot" else name, value))
