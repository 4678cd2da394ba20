"""A client of the JSON door (docs/protocol.md): sends messages, gets answers, and follows one room."""

from __future__ import annotations

import asyncio
import itertools
import time
from contextlib import suppress
from typing import Any

import aiohttp

from server.protocol.apply_patch import patched

Json = Any
PROTOCOL = 1
LEAVING = "worker.leaving"  # come back, at once
AGAIN_S = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)


class Closed(Exception):
    """The connection has ended, or the server has shown us out; the message says why.

    `code`: the server's code, if the server ended it.
    """

    def __init__(self, text: str, code: str | None = None) -> None:
        super().__init__(text)
        self.code = code


class Unreachable(Closed):
    """Nobody answers there."""


class RefusedByServer(Exception):
    """The server said no."""

    def __init__(self, refused: Json) -> None:
        super().__init__(str(refused.get("code")))
        self.refused = refused


def base_of(server: str) -> str:
    """The URL of a server given as a URL or as HOST:PORT."""
    return (server if "://" in server else f"http://{server}").rstrip("/")


class _Lost(Exception):
    """The connection broke before the answer came."""


def _clock() -> int:
    return int(time.monotonic() * 1000)


class RoomClient:
    """A connection, and the room that it is in: `room`, `table` and `own` as they are now.

    A broken connection is reopened, and pending messages are sent again: actions are numbered, so none is done twice.
    `bot`: declares itself a program, as everybody at the table is shown.
    """

    def __init__(self, server: str, *, bot: bool = False) -> None:
        self._bot = bot
        self._url = base_of(server) + "/api/v1/ws"
        self._token: str | None = None
        self._session: aiohttp.ClientSession | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reading: asyncio.Task[None] | None = None
        self._numbers = itertools.count(1)
        self._asked: dict[int, asyncio.Future[Json]] = {}
        self._news = asyncio.Event()
        self._coming_back = asyncio.Lock()
        self._lost = ""
        self._entering = 0
        self._where: dict[str, Json] = {}
        self._secret: list[Json] = []
        self.moments: list[tuple[list[Json], Json]] = []
        """News not yet consumed: events as this seat knows them, and the table after them."""
        self.room: Json = None
        self.table: Json = None
        self.own: Json = None
        self.seat: int | None = None
        self.acts = 0
        self.gone: str | None = None
        self._shown_out: str | None = None
        self._ahead = 0

    def now(self) -> int:
        """Server time in ms."""
        return self._ahead + _clock()

    async def connect(self) -> None:
        """Raises Closed if there is no such server."""
        self._session = aiohttp.ClientSession()
        try:
            await self._open()
        except Closed:
            await self.close()
            raise

    async def _open(self) -> None:
        assert self._session is not None
        await self._hang_up()
        try:
            self._socket = await self._session.ws_connect(self._url)
        except (aiohttp.ClientError, OSError) as error:
            raise Unreachable(f"{self._url}: {error}") from None
        self._reading = asyncio.get_running_loop().create_task(self._read(self._socket))
        await self._send("hello", {"protocol": PROTOCOL, "bot": self._bot, "token": self._token})

    async def _hang_up(self) -> None:
        socket, self._socket = self._socket, None
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
        if socket is not None:
            await socket.close()

    async def close(self) -> None:
        self.gone = self.gone or "closed"
        await self._hang_up()
        if self._session is not None:
            await self._session.close()

    async def ask(self, kind: str, **fields: Json) -> Json:
        """The answer; raises RefusedByServer or Closed."""
        while True:
            await self._be_here()
            try:
                return await self._once(kind, fields)
            except _Lost:
                continue

    async def _once(self, kind: str, fields: dict[str, Json]) -> Json:
        answer = await (await self._send(kind, fields))
        if "refused" in answer:
            raise RefusedByServer(answer["refused"])
        return answer["ok"]

    async def _send(self, kind: str, fields: dict[str, Json]) -> asyncio.Future[Json]:
        assert self._socket is not None
        number = next(self._numbers)
        answered: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        if kind != "hello":
            self._asked[number] = answered
        if kind == "enter":
            self._entering = number
        try:
            await self._socket.send_json({"id": number, "kind": kind, **fields})
        except (aiohttp.ClientError, OSError):
            raise _Lost from None
        return answered

    async def _be_here(self) -> None:
        """Reconnect to the room if the connection has broken; raises Closed if that fails."""
        async with self._coming_back:
            for pause in AGAIN_S:
                if self.gone is not None:
                    raise Closed(self.gone, self._shown_out)
                if not self._lost:
                    return
                await asyncio.sleep(pause)
                with suppress(Closed, _Lost):
                    await self._open()
                    if self._where:
                        await self._once("enter", self._where)
                    if self._reading is not None and not self._reading.done():
                        self._lost = ""
            if self._lost:
                raise Closed(self._lost)

    async def enter(self, code: str, name: str, password: str | None = None) -> None:
        """Enter the room and take a free seat if there is one."""
        where = {"room": code, "name": name, "sit": True, "password": password}
        await self.ask("enter", **where)
        self._where = where
        if self.seat is None:
            self.seat = (await self.ask("sit"))["seat"]

    async def act(self, action: Json) -> Json:
        """The game's answer, or `{"refused": ...}`."""
        number = self.acts + 1
        try:
            answer = await self.ask("act", n=number, action=action)
        except RefusedByServer as error:
            return {"refused": error.refused}
        self.acts = max(self.acts, number)
        return answer

    async def news(self) -> None:
        """Wait until there is news since the last message; raises Closed."""
        while not self._news.is_set():
            await self._be_here()
            if not self._news.is_set():
                await self._news.wait()
            if self._lost:
                self._news.clear()
        self._news.clear()

    # --- news ---

    def _show(self, shown: Json) -> None:
        self.room, self.table, self.own = shown["room"], shown["table"], shown["own"]
        self.seat, self.acts = shown["seat"], shown["act"]
        if self.table is not None:
            self.moments.append(([], self.table))
        self._news.set()

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        why = "the connection has ended"
        try:
            async for message in socket:
                if message.type is aiohttp.WSMsgType.TEXT:
                    self._hear(message.json())
            why = f"the connection has ended ({socket.close_code})"
        except Exception as error:  # raised at the next call, not in a task that nobody awaits
            self.gone = f"the server's messages could not be followed: {error!r}"
        finally:
            if self._socket is socket:  # otherwise we closed it ourselves
                self._lost = why
                self._news.set()
            asked, self._asked = self._asked, {}
            for answered in asked.values():
                if not answered.done():
                    answered.set_exception(_Lost())

    def _hear(self, told: Json) -> None:
        if "re" in told:
            if told["re"] == self._entering and "ok" in told:
                self._show(told["ok"])  # here, because the next message may already change it
            answered = self._asked.pop(told["re"], None)
            if answered is not None and not answered.done():
                answered.set_result(told)
            return
        kind = told.get("kind")
        if kind == "own":
            self.own = patched(self.own, told["own"])
            self._secret = told["events"]
            if not told["at"]:
                self._happened([])
        elif kind == "frame":
            self.table, self.room = patched(self.table, told["table"]), patched(self.room, told["room"])
            self._happened(told["events"])
        elif kind == "snapshot":
            self._show({**told, "act": told.get("act", self.acts)})
        elif kind == "hello":
            self._token = told["token"]
            self._ahead = told["time"] - _clock()
        elif kind == "gone" and told["code"] != LEAVING:
            self.gone = self._shown_out = told["code"]
            self._news.set()

    def _happened(self, public: list[Json]) -> None:
        """Events as this seat knows them: its own versions go before or replace the public ones."""
        events: list[Json] = []
        secret, self._secret = self._secret, []
        for place in range(len(public) + 1):
            mine = [(instead, event) for at, instead, event in secret if at == place]
            events += [event for _, event in mine]
            if place < len(public) and not any(instead for instead, _ in mine):
                events.append(public[place])
        self.moments.append((events, self.table))
        self._news.set()
