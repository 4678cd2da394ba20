"""Two hundred sockets at one door, each with its own sequence of every kind of message, good and bad, all at once."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

import aiohttp
import msgpack
from aiohttp import WSMsgType

from server.protocol.messages import KINDS
from tests.faults.product_fuzz import Fuzz
from tests.support.served import Served

Json = Any
SOCKETS = 200
ROOMS = 300
"""This many are made, however long it takes: a room lasts for hours, and its worker may keep it in memory."""
NOWHERE = "QQQQQQ"
GAMES = ("uno", "crazy-eights", "shandong")
LEAVES = (aiohttp.ClientError, OSError, TimeoutError)


class Siege:
    """What those at the door share: how long, which rooms there are, what they were answered."""

    def __init__(self, server: Served, door: type[Besieger], rng: random.Random, seconds: float) -> None:
        self.server, self.door, self.rng, self.seconds = server, door, rng, seconds
        self.rooms = deque([NOWHERE], maxlen=24)
        self.answers: Counter[str] = Counter()
        self.made = 0

    async def lay(self) -> None:
        """Besiege it for that long; everybody is gone when this returns."""
        self.end = asyncio.get_running_loop().time() + self.seconds
        async with asyncio.TaskGroup() as group:
            for number in range(SOCKETS):
                group.create_task(self.door(self, number, random.Random(self.rng.random())).stay())

    def opened(self, code: str) -> None:
        self.rooms.append(code)
        self.made += 1

    @property
    def over(self) -> bool:
        return asyncio.get_running_loop().time() >= self.end


class Besieger:
    """Comes through the door again and again; subclasses know what to say."""

    path: str

    def __init__(self, siege: Siege, number: int, rng: random.Random) -> None:
        self.siege, self.rng = siege, rng
        self.address = f"127.1.{number // 250}.{number % 250 + 1}"
        self.token: str | None = None
        self.asked = 0
        self._news = asyncio.Event()

    async def stay(self) -> None:
        connector = aiohttp.TCPConnector(local_addr=(self.address, 0))
        async with aiohttp.ClientSession(self.siege.server.url, connector=connector) as http:
            while not self.siege.over:
                # Shown out, cut, or not let in: that is what the door is for. So come again.
                with contextlib.suppress(*LEAVES):
                    await self.visit(http)

    async def visit(self, http: aiohttp.ClientSession) -> None:
        async with http.ws_connect(self.path, autoclose=self.rng.random() < 0.5) as ws:
            reading = asyncio.create_task(self._read(ws))
            try:
                await self.greet(http, ws)
                for _ in range(self.rng.randrange(1, 30)):
                    self._news.clear()
                    for _ in range(self.rng.choice((1, 1, 2, 5))):
                        await self.say(http, ws)
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._news.wait(), 0.3)
                    if self.siege.over or ws.closed:
                        break
                if self.rng.random() < 0.5:
                    ws._writer.transport.abort()  # a tab that is gone without a word
            finally:
                reading.cancel()
                await asyncio.gather(reading, return_exceptions=True)

    async def _read(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        async for message in ws:
            self._news.set()
            self.hear(message)

    def count(self, answer: Json) -> None:
        refused = answer.get("refused")
        self.siege.answers[refused["code"] if refused else "ok"] += 1
        made = answer.get("ok")
        if isinstance(made, dict) and isinstance(made.get("code"), str):
            self.siege.opened(made["code"])

    def message(self) -> tuple[str, Json]:
        """Mostly what a client could send at some moment; else nearly that."""
        if self.rng.random() < 0.15:
            return Fuzz(self.rng, self.rng.choice(self.siege.rooms)).message()
        kind = self.rng.choice(("create", "enter", "enter", "enter", "sync", "act", *KINDS))
        body = GOOD[kind](self) if kind in GOOD else {}
        return kind, {name: value for name, value in body.items() if value is not None}

    # --- what each door does in its own way ---

    async def greet(self, http: aiohttp.ClientSession, ws: aiohttp.ClientWebSocketResponse) -> None:
        """Say who is there."""

    async def say(self, http: aiohttp.ClientSession, ws: aiohttp.ClientWebSocketResponse) -> None:
        """Send one thing."""
        raise NotImplementedError

    def hear(self, message: aiohttp.WSMessage) -> None:
        """Take what was told."""


def _enter(who: Besieger) -> Json:
    rng = who.rng
    cursor = [rng.randrange(30), rng.randrange(9), rng.randrange(2**32)]
    return {
        "room": rng.choice(who.siege.rooms), "name": f"P{rng.randrange(99)}", "sit": rng.random() < 0.6,
        "cursor": cursor if rng.random() < 0.3 else None, "know": "0" * 16 if rng.random() < 0.3 else None,
        "password": "secret" if rng.random() < 0.2 else None,
    }  # fmt: skip


def _create(who: Besieger) -> Json:
    rng = who.rng
    game = rng.choice(("chess", *GAMES))
    options = None if who.siege.made < ROOMS and rng.random() < 0.2 else {"targetScore": -1, "players": 99}
    return {
        "game": game, "name": "Ann", "options": options, "bots": rng.choice((0, 1, 3)), "start": rng.random() < 0.5,
        "private": rng.random() < 0.5, "password": "secret" if rng.random() < 0.2 else None,
    }  # fmt: skip


def _act(who: Besieger) -> Json:
    actions = ({"type": "draw"}, {"action": "DRAW_CARD", "payload": {}}, {"type": "play", "cards": [1]}, {})
    return {"n": who.rng.randrange(1, 5), "action": who.rng.choice(actions)}


GOOD: dict[str, Callable[[Besieger], Json]] = {
    "enter": _enter,
    "create": _create,
    "act": _act,
    "check": lambda who: {"action": _act(who)["action"]},
    "sit": lambda who: {"seat": who.rng.choice((None, 0, 1, 2)), "name": "Ben"},
    "swap": lambda who: {"a": who.rng.randrange(3), "b": who.rng.randrange(3)},
    "ready": lambda who: {"on": who.rng.random() < 0.8},
    "options": lambda who: {"options": who.rng.choice(({}, {"targetScore": 50}, {"nobody": 1}))},
    "settings": lambda who: {"private": who.rng.random() < 0.5, "spectators": who.rng.choice(("on", "off"))},
    "kick": lambda who: {"seat": who.rng.randrange(4), "ban": who.rng.random() < 0.2},
    "transfer": lambda who: {"seat": who.rng.randrange(4)},
    "bot": lambda who: {"seat": who.rng.randrange(4), "level": who.rng.choice((None, "easy", "nobody"))},
    "say": lambda who: {"text": "Good game 👍"},
    "mute": lambda who: {"seat": who.rng.randrange(4), "on": who.rng.random() < 0.5},
    "pause": lambda who: {"on": who.rng.random() < 0.5},
    "listen": lambda who: {"on": who.rng.random() < 0.5},
    "rename": lambda who: {"name": f"Q{who.rng.randrange(99)}"},
    "sync": lambda who: {"cursor": _enter(who)["cursor"]},
    "replay": lambda who: {"match": who.rng.choice((None, 1, 7)), "skip": who.rng.choice((0, 5))},
}


class AtNative(Besieger):
    """Socket.IO in msgpack, written by hand."""

    path = "/ws/?EIO=4&transport=websocket"

    async def greet(self, http: aiohttp.ClientSession, ws: aiohttp.ClientWebSocketResponse) -> None:
        token = self.token if self.rng.random() < 0.8 else "nobody"
        await ws.send_bytes(msgpack.packb({"type": 0, "nsp": "/", "data": {"protocol": 1, "token": token}}))

    async def say(self, http: aiohttp.ClientSession, ws: aiohttp.ClientWebSocketResponse) -> None:
        pick = self.rng.random()
        if pick < 0.97:
            self.asked += 1
            packet = {"type": 2, "nsp": "/", "id": self.asked, "data": list(self.message())}
            await ws.send_bytes(msgpack.packb(packet))
        elif pick < 0.985:
            await ws.send_bytes(self.rng.randbytes(20))
        elif pick < 0.99:
            await ws.send_bytes(msgpack.packb({"type": self.rng.choice((0, 1)), "nsp": "/"}))
        else:
            await ws.send_str(self.rng.choice(("2", "3", "1", "40", "5")))

    def hear(self, message: aiohttp.WSMessage) -> None:
        if message.type is WSMsgType.BINARY:
            packet = msgpack.unpackb(message.data, strict_map_key=False)
            if packet["type"] == 3:
                self.count(packet["data"][0])
            elif packet["type"] == 2 and packet["data"][0] == "hello":
                self.token = packet["data"][1]["token"]


class AtJson(Besieger):
    """One JSON object in each frame."""

    path = "/api/v1/ws"

    async def greet(self, http: aiohttp.ClientSession, ws: aiohttp.ClientWebSocketResponse) -> None:
        token = self.token if self.rng.random() < 0.8 else "nobody"
        await ws.send_json({"kind": "hello", "protocol": 1, "token": token})

    async def say(self, http: aiohttp.ClientSession, ws: aiohttp.ClientWebSocketResponse) -> None:
        pick = self.rng.random()
        if pick < 0.97:
            self.asked += 1
            kind, body = self.message()
            await ws.send_json({**(body if isinstance(body, dict) else {"x": body}), "kind": kind, "id": self.asked})
        elif pick < 0.98:
            await ws.ping(b"?")
        elif pick < 0.985:
            await ws.send_bytes(b"{}")
        else:
            await ws.send_str(self.rng.choice(("{", "[]", '{"kind":"hello","protocol":1}', "null", '{"id":-1}')))

    def hear(self, message: aiohttp.WSMessage) -> None:
        if message.type is WSMsgType.TEXT:
            body = message.json()
            if "re" in body:
                self.count(body)
            elif body["kind"] == "hello":
                self.token = body["token"]


class AtArena(Besieger):
    """REST and Socket.IO of the bot arena."""

    path = "/socket.io/?EIO=4&transport=websocket"

    def __init__(self, siege: Siege, number: int, rng: random.Random) -> None:
        super().__init__(siege, number, rng)
        self.mac = f"02:00:00:00:{number // 250:02x}:{number % 250:02x}"
        self.room = NOWHERE

    async def greet(self, http: aiohttp.ClientSession, ws: aiohttp.ClientWebSocketResponse) -> None:
        await ws.send_str("40")

    async def say(self, http: aiohttp.ClientSession, ws: aiohttp.ClientWebSocketResponse) -> None:
        rng = self.rng
        pick = rng.random()
        if pick < 0.1:
            await self._post(http, "", {"isSandbox": True if self.siege.made < ROOMS else 3})
        elif pick < 0.3:
            self.room = rng.choice(self.siege.rooms)
            who = {"firstName": "Ann", "lastName": rng.choice(("Lee", "", None)), "MAC": self.mac, "isSandbox": True}
            await self._post(http, f"/{self.room}/join", who)
        elif pick < 0.6:
            verb = rng.choice(("play", "draw", "pass", "uno", "challenge", "catchout", "leave", "nothing"))
            body: Json = {"playerId": self.token or "x", "cardIndex": rng.randrange(-1, 8), "wildColor": "RED"}
            await self._post(http, f"/{self.room}/{verb}", body)
        elif pick < 0.7:
            await self._get(http, rng.choice((f"rooms/{self.room}?playerId={self.token}", "rooms/list", "leaderboard")))
        elif pick < 0.9:
            room = rng.choice((self.room, self.room, NOWHERE))
            body = rng.choice(({"roomId": room, "playerId": self.token}, {"roomId": room}, {"roomId": 1}, None))
            await ws.send_str("42" + json.dumps(["joinRoom", body]))
        else:
            words = ("3", "2probe", "42", '42["nothing"]', "41", "40", "1", '451-["x"]', '421["joinRoom",{}]', "9")
            await ws.send_str(rng.choice(words))

    async def _post(self, http: aiohttp.ClientSession, path: str, body: Json) -> None:
        async with http.post(f"/api/rooms{path}", json=body) as answer:
            said = await answer.json()
            self.siege.answers[said.get("error", "ok")] += 1
            if not path and answer.status == 200:
                self.siege.opened(said["roomId"])
            self.token = said.get("playerId", self.token)

    async def _get(self, http: aiohttp.ClientSession, path: str) -> None:
        async with http.get(f"/api/{path}") as answer:
            self.siege.answers[str(answer.status)] += 1
            await answer.read()
