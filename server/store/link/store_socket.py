"""One socket to the store, which `connect.py` opens again after every loss."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final, cast

import hiredis

from server.store.address import Address
from server.store.types import Unavailable

log = logging.getLogger(__name__)

OPEN: Final = 3
"""Consecutive failures that open the circuit."""
_PASSING: Final = (
    "BUSY",
    "CLUSTERDOWN",
    "LOADING",
    "MASTERDOWN",
    "MISCONF",
    "NOREPLICAS",
    "OOM",
    "READONLY",
    "TRYAGAIN",
)


Argument = str | bytes | int | float
# The package's stub only allows one-word commands.
pack_command: Final[Callable[[tuple[Argument, ...]], bytes]] = hiredis.pack_command  # type: ignore[assignment]


class Reply(Exception):
    """The store's error reply to a command."""


def judged(error: hiredis.ReplyError) -> Exception:
    """A temporary refusal (full, loading, failing over) is Unavailable; anything else is our mistake."""
    text = str(error)
    # A script's failure may contain the code: "ERR Error running script …: MISCONF …".
    if text.startswith(_PASSING) or (text.startswith("ERR") and any(f" -{code} " in text for code in _PASSING)):
        return Unavailable(text)
    return Reply(text)


def _ignore(*_: Any) -> None:
    return None


class StoreSocket(asyncio.Protocol):
    """Writes bytes and passes on each answer, in order."""

    def __init__(self, receive: Callable[[Any], None], lost: Callable[[], None]) -> None:
        self._receive = receive
        self._lost = lost
        self._reader = hiredis.Reader()
        self._transport: asyncio.Transport | None = None
        self.write: Callable[[bytes], None] = _ignore
        """Writes straight to the transport, while there is one."""
        self.greetings: asyncio.Queue[Any] | None = asyncio.Queue()
        """Gets the answers until we are authenticated."""

    def abort(self) -> None:
        """Close at once, and report nothing more."""
        self._receive = self._lost = _ignore
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports do not derive from asyncio.Transport.
        self._transport = cast(asyncio.Transport, transport)
        self.write = self._transport.write

    def data_received(self, data: bytes) -> None:
        reader = self._reader
        reader.feed(data)
        receive = self._receive if self.greetings is None else self.greetings.put_nowait
        try:
            while (reply := reader.gets()) is not False:
                receive(reply)
        except hiredis.ProtocolError:
            log.exception("the store spoke nonsense")
            if self._transport is not None:
                self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        self.write = _ignore
        if self.greetings is not None:
            self.greetings.put_nowait(ConnectionResetError("The store closed the connection."))
        else:
            self._lost()


class LastingSocket:
    """A connection that reconnects. Three consecutive failures open the circuit: `ready` is False and nothing waits."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.failures = 0
        self.reason = "not connected yet"
        self.connection: StoreSocket | None = None
        self.gone = asyncio.Event()

    @property
    def ready(self) -> bool:
        """False if the circuit is open. A loss that the first or second attempt repairs does not open it."""
        return self.failures < OPEN

    @property
    def connected(self) -> bool:
        return self.connection is not None

    def cut(self) -> None:
        """Drop the connection; a new one is opened."""
        if self.connection is not None:
            self.connection.abort()
            self.on_lost()

    def failed(self, reason: str) -> None:
        if self.failures == 0:
            log.warning("store %s: %s", self.address, reason)
        self.failures += 1
        self.reason = reason
        self._refused()

    def on_lost(self) -> None:
        self.connection = None
        self.gone.set()
        self._disconnected()

    def closed(self) -> None:
        """Called when the connection will not be opened again."""
        self.cut()

    def on_connected(self) -> None:
        """Called when a connection is open."""

    def _disconnected(self) -> None:
        """Called when the connection is lost."""

    def _refused(self) -> None:
        """Count one more failure."""

    def receive(self, reply: Any) -> None:
        raise NotImplementedError
