"""Commands to one server: all commands of one event-loop turn leave in one write; answers come in order.

Every move goes through here, and this link costs about a quarter of a client library's pipeline.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Final, Protocol

import hiredis

from server.store.address import Address
from server.store.scripts import Script
from server.store.types import Unavailable

from .run_script import run
from .store_socket import OPEN, Argument, LastingSocket, judged, pack_command

log = logging.getLogger(__name__)

TIMEOUT: Final = 2.0
LIMIT: Final = 10_000
FAILED: Final = "what followed an answer of the store failed"


Heard = Callable[[Any], None]
"""Gets an answer, or Unavailable or Reply instead."""


class Commands(Protocol):
    """The interface of a server or a cluster for the rest of the store."""

    @property
    def ready(self) -> bool: ...

    def call(self, *command: Argument) -> Awaitable[Any]:
        """The answer to a command. Raises Unavailable or Reply."""

    def run(self, script: Script, keys: Sequence[str], *arguments: Argument) -> Awaitable[Any]:
        """The answer of a script."""

    def send(self, key: str, packed: bytes, heard: Heard) -> None:
        """Send a packed command to the server that has the key; `heard` gets the answer, after this has returned."""

    def link_of(self, key: str) -> Link | None:
        """The link to the server that has the key."""


class Link(LastingSocket):
    """Commands to one server over one connection that reconnects."""

    def __init__(self, address: Address, timeout: float = TIMEOUT) -> None:
        super().__init__(address)
        self._timeout = timeout
        self._loop = asyncio.get_running_loop()
        self._sent: deque[tuple[Heard, float]] = deque()
        self._waiting: deque[tuple[Heard, float]] = deque()
        self._outbox: list[bytes] = []
        self._flushing = False
        self._guard: asyncio.TimerHandle | None = None
        self.writes = 0
        """The number of writes: many commands share one."""

    def call(self, *command: Argument) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = self._loop.create_future()
        self.send("", pack_command(command), partial(settle, future))
        return future

    def send(self, _: str, packed: bytes, heard: Heard) -> None:
        """As in `Commands`: this server has every key."""
        if self.failures >= OPEN or len(self._waiting) + len(self._sent) >= LIMIT:
            reason = self.reason if self.failures >= OPEN else "too many commands are waiting"
            self._loop.call_soon(heard, Unavailable(reason))
            return
        self._outbox.append(packed)
        self._waiting.append((heard, self._loop.time()))
        if not self._flushing:
            self._flushing = True
            self._loop.call_soon(self._flush)

    def run(self, script: Script, keys: Sequence[str], *arguments: Argument) -> Awaitable[Any]:
        return run(self.call, script, keys, arguments)

    def link_of(self, key: str) -> Link | None:
        return self

    def _flush(self) -> None:
        self._flushing = False
        if self._guard is None and self._waiting:
            self._guard = self._loop.call_later(self._timeout / 8, self._check)
        if self.connection is None or not self._outbox:
            return
        self.connection.write(b"".join(self._outbox))
        self.writes += 1
        self._outbox.clear()
        self._sent.extend(self._waiting)
        self._waiting.clear()

    def receive(self, reply: Any) -> None:
        if not self._sent:  # nothing was asked, so the stream of answers can no longer be trusted
            self.cut()
            return
        heard = self._sent.popleft()[0]
        answer = judged(reply) if isinstance(reply, hiredis.ReplyError) else reply
        try:
            heard(answer)
        except Exception:
            log.exception(FAILED)  # a failing handler must not stop the next answers
        if answer is not reply and str(answer).startswith("READONLY"):
            self.cut()  # a failover left us with a replica

    def _check(self) -> None:
        """End commands that have waited longer than the timeout, and a connection that has not answered for so long."""
        self._guard = None
        limit = self._loop.time() - self._timeout
        if self._sent and self._sent[0][1] < limit:
            self.cut()
        while self._waiting and self._waiting[0][1] < limit:
            _tell(self._waiting.popleft()[0], Unavailable(self.reason))
            del self._outbox[0]
        if self._sent or self._waiting:
            self._guard = self._loop.call_later(self._timeout / 8, self._check)

    def on_connected(self) -> None:
        self._flush()

    def _disconnected(self) -> None:
        sent, self._sent = self._sent, deque()
        for heard, _ in sent:
            _tell(heard, Unavailable("The connection was lost before the answer.", unknown=True))

    def _refused(self) -> None:
        if not self.ready:
            self._drop()

    def _drop(self) -> None:
        self._outbox.clear()
        while self._waiting:
            _tell(self._waiting.popleft()[0], Unavailable(self.reason))

    def closed(self) -> None:
        """End all waiting commands with Unavailable."""
        super().closed()
        self.failures, self.reason = OPEN, "The store has been closed."
        self._disconnected()
        self._drop()
        if self._guard is not None:
            self._guard.cancel()


def _tell(heard: Heard, answer: Any) -> None:
    """Pass on an answer; a failing handler must not stop the next ones."""
    try:
        heard(answer)
    except Exception:
        log.exception(FAILED)


def settle(future: asyncio.Future[Any], answer: Any) -> None:
    """Resolve the future with the answer, or with an exception instead, if anybody still waits for it."""
    if future.done():
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)
