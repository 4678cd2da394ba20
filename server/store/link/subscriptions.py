"""Subscriptions on one connection, renewed after every loss."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

import hiredis

from server.store.address import Address

from .store_socket import LastingSocket, pack_command

log = logging.getLogger(__name__)

QUIET: Final = 1.0
"""Seconds between checks that the other side is alive."""


class Subscriptions(LastingSocket):
    """Passes on messages, and reports each channel that has been subscribed (again)."""

    def __init__(
        self,
        address: Address,
        *,
        sharded: bool,
        on_message: Callable[[str, bytes], None],
        on_heard: Callable[[str], None],
        on_moved: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(address)
        self._prefix = "S" if sharded else ""
        self._on_message = on_message
        self._on_heard = on_heard
        self._on_moved = on_moved
        self._loop = asyncio.get_running_loop()
        self.channels: set[str] = set()
        self._outbox: list[bytes] = []
        self._alive = 0.0
        self._pulse: asyncio.TimerHandle | None = None
        self._lost_at: float | None = self._loop.time()
        self._unheard: dict[str, float] = {}
        """Channels that are not yet (or no longer) subscribed, and the time of the loss; oldest first."""

    @property
    def deaf_for(self) -> float:
        """For how many seconds a channel has lacked its subscription; 0 while all is well."""
        since = self._lost_at
        for at in self._unheard.values():
            since = at if since is None else min(since, at)
            break
        return 0.0 if since is None else self._loop.time() - since

    def subscribe(self, channel: str) -> None:
        self.channels.add(channel)
        self._unheard.setdefault(channel, self._loop.time())
        self._say(f"{self._prefix}SUBSCRIBE", channel)

    def unsubscribe(self, channel: str) -> None:
        self.channels.discard(channel)
        self._unheard.pop(channel, None)
        self._say(f"{self._prefix}UNSUBSCRIBE", channel)

    def _say(self, *command: str) -> None:
        if self.connection is None:
            return
        if not self._outbox:
            self._loop.call_soon(self._flush)
        self._outbox.append(pack_command(command))

    def _flush(self) -> None:
        if self.connection is not None:
            self.connection.write(b"".join(self._outbox))
        self._outbox.clear()

    def on_connected(self) -> None:
        self._alive = self._loop.time()
        self._lost_at = None
        # One command per channel: in a cluster each may be answered by its own MOVED.
        for channel in self.channels:
            self._say(f"{self._prefix}SUBSCRIBE", channel)
        self._beat()

    def _disconnected(self) -> None:
        self._outbox.clear()
        self._lost_at = now = self._loop.time()
        for channel in self.channels:
            self._unheard.setdefault(channel, now)
        if self._pulse is not None:
            self._pulse.cancel()
            self._pulse = None

    def _beat(self) -> None:
        now = self._loop.time()
        if now - self._alive > 3 * QUIET:
            self.cut()
            return
        for channel, since in self._unheard.items():
            if now - since <= 3 * QUIET:
                break
            self._say(f"{self._prefix}SUBSCRIBE", channel)  # it was refused: that may be temporary
        self._say("PING")
        self._pulse = self._loop.call_later(QUIET, self._beat)

    def receive(self, reply: Any) -> None:
        self._alive = self._loop.time()
        if isinstance(reply, hiredis.ReplyError):
            if not str(reply).startswith("MOVED"):
                log.warning("store %s refuses a subscription: %s", self.address, reply)
            self._on_moved()
            return
        kind = reply[0]
        if kind in (b"message", b"smessage"):
            self._on_message(reply[1].decode(), reply[2])
        elif kind in (b"subscribe", b"ssubscribe"):
            if (channel := reply[1].decode()) in self.channels:
                self._unheard.pop(channel, None)
                self._on_heard(channel)
        elif kind == b"sunsubscribe" and reply[1] is not None and reply[1].decode() in self.channels:
            self._on_moved()  # the slot has moved to another node
