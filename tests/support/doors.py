"""The doors that players come through: official clients of two languages, plain JSON, and a lean one for crowds."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TypeVar

import aiohttp
import msgpack
import socketio

from tests.support.belief import Belief, NamedBelief
from tests.support.players import PATIENCE, Json, Lost, Player

Pipe = TypeVar("Pipe", asyncio.StreamReader, asyncio.StreamWriter)


class Official(Player):
    """python-socketio's own client, as it comes."""

    def __init__(self, name: str, urls: Sequence[str], rng: random.Random) -> None:
        super().__init__(name, urls, rng, Belief())
        self.sio: socketio.AsyncClient | None = None

    async def connect(self, url: str) -> None:
        await self.close()
        hello = asyncio.get_running_loop().create_future()
        sio = self.sio = socketio.AsyncClient(serializer="msgpack", reconnection=False)

        def told(name: str, *values: Json) -> None:
            if name == "hello":
                hello.set_result(values[0])
            elif sio is self.sio:
                self.told(name, list(values))

        def ended(*_: Json) -> None:
            if sio is self.sio:
                self.dropped()
            if not hello.done():
                hello.cancel()

        sio.on("*", told)
        sio.on("disconnect", ended)
        try:
            await sio.connect(
                url,
                auth={"protocol": 1, "token": self.token},
                transports=["websocket"],
                socketio_path="/ws",
                wait_timeout=5,
            )
            async with asyncio.timeout(5):
                self.token = (await hello)["token"]
        except (socketio.exceptions.ConnectionError, TimeoutError, asyncio.CancelledError) as error:
            task = asyncio.current_task()
            if isinstance(error, asyncio.CancelledError) and task is not None and task.cancelling():
                raise
            raise Lost from error
        self.here = True

    def send(self, kind: str, body: Json, take: Callable[[Json], None]) -> None:
        asyncio.get_running_loop().create_task(self._emit(kind, body, take))

    async def _emit(self, kind: str, body: Json, take: Callable[[Json], None]) -> None:
        with contextlib.suppress(socketio.exceptions.SocketIOError):
            assert self.sio is not None
            await self.sio.emit(kind, body, callback=take)

    async def close(self) -> None:
        sio, self.sio, self.here = self.sio, None, False
        if sio is not None:
            await sio.disconnect()


