"""A session of the Socket.IO door."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

from aiohttp import WSMessage, WSMsgType

from server.wire.packets import DISCONNECT, EVENT
from server.wire.strict import BadPacket, decode

from .connection import NativeConnection
from .line import Line
from .sessions import Identity

log = logging.getLogger("paiju.engine")

Received = Callable[[NativeConnection, Any, Any, int | None], None]
"""Deals with an event: its name, its argument and its number."""
BadPackets = Callable[[], None]
"""Counts what no client of ours sends."""

_POLICY: Final = 1008
_OURS: Final = 1011


class NativeLine(Line):
    """An engine.io session that is a line of ours; what the libraries ask of their own sockets, it answers."""

    __slots__ = ("_bad_packet", "_received", "address", "closed", "identity", "person", "sid")

    def __init__(
        self, sid: str, address: str, transport: asyncio.Transport, received: Received, bad_packet: BadPackets
    ) -> None:
        super().__init__(transport)
        self._received = received
        self._bad_packet = bad_packet
        self.sid = sid
        self.address = address
        self.identity: Identity | None = None  # between the library's saying yes and our greeting
        self.person: NativeConnection | None = None
        self.closed = False

    def deal(self, message: WSMessage) -> bool:
        """A message has arrived. False: it has to wait, or is no packet of somebody connected."""
        if message.type is not WSMsgType.BINARY or self.person is None or not self.at_rest or not self.open:
            return False
        self.alive = True
        self.take(self.person, message.data)
        return True

    def take(self, person: NativeConnection, data: bytes) -> None:
        """A packet of somebody connected. What no client of ours sends ends the line."""
        try:
            kind, body, number = decode(data)
            if kind == EVENT:
                self._received(person, body[0], body[1] if len(body) > 1 else None, number)
            elif kind == DISCONNECT:
                self.say_goodbye(1000, "disconnected")
            else:
                raise BadPacket("connected already")
        except BadPacket:
            # What the peer has sent is neither shown nor logged: it could be anything, and as much as he likes.
            self._bad_packet()
            self.say_goodbye(_POLICY, "bad packet")
        except Exception:
            log.exception("a message could not be taken")
            self.say_goodbye(_OURS, "failed")

    async def close(self, **_: Any) -> None:
        """Asked by the libraries to end the session."""
        self.say_goodbye(1000, "closed")
