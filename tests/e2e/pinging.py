"""Clients whose library sends its own pings: stock `websockets`, and aiohttp with `heartbeat`."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import aiohttp
import websockets
from aiohttp import WSMessage, WSMsgType

from tests.support.doors import Lean, Plain

EVERY = 0.25
"""Seconds; these libraries' users have set 20 or 30."""
_ENDED = (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR)


class Beating:
    """An aiohttp client with a heartbeat, which says whether a ping has been answered."""

    def __init__(self, ws: Any) -> None:
        self._ws = ws
        self._pongs = 0

    @property
    def answered(self) -> bool:
        return self._pongs > 0

    @classmethod
    async def open(cls, session: aiohttp.ClientSession, url: str) -> Beating:
        return cls(await session.ws_connect(url, heartbeat=EVERY, autoping=False))

    async def receive(self) -> WSMessage:
        while (message := await self._ws.receive()).type in (WSMsgType.PING, WSMsgType.PONG):
            if message.type is WSMsgType.PING:
                await self._ws.pong(message.data)
            else:
                self._pongs += 1
        return message

    def __aiter__(self) -> Beating:
        return self

    async def __anext__(self) -> WSMessage:
        if (message := await self.receive()).type in _ENDED:
            raise StopAsyncIteration
        return message

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ws, name)


class Foreign(Beating):
    """A connection of the `websockets` package, in aiohttp's words."""

    @classmethod
    async def open(cls, _: aiohttp.ClientSession, url: str) -> Foreign:
        try:
            return cls(await websockets.connect(url.replace("http", "ws", 1), ping_interval=EVERY, ping_timeout=5))
        except websockets.WebSocketException as error:
            raise ConnectionError from error

    @property
    def answered(self) -> bool:
        return self._ws.latency > 0

    async def receive(self) -> WSMessage:
        try:
            data = await self._ws.recv()
        except websockets.ConnectionClosed:
            return WSMessage(WSMsgType.CLOSED, None, None)
        return WSMessage(WSMsgType.TEXT if isinstance(data, str) else WSMsgType.BINARY, data, None)

    async def send_str(self, text: str) -> None:
        with contextlib.suppress(websockets.ConnectionClosed):
            await self._ws.send(text)

    async def send_bytes(self, data: bytes) -> None:
        with contextlib.suppress(websockets.ConnectionClosed):
            await self._ws.send(data)

    async def send_json(self, body: Any) -> None:
        await self.send_str(json.dumps(body))


class HeartbeatAtJson(Plain):
    """aiohttp's heartbeat at the JSON door."""

    kind = Beating

    async def open(self, session: aiohttp.ClientSession, url: str) -> Any:
        return await self.kind.open(session, url + self.path)


class WebsocketsAtJson(HeartbeatAtJson):
    """`websockets` at the JSON door."""

    kind = Foreign


class HeartbeatAtNative(Lean):
    """aiohttp's heartbeat at the native door."""

    kind = Beating
    open = HeartbeatAtJson.open


class WebsocketsAtNative(HeartbeatAtNative):
    """`websockets` at the native door."""

    kind = Foreign
