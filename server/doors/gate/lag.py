"""Measures the delay of this worker's event loop."""

from __future__ import annotations

import asyncio
from typing import Final

from server.base.durations import Durations

_EVERY: Final = 0.5
_TOO_LATE: Final = 1.0


class Lag:
    """Compares the loop's clock with the expected time twice a second."""

    def __init__(self, durations: Durations) -> None:
        self._durations = durations
        self._timer: asyncio.TimerHandle | None = None
        self.last = 0.0

    @property
    def fine(self) -> bool:
        return self.last < _TOO_LATE

    def start(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(_EVERY, self._look, loop.time() + _EVERY)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _look(self, due: float) -> None:
        self.last = max(0.0, asyncio.get_running_loop().time() - due)
        self._durations.observe(self.last)
        self.start()
