"""A client of the JSON door (docs/protocol.md): asks, is answered, and follows one room."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

import aiohttp

from server.wire.follow import patched

Json = Any
PROTOCOL = 1


class Closed(Exception):
    """The connection has ended, or the server has shown us out; the text says why."""


class RefusedByServer(Exception):
    """The server said no."""

    def __init__(self, refused: Json) -> None:
        super().__init__(str(refused.get("code")))
        self.refused = refused


class RoomClient:
    """A connection, and the room that it is in: `room`, `table` and `own` as they are now.

    `bot`: it says that it is a program, and everybody at the table is shown that.
    """

    def __init__(self, server: str, *, bot: bool = False) -> None:
        self._bot = bot
        self._url = server.rstrip("/") + "/api/v1/ws"
        self._session: aiohttp.ClientSession | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reading: asyncio.Task[None] | None = None
        self._numbers = itertools.count(1)
        self._asked: dict[int, asyncio.Future[Json]] = {}
        self._news = asyncio.Event()
        self._secret: list[Json] = []
        self.moments: list[tuple[list[Json], Json]] = []
        """What has happened and has not yet been taken: events as this seat knows them, and the table after them."""
        self.room: Json = None
        self.table: Json = None
        self.own: Json = None
        self.seat: int | None = None
        self.acts = 0
        self.gone: str | None = None

    async def connect(self) -> None:
        """Raises Closed when there is no such server."""
        self._session = aiohttp.ClientSession()
        try:
            self._socket = await self._session.ws_connect(self._url)
        except (aiohttp.ClientError, OSError) as error:
            await self.close()
            raise Closed(f"{self._url}: {error}") from None
        self._reading = asyncio.get_running_loop().create_task(self._read())
        await self.ask("hello", protocol=PROTOCOL, bot=self._bot, wait=False)

    async def close(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()
        if self._session is not None:
            await self._session.close()

    async def ask(self, kind: str, *, wait: bool = True, **fields: Json) -> Json:
        """The answer; raises RefusedByServer or Closed."""
        if self._socket is None or self.gone is not None:
            raise Closed(self.gone or "not connected")
        number = next(self._numbers)
        answered: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        if wait:
            self._asked[number] = answered
        await self._socket.send_json({"id": number, "kind": kind, **fields})
        if not wait:
            return None
        answer = await answered
        if "refused" in answer:
            raise RefusedByServer(answer["refused"])
        return answer["ok"]

    async def enter(self, code: str, name: str, password: str | None = None) -> None:
        """Into the room and, where a seat is free, onto it."""
        shown = await self.ask("enter", room=code, name=name, sit=True, password=password)
        self._show(shown)
        if self.seat is None:
            self.seat = (await self.ask("sit"))["seat"]

    async def act(self, action: Json) -> Json:
        """The game's answer, or `{"refused": ...}`."""
        try:
            answer = await self.ask("act", n=self.acts + 1, action=action)
        except RefusedByServer as error:
            return {"refused": error.refused}
        self.acts += 1
        return answer

    async def news(self) -> None:
        """Until something has been told since the last question; raises Closed."""
        while not self._news.is_set():
            if self.gone is not None:
                raise Closed(self.gone)
            await self._news.wait()
        self._news.clear()

    # --- what is told ---

    def _show(self, shown: Json) -> None:
        self.room, self.table, self.own = shown["room"], shown["table"], shown["own"]
        self.seat, self.acts = shown["seat"], shown["act"]
        if self.table is not None:
            self.moments.append(([], self.table))
        self._news.set()

    async def _read(self) -> None:
        assert self._socket is not None
        try:
            async for message in self._socket:
                if message.type is aiohttp.WSMsgType.TEXT:
                    self._hear(message.json())
            self.gone = self.gone or f"the connection has ended ({self._socket.close_code})"
        except Exception as error:  # told to whoever asks next, not to a task that nobody awaits
            self.gone = f"what the server told could not be followed: {error!r}"
        finally:
            self.gone = self.gone or "the connection has ended"
            for answered in self._asked.values():
                if not answered.done():
                    answered.set_exception(Closed(self.gone))
            self._news.set()

    def _hear(self, told: Json) -> None:
        if "re" in told:
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
        elif kind == "gone":
            self.gone = told["code"]
            self._news.set()

    def _happened(self, public: list[Json]) -> None:
        """Events as this seat knows them: its own versions stand before or instead of the public ones."""
        events: list[Json] = []
        secret, self._secret = self._secret, []
        for place in range(len(public) + 1):
            mine = [(instead, event) for at, instead, event in secret if at == place]
            events += [event for _, event in mine]
            if place < len(public) and not any(instead for instead, _ in mine):
                events.append(public[place])
        self.moments.append((events, self.table))
        self._news.set()
