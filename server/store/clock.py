"""Platform time without asking anybody: the offset to the store's clock, measured anew each second."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

from .keys import BEAT, WORKERS
from .link import Commands
from .scripts import Scripts
from .types import Unavailable

log = logging.getLogger(__name__)

STEP_BACK: Final = 250
STANDSTILL: Final = 1_500


def monotonic_ms() -> float:
    return time.monotonic_ns() / 1e6


class Clock:
    """`now()` never runs backwards, except when it was wrong by more than commits are allowed to be."""

    def __init__(
        self, commands: Commands, scripts: Scripts, worker: str, ticks: Callable[[], float] = monotonic_ms
    ) -> None:
        self._commands = commands
        self._script = scripts.beat
        self._worker = worker
        self._ticks = ticks
        self._offset = 0.0
        self._last = 0
        self._frozen_from = 0.0
        self.error_ms = 0.0
        """How far off `now()` may be: half of the way to the store and back."""
        self.at = 0
        """The store's own clock at the last beat."""
        self.down = 0
        """How long nobody beat, in all."""
        self.known = True
        """False: the others had taken this worker for dead before its last beat."""
        self.on_beat: Callable[[], None] = lambda: None
        """Called after each beat."""

    def now(self) -> int:
        """Platform ms: the store's clock minus the time that the platform was down.

        Stands still when the store has not been heard for a while, as platform time itself may.
        """
        self._last = max(self._last, int(self._offset + min(self._ticks(), self._frozen_from)))
        return self._last

    async def beat(self) -> None:
        """Tell the store that this worker lives, and learn the time."""
        asked = self._ticks()
        at, down, known = await self._commands.run(self._script, (BEAT, WORKERS), self._worker)
        answered = self._ticks()
        error = (answered - asked) / 2
        offset = at - down - (asked + answered) / 2
        # A slow answer says little: keep what is known unless it is contradicted.
        if self.at == 0 or error <= 2 * self.error_ms + 1 or abs(offset - self._offset) > error + self.error_ms:
            self._offset, self.error_ms = offset, error
        self.at, self.down = at, down
        self._frozen_from = answered + STANDSTILL
        right = int(self._offset + answered)
        if self._last > right + STEP_BACK:
            log.warning("the time was %d ms ahead of the store", self._last - right)
            self._last = right
        self.known = bool(known)
        self.on_beat()

    async def keep(self) -> None:
        """A beat each second."""
        while True:
            try:
                await self.beat()
            except Unavailable as error:
                log.debug("no beat: %s", error)
                await asyncio.sleep(0.2)
            else:
                await asyncio.sleep(1)
