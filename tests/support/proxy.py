"""A network that misbehaves on demand: everything between a worker and its store goes through here."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import struct
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from server.store.address import Address


@dataclass
class Proxy:
    """Passes bytes on, until told otherwise."""

    behind: Address
    port: int = 0
    delay: float = 0.0
    _up: asyncio.Event = field(default_factory=asyncio.Event)
    _down: asyncio.Event = field(default_factory=asyncio.Event)
    _writers: set[asyncio.StreamWriter] = field(default_factory=set)
    _refusing: bool = False

    @property
    def address(self) -> Address:
        return Address(host="127.0.0.1", port=self.port)

    def heal(self) -> None:
        """All passes again. What was held is dropped with its connection, as after a long cut."""
        if not (self._up.is_set() and self._down.is_set()):
            self.reset()
        self._refusing, self.delay = False, 0.0
        self._up.set()
        self._down.set()

    def hold(self) -> None:
        """Nothing passes, nothing is closed: a cable is pulled."""
        self._up.clear()
        self._down.clear()

    def hold_answers(self) -> None:
        """Commands arrive, answers do not."""
        self._down.clear()

    def refuse(self) -> None:
        """Connections are reset, new ones too."""
        self._refusing = True
        self.reset()

    def reset(self) -> None:
        """Every connection is reset."""
        for writer in tuple(self._writers):
            door = writer.get_extra_info("socket")
            if door is not None and door.fileno() >= 0 and door.family != socket.AF_UNIX:
                door.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            if self._refusing:
                return
            if self.behind.path:
                far_reader, far_writer = await asyncio.open_unix_connection(self.behind.path)
            else:
                far_reader, far_writer = await asyncio.open_connection(self.behind.host, self.behind.port)
            self._writers.add(far_writer)
            try:
                await asyncio.gather(
                    self._pass(reader, far_writer, self._up), self._pass(far_reader, writer, self._down)
                )
            finally:
                self._writers.discard(far_writer)
                far_writer.transport.abort()
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self._writers.discard(writer)
            writer.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, gate: asyncio.Event) -> None:
        while data := await reader.read(65536):
            await gate.wait()
            if self.delay:
                await asyncio.sleep(self.delay)
            writer.write(data)
            await writer.drain()
        raise ConnectionResetError


@contextlib.asynccontextmanager
async def proxy(behind: Address, tls: ssl.SSLContext | None = None) -> AsyncIterator[Proxy]:
    """A proxy that ends with the block."""
    one = Proxy(behind)
    one._up.set()
    one._down.set()
    tasks: set[asyncio.Task[None]] = set()

    def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(one._serve(reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    door = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
    one.port = door.sockets[0].getsockname()[1]
    try:
        yield one
    finally:
        door.close()
        for task in tuple(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await door.wait_closed()
