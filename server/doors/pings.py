"""Pings for all sockets of a worker from one timer, instead of a task and two timers for each connection.

`Timeouts` has the seconds.
"""

from __future__ import annotations

import asyncio
from itertools import cycle
from typing import Final

from .client_socket import ClientSocket

_SLOTS: Final = 20


class Pings:
    """Pings each socket once per `interval`, and ends it if nothing has come from it for `timeout` after the ping."""

    def __init__(self, ping: bytes, interval: float, timeout: float) -> None:
        self._ping = ping
        self._step = interval / _SLOTS
        self._wait = max(1, min(_SLOTS - 1, round(timeout / self._step)))
        self._slots: list[set[ClientSocket]] = [set() for _ in range(_SLOTS)]
        self._next = cycle(range(_SLOTS))
        self._now = 0
        self._timer: asyncio.TimerHandle | None = None

    def join(self, socket: ClientSocket) -> None:
        """Ping that socket from now on, until it leaves."""
        # Spread evenly, so that ten thousand sockets are not pinged in one turn of the loop.
        self._slots[next(self._next)].add(socket)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._step, self._beat)

    def leave(self, socket: ClientSocket) -> None:
        for slot in self._slots:
            slot.discard(socket)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _beat(self) -> None:
        self._now = (self._now + 1) % _SLOTS
        for socket in tuple(self._slots[(self._now - self._wait) % _SLOTS]):
            # While a message is being handled, later ones wait, and a pong may be among them.
            if not socket.alive and socket.at_rest:
                socket.abort("silent")
        for socket in tuple(self._slots[self._now]):
            if socket.write(self._ping):
                socket.alive = False
        some = any(self._slots)
        self._timer = asyncio.get_running_loop().call_later(self._step, self._beat) if some else None
