"""The JSON door: a plain WebSocket for any language, with one JSON object in each text frame."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

import msgspec
from aiohttp import WSMsgType, web

from games.api import Refused
from server.doors import packets
from server.doors.client_socket import CLOSE_TIMEOUT, INTERNAL_ERROR, POLICY_VIOLATION, ClientSocket
from server.doors.connection import JsonConnection
from server.doors.door import Door
from server.doors.gate.gatekeeper import Gatekeeper
from server.doors.pace import Pace
from server.doors.pings import Pings
from server.doors.requests import refusal
from server.doors.socketio.strict_decoding import PACKET_LIMIT, BadPacket, check_number
from server.protocol import decoding, messages

log = logging.getLogger("paiju.engine")

_UNAUTHENTICATED: Final = 4401
_decode: Final = msgspec.json.Decoder(dict[str, Any]).decode


class JsonDoor:
    """Speaks the native door's protocol with names; the same limits apply."""

    def __init__(self, door: Door, gatekeeper: Gatekeeper, pace: Pace) -> None:
        self._door = door
        self._gatekeeper = gatekeeper
        self._patience = pace.patience
        self.pulse = Pings(packets.ping(), pace.ping_interval, pace.ping_timeout)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        address = self._gatekeeper.admit(request)
        try:
            # Without compression: it costs 95 KB per connection and leaks lengths (reliability.md).
            ws = web.WebSocketResponse(max_msg_size=PACKET_LIMIT, compress=False, timeout=CLOSE_TIMEOUT, autoping=False)
            await ws.prepare(request)
            if request.transport is not None:
                await self._session(ws, request.transport, address)
            return ws
        finally:
            self._gatekeeper.leave(address)

    async def _session(self, ws: web.WebSocketResponse, transport: asyncio.Transport, address: str) -> None:
        line = ClientSocket(transport)
        leave_pulse = self.pulse.join(line)
        patience = asyncio.get_running_loop().call_later(
            self._patience, line.say_goodbye, _UNAUTHENTICATED, "authentication timeout"
        )
        person: JsonConnection | None = None
        try:
            person = await self._greeted(ws, line, address)
            patience.cancel()
            while person is not None and (body := await _next(ws, line)) is not None:
                number = _number(body)
                self._door.received(person, body.pop("kind", None), body, number)
                await line.idle()
        except BadPacket:
            self._door.bad_packet()
            line.say_goodbye(POLICY_VIOLATION, "bad message")
        except Exception:
            log.exception("a connection failed")
            line.say_goodbye(INTERNAL_ERROR, "failed")
        finally:
            patience.cancel()
            leave_pulse()
            try:
                await line.idle()
            finally:
                line.ended()
                if person is not None:
                    self._door.closed(person)

    async def _greeted(self, ws: web.WebSocketResponse, line: ClientSocket, address: str) -> JsonConnection | None:
        """The first message says who it is."""
        body = await _next(ws, line)
        if body is None:
            return None
        number = _number(body)
        try:
            if body.get("kind") != "hello":
                raise Refused("hello.first")
            hello: Any = decoding.convert(body, messages.Hello)
            identity = self._door.identify(hello.protocol, hello.token, hello.bot)
        except Refused as refused:
            line.write(packets.text(packets.json_packet({"re": number, **refusal(refused)})))
            line.say_goodbye(POLICY_VIOLATION, refused.code)
            return None
        person = JsonConnection(line, address, identity.player)
        self._door.welcome(person, identity)
        return person


async def _next(ws: web.WebSocketResponse, line: ClientSocket) -> dict[str, Any] | None:
    """The next message; None when the connection has ended."""
    if not line.open:
        return None
    message = await ws.receive()
    while message.type in (WSMsgType.PING, WSMsgType.PONG):
        line.alive = True
        if line.bucket.take() < 0:
            raise BadPacket("too many pings")
        if message.type is WSMsgType.PING:
            line.write(packets.pong(bytes(message.data)))  # aiohttp passes a bytearray, whatever its types say
        message = await ws.receive()
    line.alive = True
    if message.type is not WSMsgType.TEXT:
        if message.type is WSMsgType.BINARY:
            raise BadPacket("not text")
        return None
    try:
        return _decode(message.data)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise BadPacket("not a JSON object") from None


def _number(body: dict[str, Any]) -> int | None:
    """The number that the client gave the message."""
    number: int | None = body.pop("id", None)
    check_number(number)
    return number
