"""A session of the Socket.IO door."""

from __future__ import annotations

import asyncio
from typing import Any

from .connection import NativeConnection
from .line import Line
from .sessions import Identity


class NativeLine(Line):
    """An engine.io session that is a line of ours; what the libraries ask of their own sockets, it answers."""

    __slots__ = ("address", "closed", "identity", "person", "sid")

    def __init__(self, sid: str, address: str, transport: asyncio.Transport) -> None:
        super().__init__(transport)
        self.sid = sid
        self.address = address
        self.identity: Identity | None = None  # between the library's saying yes and our greeting
        self.person: NativeConnection | None = None
        self.closed = False

    async def close(self, **_: Any) -> None:
        """Asked by the libraries to end the session."""
        self.say_goodbye(1000, "closed")
