"""A competition bot written only from the contract page: REST, and Socket.IO by long-polling."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import aiohttp
import socketio

COLORS = ("RED", "BLUE", "GREEN", "YELLOW")


@dataclass
class Bot:
    """Acts on each private `turn`, calls UNO inside it, and passes after every draw, as existing bots do."""

    url: str
    first: str
    last: str = "Tester"
    mac: str = ""
    plays: bool = True
    pass_always: bool = True
    heard: list[tuple[str, Any]] = field(default_factory=list)
    answers: list[tuple[str, int, Any]] = field(default_factory=list)
    room: str = ""
    token: str = ""
    transports: tuple[str, ...] = ("polling",)

    def __post_init__(self) -> None:
        self.mac = self.mac or ":".join(uuid4().hex[i : i + 2] for i in range(0, 12, 2))
        self.sio = socketio.AsyncClient(reconnection=False)
        self.http: aiohttp.ClientSession | None = None
        self.closed = asyncio.Event()
        self.news = asyncio.Event()
        self.on_turn: Callable[[dict], Any] | None = None
        self.sio.on("*", self._hear)
        self.sio.on("disconnect", lambda *_: self.closed.set())
        self.acting: set[asyncio.Task] = set()

    async def __aenter__(self) -> Bot:
        self.http = aiohttp.ClientSession(headers={"X-MAC-Address": self.mac})
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self.acting:
            task.cancel()
        await asyncio.gather(*self.acting, return_exceptions=True)
        if self.sio.connected:
            await self.sio.disconnect()
        await self.sio.shutdown()
        if self.sio.eio.http is not None:
            await self.sio.eio.http.close()
        await self.http.close()

    # --- REST ---

    async def get(self, path: str) -> tuple[int, Any]:
        async with self.http.get(self.url + path) as answer:
            return answer.status, await answer.json()

    async def post(self, path: str, body: Any = None, **how: Any) -> tuple[int, Any]:
        async with self.http.post(self.url + path, json={} if body is None else body, **how) as answer:
            return answer.status, await answer.json()

    def who(self, **more: Any) -> dict[str, Any]:
        return {"firstName": self.first, "lastName": self.last, "MAC": self.mac, **more}

    async def create(self, sandbox: bool = False) -> str:
        status, answer = await self.post("/api/rooms", {"isSandbox": sandbox})
        assert status == 200, answer
        return answer["roomId"]

    async def join(self, room: str, sandbox: bool = False, only: bool = False) -> tuple[int, Any]:
        status, answer = await self.post(f"/api/rooms/{room}/join", self.who(isSandbox=sandbox, onlyPlayers=only))
        if status == 200:
            self.room, self.token = answer["roomId"], answer["playerId"]
        return status, answer

    async def act(self, verb: str, **body: Any) -> tuple[int, Any]:
        status, answer = await self.post(f"/api/rooms/{self.room}/{verb}", {"playerId": self.token, **body})
        self.answers.append((verb, status, answer))
        return status, answer

    async def state(self) -> Any:
        status, answer = await self.get(f"/api/rooms/{self.room}?playerId={self.token}")
        assert status == 200, answer
        return answer["result"]

    # --- Socket.IO ---

    async def connect(self, **joining: Any) -> None:
        await self.sio.connect(self.url, transports=list(self.transports))
        await self.sio.emit("joinRoom", {"roomId": self.room, "playerId": self.token, **joining})

    async def _hear(self, event: str, payload: Any = None) -> None:
        self.heard.append((event, payload))
        self.news.set()
        if event == "turn" and payload["playerId"] == self.token and payload.get("hand"):
            if self.on_turn is not None:
                await self.on_turn(payload)
            elif self.plays:
                task = asyncio.create_task(self.decide(payload))
                self.acting.add(task)
                task.add_done_callback(self.acting.discard)

    async def until(self, event: str, wanted: Callable[[Any], bool] = lambda _: True, seconds: float = 10) -> Any:
        """The first such event that has been or will be heard."""
        async with asyncio.timeout(seconds):
            while True:
                for name, payload in self.heard:
                    if name == event and wanted(payload):
                        return payload
                self.news.clear()
                await self.news.wait()

    def events(self, name: str) -> list[Any]:
        return [payload for event, payload in self.heard if event == name]

    def private_turns(self) -> list[Any]:
        return [p for p in self.events("turn") if p["playerId"] == self.token]

    async def decide(self, turn: dict) -> None:
        hand = turn["hand"]
        if len(hand) == 2:
            await self.act("uno")
        index = first_legal(turn)
        if index is None:
            status, answer = await self.act("draw")
            result = answer.get("result", {})
            if status == 200 and self.pass_always and not result.get("playable"):
                await self.act("pass")
            return
        await self.act("play", cardIndex=index, **({"wildColor": "RED"} if hand[index]["color"] == "BLACK" else {}))


def legal(card: dict, turn: dict) -> bool:
    top = turn["topCard"]
    if card["color"] in ("BLACK", turn["currentColor"]):
        return True
    if card["type"] == "NUMBER":
        return top["type"] == "NUMBER" and card["value"] == top["value"]
    return card["type"] == top["type"]


def first_legal(turn: dict) -> int | None:
    """The drawn card alone after a draw; else the first that fits."""
    hand = turn["hand"]
    indices = [turn["drawnCardIndex"]] if "drawnCardIndex" in turn else range(len(hand))
    return next((i for i in indices if legal(hand[i], turn)), None)
