"""A socket of the Socket.IO door without the express lane, and the connection at its end."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from engineio.packet import MESSAGE, Packet

from server.doors import packets
from server.doors.client_socket import FRAMES_LIMIT, ClientSocket
from server.doors.connection import NativeConnection
from server.doors.packets import EncodedFrame

Json = Any

_LOOK_AGAIN: Final = 0.01  # seconds between looks: a transport does not announce that it has drained


class StockSocket(ClientSocket):
    """Sends packets in order through the library's queue, and limits the number that wait."""

    __slots__ = ("_pumping", "_put", "_waiting")

    def __init__(self, put: Callable[[Any], None], transport: asyncio.Transport) -> None:
        super().__init__(transport)
        self._put = put
        self._waiting: deque[bytes] = deque()
        self._pumping = False

    def send(self, packet: bytes) -> None:
        """Send one encoded Socket.IO packet."""
        if not self.open:
            return
        if len(self._waiting) >= FRAMES_LIMIT:
            self.abort("slow")
            return
        self._waiting.append(packet)
        if not self._pumping:
            self._pump()

    def say_goodbye(self, code: int, why: str) -> None:
        self.cut = self.cut or why
        asyncio.get_running_loop().call_later(0.2, super().say_goodbye, code, why)

    def _pump(self) -> None:
        # The library's queue is unbounded: do not fill it faster than the socket drains.
        transport = self._transport
        while self._waiting and transport is not None and not transport.get_write_buffer_size():
            self._put(Packet(MESSAGE, data=self._waiting.popleft()))
        self._pumping = bool(self._waiting) and self.open
        if self._pumping:
            asyncio.get_running_loop().call_later(_LOOK_AGAIN, self._pump)


class StockConnection(NativeConnection):
    """A native connection that sends Socket.IO packets, and leaves WebSocket frames to the library."""

    __slots__ = ("out", "reply")

    def __init__(self, socket: StockSocket, address: str, player: str) -> None:
        super().__init__(socket, address, player)
        self.out = socket
        self.reply: Mapping[str, Json] | None = None

    def send(self, frame: EncodedFrame) -> None:
        self.out.send(frame.packet)

    def answer(self, number: int | None, answer: Mapping[str, Json]) -> None:
        # When the handler has returned, the library numbers, encodes and sends the answer; it only takes plain data.
        self.reply = msgspec.msgpack.decode(msgspec.msgpack.encode(answer))

    def release(self) -> None:
        # Frames held back for a snapshot must not overtake the answer that brings it.
        asyncio.get_running_loop().call_soon(super().release)

    def tell(self, name: str, value: Json) -> None:
        self.out.send(packets.event_packet("s" if name == "snapshot" else name, value))
