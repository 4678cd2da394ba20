"""Competition bots with libraries other than stock python-socketio: their own pings, JavaScript."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import socketio
import websockets

from tests.arena.arena_client import Bot

EVERY = 0.25
"""Seconds between the client's own pings."""


class HeartbeatBot(Bot):
    """python-socketio over aiohttp with its heartbeat, by websocket from the first byte on."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.transports = ("websocket",)
        self.sio = socketio.AsyncClient(reconnection=False, websocket_extra_options={"heartbeat": EVERY})
        self.sio.on("*", self._hear)
        self.sio.on("disconnect", lambda *_: self.closed.set())


class WebsocketsBot(Bot):
    """The `websockets` package, with Socket.IO's packets written by hand."""

    async def connect(self, **joining: Any) -> None:
        url = self.url.replace("http", "ws", 1) + "/socket.io/?EIO=4&transport=websocket"
        self.ws = await websockets.connect(url, ping_interval=EVERY, ping_timeout=5)
        self.reading = asyncio.create_task(self._read())
        await self.ws.send("40")
        body = {"roomId": self.room, "playerId": self.token, **joining}
        await self.ws.send("42" + json.dumps(["joinRoom", body]))

    async def _read(self) -> None:
        async for packet in self.ws:
            assert isinstance(packet, str)
            if packet == "2":
                await self.ws.send("3")
            elif packet.startswith("42"):
                await self._hear(*json.loads(packet[2:]))
        self.closed.set()

    async def __aexit__(self, *error: object) -> None:
        await self.ws.close()
        await self.reading
        await super().__aexit__(*error)


class ScriptBot(Bot):
    """socket.io-client on Node, as it comes: long-polling first, then websocket."""

    program: Path

    async def connect(self, **joining: Any) -> None:
        pipe = asyncio.subprocess.PIPE
        self.process = await asyncio.create_subprocess_exec(
            "node", str(self.program), self.url, "arena", stdin=pipe, stdout=pipe, limit=1 << 22
        )
        self.joining = {"roomId": self.room, "playerId": self.token, **joining}
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while line := await self.process.stdout.readline():
            said = json.loads(line)
            if said.get("name") == "connect":
                asked = {"id": 1, "kind": "joinRoom", "body": self.joining}
                self.process.stdin.write(json.dumps(asked).encode() + b"\n")
            elif said.get("name") == "disconnect":
                self.closed.set()
            elif "name" in said:
                await self._hear(said["name"], *said["values"])

    async def __aexit__(self, *error: object) -> None:
        self.process.stdin.close()
        await self.process.wait()
        await self.reading
        await super().__aexit__(*error)
