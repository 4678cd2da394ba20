"""A thread that ends this process if its event loop hangs."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from . import time_limits

log = logging.getLogger("paiju.workers")

LOST_LISTENER: Final = 70
LOST_LOOP: Final = 71
OVERDUE: Final = 72
"""Exit codes, explained in docs/running.md."""
EVERY_S: Final = 0.25
_LAST_WORD_S: Final = 1.0
_FAREWELL_S: Final = 12.0  # the bundled store has ten of them to write its data


class Watchdog:
    """Ends the process when its event loop is stuck, or when shutting down takes too long.

    Only the process's own running time counts: after Ctrl-Z and `fg`, or a pause of the whole machine, the loop has had
    no chance to run either.
    """

    def __init__(self, farewell: Callable[[], object] = lambda: None) -> None:
        self._farewell = farewell
        self._turns = 0
        self._watched = False
        self._left: float | None = None
        self._main = threading.get_ident()
        threading.Thread(target=self._look, name="dead man's switch", daemon=True).start()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """While the block runs, its event loop must keep turning."""
        turning = asyncio.create_task(self._turn())
        self._watched = True
        try:
            yield
        finally:
            self._watched = False
            turning.cancel()

    def end_within(self, seconds: float) -> None:
        """From now on, the process has this long to exit by itself."""
        self._left = seconds

    async def _turn(self) -> None:
        while True:
            self._turns += 1
            await asyncio.sleep(EVERY_S)

    def _look(self) -> None:
        silent, seen, before = 0.0, 0, time.monotonic()
        while True:
            time.sleep(EVERY_S)
            now = time.monotonic()
            lived, before = min(now - before, 2 * EVERY_S), now
            silent = silent + lived if self._watched and self._turns == seen else 0.0
            seen = self._turns
            if silent > time_limits.LOST_S:
                self._end(LOST_LOOP, f"the event loop is stuck: no turn for {time_limits.LOST_S:g} s")
            if self._left is not None:
                self._left -= lived
                if self._left <= 0:
                    self._end(OVERDUE, "this process did not stop when told to")

    def _end(self, code: int, why: str) -> None:
        stack = "".join(traceback.format_stack(sys._current_frames()[self._main]))
        # Each in its own thread: the code that blocks the loop may also hold the log's lock.
        say = partial(log.critical, why, extra={"exitcode": code, "stack": stack})
        for act, seconds in ((say, _LAST_WORD_S), (self._farewell, _FAREWELL_S)):
            one = threading.Thread(target=act, daemon=True)
            one.start()
            one.join(seconds)
        os._exit(code)
