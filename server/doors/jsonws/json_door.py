"""The JSON door: a plain WebSocket for any language, with one JSON object in each text frame."""

from __future__ import annotations

from typing import Any

from aiohttp import WSMsgType, web

from games.api import Refused
from server.doors import packets
from server.doors.client_socket import POLICY_VIOLATION, ClientSocket
from server.doors.connection import JsonConnection
from server.doors.door import Door
from server.doors.gate.gatekeeper import Gatekeeper
from server.doors.requests import refusal
from server.doors.socket_life import SocketLife, SocketLives, open_websocket, until_idle
from server.doors.strict_decoding import BadPacket, check_number, decode_json
from server.doors.timeouts import Timeouts
from server.protocol import decoding, messages


class JsonDoor:
    """Speaks the native door's protocol with names; the same limits apply."""

    def __init__(self, door: Door, gatekeeper: Gatekeeper, timeouts: Timeouts) -> None:
        self._door = door
        self._gatekeeper = gatekeeper
        self.lives = SocketLives(door, timeouts, ping=packets.ping(), what_they_send="message")

    async def handle(self, request: web.Request) -> web.StreamResponse:
        address = self._gatekeeper.admit(request)
        try:
            ws = await open_websocket(request)
            if request.transport is not None:
                socket = ClientSocket(request.transport)
                async with self.lives.of(socket) as life:
                    await self._receive(ws, socket, life, address)
            return ws
        finally:
            self._gatekeeper.leave(request, address)

    async def _receive(self, ws: web.WebSocketResponse, socket: ClientSocket, life: SocketLife, address: str) -> None:
        """Take one message after another; returns when the socket has ended."""
        person = await self._greeted(ws, socket, life, address)
        while person is not None and (body := await _next(ws, socket)) is not None:
            number = _number(body)
            self._door.received(person, body.pop("kind", None), body, number)
            await until_idle(socket)

    async def _greeted(
        self, ws: web.WebSocketResponse, socket: ClientSocket, life: SocketLife, address: str
    ) -> JsonConnection | None:
        """Greet the client, whose first message must be `hello`."""
        body = await _next(ws, socket)
        if body is None:
            return None
        number = _number(body)
        try:
            if body.get("kind") != "hello":
                raise Refused("hello.first")
            hello: Any = decoding.decode("hello", body, messages.FIRST)
            identity = self._door.identify(hello.protocol, hello.token, hello.bot, hello.deals)
        except Refused as refused:
            socket.write(packets.text(packets.json_packet({"re": number, **refusal(refused)})))
            socket.say_goodbye(POLICY_VIOLATION, refused.code)
            return None
        person = JsonConnection(socket, address, identity.player)
        life.greet(person, identity)
        return person


async def _next(ws: web.WebSocketResponse, socket: ClientSocket) -> dict[str, Any] | None:
    """The next message; None when the socket has ended."""
    if not socket.open:
        return None
    message = await ws.receive()
    while message.type in (WSMsgType.PING, WSMsgType.PONG):
        socket.alive = True
        if socket.pay() < 0:
            raise BadPacket("too many pings")
        if message.type is WSMsgType.PING:
            socket.write(packets.pong(bytes(message.data)))  # aiohttp passes a bytearray, although its types say bytes
        message = await ws.receive()
    socket.alive = True
    if message.type is not WSMsgType.TEXT:
        if message.type is WSMsgType.BINARY:
            raise BadPacket("not text")
        return None
    return decode_json(message.data)


def _number(body: dict[str, Any]) -> int | None:
    """The number that the client gave the message."""
    number: int | None = body.pop("id", None)
    check_number(number)
    return number
