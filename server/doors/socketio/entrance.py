"""The entrance to the Socket.IO door, with advice for clients that use wrong settings."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable
from typing import Final

import msgspec
from aiohttp import web
from aiohttp.typedefs import Handler

from server.doors.gate.gatekeeper import Gatekeeper
from server.doors.http.client_page import NOWHERE
from server.doors.strict_decoding import PACKET_LIMIT

from .advice import ADVICE, NATIVE, json_advice, polled_advice

_PATIENCE: Final = 5.0
_MOST: Final = 200  # how many clients may be getting advice at the same time


class SocketIoEntrance:
    """Admits clients that open a WebSocket at our path, and tells others our settings.

    Some libraries show only the refusal of a CONNECT, so their clients must get that far: a poll is answered as if a
    session had begun, and that session only refuses CONNECT with the advice (docs/protocol.md).
    """

    def __init__(self, gatekeeper: Gatekeeper, door: Handler) -> None:
        self._gatekeeper = gatekeeper
        self._door = door
        self._polling: dict[str, asyncio.Future[bytes]] = {}

    def add_to(self, app: web.Application) -> None:
        for path in (NATIVE, f"{NATIVE}/"):
            app.router.add_get(path, self.handle)
            app.router.add_post(path, self.handle)
        app.middlewares.append(self._elsewhere)

    @web.middleware
    def _elsewhere(self, request: web.Request, handler: Handler) -> Awaitable[web.StreamResponse]:
        """Also handle Engine.IO requests to paths that do not exist: by default, clients try `/socket.io/`."""
        asked = request.match_info
        if "EIO" in request.query and (asked.http_exception is not None or asked.route.name == NOWHERE):
            return self.handle(request)
        return handler(request)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Handle a request of a Socket.IO client."""
        address = self._gatekeeper.admit(request)
        try:
            query = request.query
            transport = query.get("transport", "polling")
            if query.get("EIO") != "4":
                return _refused()
            if transport == "polling":
                return await self._poll(request, query.get("sid"))
            if transport != "websocket" or "sid" in query or "Upgrade" not in request.headers:
                return _refused()
            return await self._door(request)
        finally:
            self._gatekeeper.leave(request, address)

    async def _poll(self, request: web.Request, sid: str | None) -> web.Response:
        if sid is None:
            return self._open() if request.method == "GET" and len(self._polling) < _MOST else _refused()
        advice = self._polling.get(sid)
        if advice is None:
            return _refused()
        try:
            async with asyncio.timeout(_PATIENCE):
                if request.method == "GET":
                    told = await asyncio.shield(advice)
                    self._polling.pop(sid, None)  # tell it only once
                    return _payload(told)
                posted = await request.read()
        except TimeoutError:
            return _payload(json_advice(""))
        if not advice.done():
            advice.set_result(polled_advice(posted))
        return web.Response(text="ok")

    def _open(self) -> web.Response:
        """Open a session that lasts until the advice has been sent."""
        sid, loop = secrets.token_hex(8), asyncio.get_running_loop()
        self._polling[sid] = loop.create_future()
        loop.call_later(_PATIENCE, self._polling.pop, sid, None)
        about = {"sid": sid, "upgrades": [], "pingInterval": 20_000, "pingTimeout": 15_000, "maxPayload": PACKET_LIMIT}
        return _payload(b"0" + msgspec.json.encode(about))


def _payload(payload: bytes) -> web.Response:
    return web.Response(body=payload, content_type="text/plain", charset="utf-8", headers={"Cache-Control": "no-store"})


def _refused() -> web.Response:
    return web.json_response({"code": 0, "message": ADVICE}, status=400)
