"""A client without manners: bytes on a TCP connection that may be a WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
import struct
from collections.abc import AsyncIterator
from typing import Any

import msgpack

HEADERS = {
    "Host": "127.0.0.1",
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}
NATIVE = "/ws/?EIO=4&transport=websocket"

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def request(path: str = NATIVE, **headers: str | None) -> bytes:
    """A request to open a WebSocket, with those headers changed (None: left out)."""
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"{name}: {value}" for name, value in {**HEADERS, **given}.items() if value is not None]
    return "\r\n".join((f"GET {path} HTTP/1.1", *lines, "", "")).encode()


def frame(kind: int, payload: bytes = b"", fin: bool = True) -> bytes:
    """A WebSocket frame from a client, masked with nothing."""
    size = len(payload)
    head = bytes([(0x80 if fin else 0) | kind])
    head += bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack("!H", size)
    return head + b"\0\0\0\0" + payload


def packet(**fields: Any) -> bytes:
    """A Socket.IO packet in a binary frame."""
    return frame(BINARY, msgpack.packb(fields))


def connect(**auth: Any) -> bytes:
    return packet(type=0, nsp="/", data={"protocol": 1, **auth})


def event(name: str, body: Any = None, number: int | None = None) -> bytes:
    return packet(type=2, nsp="/", data=[name, body or {}], **({} if number is None else {"id": number}))


class RawSocket:
    """A connection, and the frames that come back on it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def status(self) -> int:
        """The answer to the request: its status."""
        head = await self.reader.readuntil(b"\r\n\r\n")
        return int(head.split(b" ", 2)[1])

    async def next(self) -> tuple[int, bytes]:
        """The next frame: its kind and its payload."""
        first, size = await self.reader.readexactly(2)
        if size == 126:
            (size,) = struct.unpack("!H", await self.reader.readexactly(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", await self.reader.readexactly(8))
        return first & 0xF, await self.reader.readexactly(size)

    async def rest(self) -> list[Any]:
        """Every frame until the end: packets decoded, text as it is, a close frame as its code."""
        seen: list[Any] = []
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                kind, payload = await self.next()
                if kind == BINARY:
                    seen.append(msgpack.unpackb(payload))
                elif kind == CLOSE:
                    seen.append(struct.unpack("!H", payload[:2])[0])
                else:
                    seen.append(payload.decode())
        return seen

    def reset(self) -> None:
        """Gone, without a word."""
        self.writer.transport.abort()


@contextlib.asynccontextmanager
async def raw_socket(port: int, first: bytes = b"") -> AsyncIterator[RawSocket]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(first)
    async with asyncio.timeout(30):
        try:
            yield RawSocket(reader, writer)
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()
