"""Platform time without a round trip: this machine's clock plus an offset, measured with each heartbeat."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

log = logging.getLogger(__name__)

STEP_BACK: Final = 250
STANDSTILL: Final = 1_500


class Clock:
    """`now()` never runs backwards, except when its error was larger than commits allow."""

    def __init__(self, ticks: Callable[[], float] = time.monotonic) -> None:
        self.ticks = ticks
        """This machine's own clock, in seconds."""
        self._offset = 0.0
        self._last = 0
        self._frozen_from = 0.0  # ms
        self.error_ms = 0.0
        """The greatest error of `now()`: half of the round trip to the store."""
        self.at = 0
        """The store's own clock at the last beat."""
        self.down = 0
        """The total time, in ms, without a living worker."""

    def now(self) -> int:
        """Platform ms: the store's clock minus all the time that the platform was down.

        Stops when the store has not answered for a while, because platform time itself may have stopped then.
        """
        self._last = max(self._last, int(self._offset + min(self.ticks() * 1000, self._frozen_from)))
        return self._last

    def learn(self, at: int, down: int, asked: float, answered: float) -> None:
        """Correct the offset by the store's time, and the ticks at which it was asked and answered."""
        asked, answered = asked * 1000, answered * 1000
        error = (answered - asked) / 2
        offset = at - down - (asked + answered) / 2
        # A slow answer is imprecise: keep the current offset unless the answer contradicts it.
        if self.at == 0 or error <= 2 * self.error_ms + 1 or abs(offset - self._offset) > error + self.error_ms:
            self._offset, self.error_ms = offset, error
        self.at, self.down = at, down
        self._frozen_from = answered + STANDSTILL
        right = int(self._offset + answered)
        if self._last > right + STEP_BACK:
            log.warning("the time was %d ms ahead of the store", self._last - right)
            self._last = right
