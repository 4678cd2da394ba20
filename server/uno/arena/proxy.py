"""Passes requests on to the worker of this machine that has their session.

The workers share a port, and the system may give a connection to any of them. A session's id begins with the name of
the worker that opened it, and each worker listens to the others on a socket in a shared folder.
"""

from __future__ import annotations

import asyncio
import logging
import re
from pathlib import Path
from typing import Any, Final

import aiohttp
from aiohttp import WSMsgType, web
from aiohttp.typedefs import Handler

from .engine import PACKET_LIMIT

log = logging.getLogger("paiju.arena")

_KEPT: Final = ("Content-Type", "Origin", "Host", "User-Agent")
_NAME: Final = re.compile(r"[0-9a-z]{1,32}")
_NOBODY: Final = "Invalid session"


class Proxy:
    """The door of `/socket.io/`: our sessions go to our engine, another worker's sessions go to that worker."""

    def __init__(self, folder: Path | None, name: str, engine: Handler) -> None:
        self._folder = folder
        self._name = name
        self._engine = engine
        self._others: dict[str, aiohttp.ClientSession] = {}
        self._runner: web.AppRunner | None = None

    def add_to(self, app: web.Application, path: str) -> None:
        app.router.add_get(path, self.handle)
        app.router.add_post(path, self.handle)

    async def open(self, path: str) -> None:
        """Let other workers pass requests for our sessions to us, on a socket at that path."""
        if self._folder is None:
            return
        app = web.Application()
        app.router.add_get(path, self._engine)
        app.router.add_post(path, self._engine)
        self._runner = web.AppRunner(app, access_log=None, handler_cancellation=False, shutdown_timeout=1)
        await self._runner.setup()
        await web.UnixSite(self._runner, str(self._socket(self._name))).start()

    async def close(self) -> None:
        """Stop listening to the others, and end every request that waits for one of them."""
        for session in self._others.values():
            await session.close()
        self._others.clear()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    def _socket(self, name: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{name}.sock"

    async def handle(self, request: web.Request) -> web.StreamResponse:
        owner = request.query.get("sid", "").partition(".")[0]
        if (
            self._folder is None
            or owner == self._name
            or not _NAME.fullmatch(owner)
            or not self._socket(owner).exists()
        ):
            return await self._engine(request)
        try:
            if request.headers.get("Upgrade", "").lower() == "websocket":
                return await self._pass_socket(request, self._other(owner))
            return await self._pass(request, self._other(owner))
        except (aiohttp.ClientError, OSError, RuntimeError) as error:
            log.info("a session of another worker could not be reached: %s", error)
            return web.Response(status=400, text=_NOBODY)

    def _other(self, name: str) -> aiohttp.ClientSession:
        session = self._others.get(name)
        if session is None:
            connector = aiohttp.UnixConnector(str(self._socket(name)), limit=0)
            never = aiohttp.ClientTimeout(total=None)  # the other worker's engine decides how long a poll waits
            session = self._others[name] = aiohttp.ClientSession(connector=connector, timeout=never)
        return session

    async def _pass(self, request: web.Request, other: aiohttp.ClientSession) -> web.Response:
        if (request.content_length or 0) > PACKET_LIMIT:
            return web.Response(status=400, text="Too much")
        kept = {name: request.headers[name] for name in _KEPT if name in request.headers}
        body = await request.read() if request.method == "POST" else None
        async with other.request(request.method, f"http://worker{request.raw_path}", data=body, headers=kept) as said:
            return web.Response(status=said.status, body=await said.read(), headers=_plain(said.headers))

    async def _pass_socket(self, request: web.Request, other: aiohttp.ClientSession) -> web.WebSocketResponse:
        kept = {name: request.headers[name] for name in _KEPT if name in request.headers}
        theirs = web.WebSocketResponse(max_msg_size=PACKET_LIMIT, compress=False)
        async with other.ws_connect(
            f"http://worker{request.raw_path}", headers=kept, max_msg_size=PACKET_LIMIT, compress=0
        ) as ours:
            await theirs.prepare(request)
            await asyncio.gather(_pump(theirs, ours), _pump(ours, theirs))
        return theirs


async def _pump(
    source: web.WebSocketResponse | aiohttp.ClientWebSocketResponse,
    target: web.WebSocketResponse | aiohttp.ClientWebSocketResponse,
) -> None:
    """Copy until one side ends; then end the other."""
    try:
        async for message in source:
            if message.type is WSMsgType.TEXT:
                await target.send_str(message.data)
            elif message.type is WSMsgType.BINARY:
                await target.send_bytes(message.data)
    except (ConnectionError, aiohttp.ClientError):
        return
    finally:
        await target.close()


def _plain(headers: Any) -> dict[str, str]:
    return {"Content-Type": headers.get("Content-Type", "text/plain")}
