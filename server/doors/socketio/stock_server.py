"""A stock python-socketio server with our settings: one namespace, only WebSockets, strict packets."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, Final

import socketio
from aiohttp import web
from socketio.exceptions import ConnectionRefusedError as Rejected
from socketio.msgpack_packet import MsgPackPacket

from games.api import Refused
from server.doors.door import PROTOCOL, Door
from server.doors.gate.tokens import Identity
from server.doors.strict_decoding import PACKET_LIMIT, BadPacket, decode
from server.doors.timeouts import Timeouts

from .advice import ADVICE, NATIVE

REQUEST: Final = "aiohttp.request"
"""The key under which the library keeps aiohttp's request in the environ."""


class StrictPacket(MsgPackPacket):  # type: ignore[misc]  # the library has no types
    """Decodes packets strictly."""

    def decode(self, encoded_packet: Any) -> None:
        if type(encoded_packet) is not bytes:
            raise BadPacket("not msgpack")
        self.packet_type, self.data, self.id = decode(encoded_packet)
        self.namespace = "/"


class Clients(socketio.AsyncManager):  # type: ignore[misc]
    """The library's client manager, but without a room for each client.

    When somebody leaves, the library looks through all its rooms: with 5,000 clients this takes 220 µs.
    """

    def basic_enter_room(self, sid: str, namespace: str, room: str | None, eio_sid: str | None = None) -> None:
        if room is None:
            super().basic_enter_room(sid, namespace, room, eio_sid)


def stock_server(timeouts: Timeouts, logger: logging.Logger, *, monitor_clients: bool) -> socketio.AsyncServer:
    """The library's server, with the settings that both modes use: with and without the express lane."""
    return socketio.AsyncServer(
        async_mode="aiohttp",
        serializer=StrictPacket,
        client_manager=Clients(),
        async_handlers=False,  # one message of a client at a time
        transports=["websocket"],
        namespaces=["/"],
        cors_allowed_origins=[],  # no check: every request has already passed our own
        ping_interval=timeouts.ping_interval,
        ping_timeout=timeouts.ping_timeout,
        max_http_buffer_size=PACKET_LIMIT,
        http_compression=False,
        allow_upgrades=False,
        monitor_clients=monitor_clients,
        logger=logger,
        engineio_logger=logger,
    )


def identify(door: Door, request: web.Request, auth: Mapping[str, Any] | None) -> Identity:
    """The identity of the client that connects; if we refuse it, the library tells it the reason."""
    if request.path.rstrip("/") != NATIVE:
        raise Rejected(ADVICE)
    given = auth or {}
    try:
        return door.identify(given.get("protocol", PROTOCOL), given.get("token"), given.get("bot"), given.get("deals"))
    except Refused as refused:
        raise Rejected(refused.code, {"code": refused.code, **refused.params}) from None
