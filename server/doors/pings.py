"""Pings for all sockets of a worker from one timer, instead of a task and two timers per connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import cycle
from typing import Final

from .client_socket import ClientSocket

_SLOTS: Final = 20


class Pings:
    """Pings each socket once per `interval` and closes those that stay silent for `timeout` afterwards."""

    def __init__(self, ping: bytes, interval: float, timeout: float) -> None:
        self._ping = ping
        self._step = interval / _SLOTS
        self._wait = max(1, min(_SLOTS - 1, round(timeout / self._step)))
        self._slots: list[set[ClientSocket]] = [set() for _ in range(_SLOTS)]
        self._next = cycle(range(_SLOTS))
        self._now = 0
        self._timer: asyncio.TimerHandle | None = None

    def join(self, line: ClientSocket) -> Callable[[], None]:
        """Ping that socket from now on, until the returned function is called."""
        # Spread evenly, so that ten thousand sockets are not pinged in one turn of the loop.
        slot = self._slots[next(self._next)]
        slot.add(line)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._step, self._beat)
        return lambda: slot.discard(line)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _beat(self) -> None:
        self._now = (self._now + 1) % _SLOTS
        for line in tuple(self._slots[(self._now - self._wait) % _SLOTS]):
            # While a message is being handled, later ones (perhaps a pong) may wait.
            if not line.alive and line.at_rest:
                line.abort("silent")
        for line in tuple(self._slots[self._now]):
            if line.write(self._ping):
                line.alive = False
        some = any(self._slots)
        self._timer = asyncio.get_running_loop().call_later(self._step, self._beat) if some else None
