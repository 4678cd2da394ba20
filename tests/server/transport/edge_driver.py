"""A real edge on a real port, and clients that speak to it: the official ones, a bare WebSocket, JSON."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import aiohttp
import crazy_eights
import msgpack
import socketio
from aiohttp import web

from games.api import AnyGame
from server.base.settings import Settings
from server.doors.application import Edge, make_edge
from server.doors.socketio.entrance import SocketIoEntrance
from server.doors.timeouts import Timeouts
from server.rooms.registry import Rooms
from server.store.store import Store
from tests.support.stores import until

STATIC = Path(__file__).resolve().parents[3] / "static"
GAMES: dict[str, AnyGame] = {"crazy-eights": crazy_eights.GAME}
CREATE = {"game": "crazy-eights", "name": "Ann"}


@dataclass
class Serving:
    """One worker's edge."""

    edge: Edge
    rooms: Rooms
    port: int
    server: web.Server

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextlib.asynccontextmanager
async def serving(
    store: Store,
    *,
    timeouts: Timeouts | None = None,
    secret: bytes = b"s" * 32,
    static: Path = STATIC,
    games: dict[str, AnyGame] = GAMES,
    **settings: Any,
) -> AsyncIterator[Serving]:
    """An edge on that store, with its own rooms, until the block ends."""
    rooms = Rooms(store, games)
    edge = make_edge(Settings(**settings), rooms, secret=secret, static=static, timeouts=timeouts)
    runner = web.AppRunner(edge.app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    assert runner.server is not None
    edge.watch(runner.server)
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    try:
        yield Serving(edge, rooms, port, runner.server)
    finally:
        await runner.cleanup()
        await rooms.close()


@runtime_checkable
class Bound(Protocol):
    """A method, compiled or not, of some object."""

    @property
    def __self__(self) -> object: ...


def owner(method: object) -> object:
    assert isinstance(method, Bound)
    return method.__self__


def entrance_of(at: Serving) -> SocketIoEntrance:
    route = next(r for r in at.edge.app.router.routes() if r.resource and r.resource.canonical == "/ws")
    found = owner(route.handler)
    assert isinstance(found, SocketIoEntrance)
    return found


class Refusal(Exception):
    """The answer was a refusal."""

    def __init__(self, refused: dict[str, Any]) -> None:
        super().__init__(refused["code"])
        self.code = refused["code"]
        self.params = {k: v for k, v in refused.items() if k != "code"}


def result(answer: Any) -> Any:
    if "refused" in answer:
        raise Refusal(answer["refused"])
    return answer["ok"]


class Inbox:
    """What a client has been told, in order, and a way to wait for more of it."""

    def __init__(self) -> None:
        self.told: list[tuple[str, list[Any]]] = []
        self._news = asyncio.Condition()

    async def add(self, name: str, values: list[Any]) -> None:
        async with self._news:
            self.told.append((name, values))
            self._news.notify_all()

    async def first(self, name: str, skip: int = 0) -> list[Any]:
        """The values of the event of that name (after `skip` others of it)."""
        async with asyncio.timeout(5), self._news:
            await self._news.wait_for(lambda: len(self.of(name)) > skip)
        return self.of(name)[skip]

    async def has_frame(self, pub: int) -> None:
        """Wait until the public frame of this number, or a later one, has come."""
        await until(lambda: any(frame[0] >= pub for frame in self.of("f")))

    def of(self, name: str) -> list[list[Any]]:
        return [values for n, values in self.told if n == name]


class Official:
    """python-socketio's own client."""

    def __init__(self) -> None:
        self.inbox = Inbox()
        self.token = ""
        self.sio = socketio.AsyncClient(serializer="msgpack", reconnection=False)
        self.sio.on("*", self._told)

    async def _told(self, name: str, *values: Any) -> None:
        await self.inbox.add(name, list(values))

    async def connect(self, url: str, token: str | None = None, **auth: Any) -> dict[str, Any]:
        given = {"protocol": 1, **({"token": token} if token else {}), **auth}
        await self.sio.connect(url, auth=given, transports=["websocket"], socketio_path="/ws")
        (hello,) = await self.inbox.first("hello")
        return hello

    async def ask(self, kind: str, **body: Any) -> Any:
        return result(await self.sio.call(kind, body, timeout=5))

    async def close(self) -> None:
        await self.sio.disconnect()


@contextlib.asynccontextmanager
async def official(at: Serving, token: str | None = None) -> AsyncIterator[Official]:
    client = Official()
    hello = await client.connect(at.url, token)
    client.token = hello["token"]
    try:
        yield client
    finally:
        await client.close()


@dataclass
class Bare:
    """A WebSocket at the native door, and nothing that holds it back."""

    ws: aiohttp.ClientWebSocketResponse
    numbers: int = 0
    told: list[Any] = field(default_factory=list)

    async def next(self) -> Any:
        """The next packet, decoded; text as it is; None when the connection has ended."""
        message = await self.ws.receive(timeout=5)
        if message.type is aiohttp.WSMsgType.BINARY:
            return msgpack.unpackb(message.data, strict_map_key=False)
        return message.data if message.type is aiohttp.WSMsgType.TEXT else None

    async def send(self, packet: Any) -> None:
        await self.ws.send_bytes(packet if isinstance(packet, bytes) else msgpack.packb(packet))

    async def event(self, *data: Any, number: int | None = None) -> None:
        await self.send({"type": 2, "nsp": "/", "data": list(data), **({} if number is None else {"id": number})})

    async def ask(self, kind: str, body: Any = None) -> Any:
        self.numbers += 1
        await self.event(kind, body or {}, number=self.numbers)
        while (packet := await self.next()) is not None:
            if isinstance(packet, dict) and packet["type"] == 3 and packet["id"] == self.numbers:
                return result(packet["data"][0])
            self.told.append(packet)
        raise ConnectionError(f"closed with {self.ws.close_code}")

    async def connect(self, token: str | None = None) -> dict[str, Any]:
        await self.send({"type": 0, "nsp": "/", "data": {"protocol": 1, "token": token}})
        while (packet := await self.next()) is not None:
            if isinstance(packet, dict) and packet["type"] == 2 and packet["data"][0] == "hello":
                return packet["data"][1]
        raise ConnectionError(f"closed with {self.ws.close_code}")

    async def ended(self) -> int | None:
        """Waits for the end; the close code."""
        while await self.next() is not None:
            pass
        return self.ws.close_code


@contextlib.asynccontextmanager
async def bare(at: Serving, *, connect: bool = True, **options: Any) -> AsyncIterator[Bare]:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{at.url}/ws/?EIO=4&transport=websocket", **options) as ws,
    ):
        one = Bare(ws)
        if connect:
            await one.connect()
        yield one


class JsonClient:
    """What a program of any language does at the JSON door."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws
        self.inbox = Inbox()
        self.token = ""
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self.ws:
            body = message.json()
            if "re" in body:
                self._answers.pop(body["re"]).set_result(body)
            else:
                await self.inbox.add(body.pop("kind"), [body])

    async def hello(self, token: str | None = None) -> dict[str, Any]:
        await self.ws.send_json({"kind": "hello", "protocol": 1, "token": token})
        (hello,) = await self.inbox.first("hello")
        return hello

    async def ask(self, kind: str, **body: Any) -> Any:
        number = secrets.randbits(40)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        await self.ws.send_json({"id": number, "kind": kind, **body})
        async with asyncio.timeout(5):
            return result(await answer)


@contextlib.asynccontextmanager
async def json_client(at: Serving, token: str | None = None) -> AsyncIterator[JsonClient]:
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{at.url}/api/v1/ws") as ws:
        client = JsonClient(ws)
        hello = await client.hello(token)
        client.token = hello["token"]
        yield client
        await ws.close()
        await client.reading