class Plain(Player):
    """Any program at the JSON door."""

    path = "/api/v1/ws"

    def __init__(self, name: str, urls: Sequence[str], rng: random.Random, belief: Belief | None = None) -> None:
        super().__init__(name, urls, rng, belief or NamedBelief())
        self.session: aiohttp.ClientSession | None = None
        self.ws: aiohttp.ClientWebSocketResponse | None = None
        self.number = 0
        self._asked: dict[int, Callable[[Json], None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def line(self) -> aiohttp.ClientWebSocketResponse:
        """The socket, while they are connected."""
        assert self.ws is not None
        return self.ws

    async def connect(self, url: str) -> None:
        await self.close()
        self.session = aiohttp.ClientSession()
        try:
            async with asyncio.timeout(5):
                self.ws = await self.open(self.session, url)
                await self._greet(self.ws)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            await self.close()
            raise Lost from error
        self.here = True
        self._spawn(self._read(self.ws))

    async def open(self, session: aiohttp.ClientSession, url: str) -> aiohttp.ClientWebSocketResponse:
        return await session.ws_connect(url + self.path)

    async def _greet(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        await ws.send_json({"kind": "hello", "protocol": 1, "token": self.token})
        message = await ws.receive()
        if message.type is not aiohttp.WSMsgType.TEXT:
            raise ConnectionResetError
        self.token = message.json()["token"]

    async def _read(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        async for message in ws:
            self._came(message)
        if ws is self.ws:
            self._asked.clear()
            self.dropped()

    def _came(self, message: aiohttp.WSMessage) -> None:
        body = message.json()
        if "re" in body:
            self._asked.pop(body["re"])(body)
        else:
            self.told(body["kind"], [body])

    def send(self, kind: str, body: Json, take: Callable[[Json], None]) -> None:
        self.number += 1
        self._asked[self.number] = take
        self._write(self.line.send_json({"id": self.number, "kind": kind, **body}))

    def _write(self, sending: Awaitable[None]) -> None:
        async def sent() -> None:
            with contextlib.suppress(ConnectionError, aiohttp.ClientError):
                await sending

        self._spawn(sent())

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        ws, session, self.ws, self.session, self.here = self.ws, self.session, None, None, False
        self._asked.clear()
        if ws is not None:
            await ws.close()
        if session is not None:
            await session.close()


class Lean(Plain):
    """The native door without a library: for crowds."""

    path = "/ws/?EIO=4&transport=websocket"

    def __init__(self, name: str, urls: Sequence[str], rng: random.Random) -> None:
        super().__init__(name, urls, rng, Belief())

    async def _greet(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        await ws.send_bytes(msgpack.packb({"type": 0, "nsp": "/", "data": {"protocol": 1, "token": self.token}}))
        while True:
            message = await ws.receive()
            if message.type is aiohttp.WSMsgType.BINARY:
                packet = msgpack.unpackb(message.data, strict_map_key=False)
                if packet["type"] == 2:
                    self.token = packet["data"][1]["token"]
                    return
            elif message.type is not aiohttp.WSMsgType.TEXT:
                raise ConnectionResetError

    def _came(self, message: aiohttp.WSMessage) -> None:
        if message.type is aiohttp.WSMsgType.TEXT:
            if message.data == "2":
                self._write(self.line.send_str("3"))
            return
        packet = msgpack.unpackb(message.data, strict_map_key=False)
        if packet["type"] == 3:
            self._asked.pop(packet["id"])(packet["data"][0])
        elif packet["type"] == 2:
            name, *values = packet["data"]
            self.told(name, values)

    def send(self, kind: str, body: Json, take: Callable[[Json], None]) -> None:
        self.number += 1
        self._asked[self.number] = take
        packet = {"type": 2, "nsp": "/", "id": self.number, "data": [kind, body]}
        self._write(self.line.send_bytes(msgpack.packb(packet)))


class Script(Player):
    """socket.io-client with socket.io-msgpack-parser on Node, reconnecting by itself as it comes."""

    def __init__(self, name: str, urls: Sequence[str], rng: random.Random, program: Path) -> None:
        super().__init__(name, urls, rng, Belief())
        self._program = program
        self._process: asyncio.subprocess.Process | None = None
        self._asked: dict[int, Callable[[Json], None]] = {}
        self._number = 0
        self._reading: asyncio.Task[None] | None = None
        self._greeted = asyncio.Event()

    async def connect(self, url: str) -> None:
        if self._process is None:
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(
                "node", str(self._program), url, stdin=pipe, stdout=pipe, limit=1 << 22
            )
            self._reading = asyncio.create_task(self._read(self._process))
        async with asyncio.timeout(PATIENCE):
            await self._greeted.wait()

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        while line := await _pipe(process.stdout).readline():
            body = json.loads(line)
            if "re" in body:
                self._asked.pop(body["re"])(body["answer"])
            elif body["name"] == "disconnect":
                self._greeted.clear()
                self._asked.clear()
                self.dropped()
            elif body["name"] == "hello":
                self.token, self.here = body["values"][0]["token"], True
                self._greeted.set()
            else:
                self.told(body["name"], body["values"])
        self.dropped()

    def send(self, kind: str, body: Json, take: Callable[[Json], None]) -> None:
        self._number += 1
        self._asked[self._number] = take
        assert self._process is not None
        _pipe(self._process.stdin).write(json.dumps({"id": self._number, "kind": kind, "body": body}).encode() + b"\n")

    async def close(self) -> None:
        self.here = False
        if self._process is not None:
            _pipe(self._process.stdin).close()
            await self._process.wait()
            if self._reading is not None:
                await self._reading
            self._process = None


def _pipe(pipe: Pipe | None) -> Pipe:
    assert pipe is not None, "the process was started with it"
    return pipe
