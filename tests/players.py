"""Players at real doors: the official clients of two languages, plain JSON, and how any of them plays a game."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import aiohttp
import msgpack
import socketio

from tests.belief import Belief, Hole, NamedBelief

Json = Any
PATIENCE = 20.0
AGAIN = {"rate.limited", "room.busy", "store.busy", "store.unknown", "worker.leaving"}


class Lost(Exception):
    """The connection ended before the answer came."""


class Refusal(Exception):
    """The answer was no."""

    def __init__(self, refused: Json) -> None:
        super().__init__(json.dumps(refused))
        self.code: str = refused["code"]
        self.params = refused


class Player(ABC):
    """One person with one token. Comes back through any worker when the connection ends."""

    def __init__(self, name: str, urls: Sequence[str], rng: random.Random, belief: Belief) -> None:
        self.name = name
        self.urls = list(urls)
        self.rng = rng
        self.belief = belief
        self.url = rng.choice(self.urls)
        self.token: str | None = None
        self.room = ""
        self.here = False
        self.n = 0
        self.pending: tuple[int, Json] | None = None
        self.accepted: dict[int, Json] = {}
        self.refused: list[str] = []
        self.entries: list[bool] = []
        """For each time of coming back: was it resumed from the cursor?"""
        self.gone: list[str] = []
        self.failed: Exception | None = None
        self.offline: list[float] = []
        self._entering = False
        """What comes before the answer belongs to an earlier stay in the room, through the same door."""
        self._news = asyncio.Event()
        self._lost_at = 0.0

    # --- what each door does in its own way ---

    @abstractmethod
    async def connect(self, url: str) -> None:
        """Come through a door; Lost when there is none."""

    @abstractmethod
    def send(self, kind: str, body: Json, take: Callable[[Json], None]) -> None:
        """Ask; the answer is taken in its place among the frames."""

    @abstractmethod
    async def close(self) -> None: ...

    # --- what has come in ---

    def told(self, name: str, values: list[Json]) -> None:
        try:
            if name == "gone":
                self.gone.append(values[0]["code"])
            elif name != "hello" and not self._entering:
                self.belief.take(name, values)
        except Exception as error:
            self.failed = error
        self._news.set()

    def dropped(self) -> None:
        if self.here:
            self.here = False
            self._lost_at = asyncio.get_running_loop().time()
        self._news.set()

    def stir(self) -> None:
        """Something that he waits for may have come from elsewhere."""
        self._news.set()

    async def until(self, condition: Callable[[], Any], seconds: float | None = None) -> None:
        """Wait for news until the condition holds; Lost when the connection ends first."""
        async with asyncio.timeout(seconds or PATIENCE):
            while not condition():
                if self.failed is not None:
                    raise self.failed
                if not self.here:
                    raise Lost
                self._news.clear()
                await self._news.wait()
        if self.failed is not None:
            raise self.failed

    # --- asking ---

    async def ask(self, kind: str, take: Callable[[Json], None] | None = None, **body: Json) -> Json:
        """The answer; `take` sees it before any frame that follows it. Waits as long as the server tells it to."""
        answers: list[Json] = []

        def taken(answer: Json) -> None:
            answers.append(answer)
            try:
                if take is not None and "ok" in answer:
                    take(answer["ok"])
            except Exception as error:
                self.failed = error
            self._news.set()

        while True:
            self.send(kind, body, taken)
            await self.until(lambda: answers)
            answer = answers.pop()
            if "ok" in answer:
                return answer["ok"]
            refused = answer["refused"]
            if refused["code"] not in AGAIN:
                raise Refusal(refused)
            if refused["code"] == "worker.leaving":
                self.dropped()
                raise Lost
            await asyncio.sleep(refused.get("retryAfter", 50) / 1000)

    async def enter(self, room: str, **how: Json) -> Json:
        """Come into the room, or back into it from where the belief stands."""
        self.room = room
        cursor = self.belief.cursor

        def take(answer: Json) -> None:
            self._entering = False
            if answer["resumed"]:
                self.belief.resumed(answer["frames"])
            else:
                self.belief.shown(answer)
            self.belief.seat = answer["seat"]
            self.n = max(self.n, answer["act"])

        self._entering = True
        answer = await self.ask("enter", take, room=room, **({"cursor": cursor} if cursor else {}), **how)
        if cursor:
            self.entries.append(answer["resumed"])
        return answer

    async def come_back(self) -> None:
        """Through whatever door is open."""
        async with asyncio.timeout(PATIENCE):
            while not self.here:
                self.url = self.rng.choice(self.urls)
                try:
                    await self.connect(self.url)
                    if self.room:
                        await self.enter(self.room)
                except Lost:
                    await asyncio.sleep(0.05)
        if self._lost_at:
            self.offline.append(asyncio.get_running_loop().time() - self._lost_at)
            self._lost_at = 0.0

    async def agrees(self) -> bool:
        """Does what was put together from frames equal a fresh snapshot? False: the room has moved on meanwhile."""
        seen: list[Json] = []

        def compare(whole: Json) -> None:
            seen.append(whole)
            if whole["cursor"][:2] != self.belief.cursor[:2]:
                seen.append(None)
            elif not self.belief.equals(whole):
                mine = {part: getattr(self.belief, part) for part in ("room", "table", "own", "seat")}
                raise Hole(f"{self.name} believes {mine}, but is shown {whole}")
            self.belief.shown(whole)

        await self.ask("sync", compare)
        return len(seen) == 1

    async def act(self, action: Json) -> Json:
        """A numbered action; sent again with its number until there is an answer."""
        self.pending = (self.n + 1, action)
        return await self.finish()

    async def finish(self) -> Json:
        n, action = self.pending
        try:
            answer = await self.ask("act", n=n, action=action)
        except Refusal as refusal:
            self.pending = None
            self.refused.append(refusal.code)
            return {"refused": refusal.params}
        self.pending, self.n = None, n
        self.accepted[n] = action
        return answer


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
            if isinstance(error, asyncio.CancelledError) and asyncio.current_task().cancelling():
                raise
            raise Lost from error
        self.here = True

    def send(self, kind: str, body: Json, take: Callable[[Json], None]) -> None:
        asyncio.get_running_loop().create_task(self._emit(kind, body, take))

    async def _emit(self, kind: str, body: Json, take: Callable[[Json], None]) -> None:
        with contextlib.suppress(socketio.exceptions.SocketIOError):
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

    async def connect(self, url: str) -> None:
        await self.close()
        self.session = aiohttp.ClientSession()
        try:
            async with asyncio.timeout(5):
                self.ws = await self.session.ws_connect(url + self.path)
                await self._greet(self.ws)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            await self.close()
            raise Lost from error
        self.here = True
        self._spawn(self._read(self.ws))

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
        self._write(self.ws.send_json({"id": self.number, "kind": kind, **body}))

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
                self._write(self.ws.send_str("3"))
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
        self._write(self.ws.send_bytes(msgpack.packb({"type": 2, "nsp": "/", "id": self.number, "data": [kind, body]})))


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
        while line := await process.stdout.readline():
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
        self._process.stdin.write(json.dumps({"id": self._number, "kind": kind, "body": body}).encode() + b"\n")

    async def close(self) -> None:
        self.here = False
        if self._process is not None:
            self._process.stdin.close()
            await self._process.wait()
            await self._reading
            self._process = None
