"""Lines from standard input, as somebody types them or as a pipe brings them."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import IO

LONGEST = 1000


class EndOfInput(Exception):
    """Nothing more will come: the game ends in good order."""


class Lines:
    """What has been typed and not yet been read. The head may be looked at without taking it."""

    def __init__(self, source: IO[str] | None = None) -> None:
        self._source = source or sys.stdin
        self._lines: deque[str] = deque()
        self._ended = False
        self._news = asyncio.Event()
        self.typed = self._source.isatty()
        """False: a pipe, which shows nothing of what it brings."""
        self._loop = asyncio.get_running_loop()
        # A thread of its own: it waits in a read that nothing can interrupt, so it must not hold up the exit.
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            while line := self._source.readline(LONGEST):
                self._tell(partial(self._lines.append, line.strip()))
        except (OSError, ValueError):
            pass  # the terminal has gone
        self._tell(self._end)

    def _tell(self, change: Callable[[], None]) -> None:
        def told() -> None:
            change()
            self._news.set()

        with contextlib.suppress(RuntimeError):  # the loop has ended before the input
            self._loop.call_soon_threadsafe(told)

    def _end(self) -> None:
        self._ended = True

    async def next(self) -> str:
        """The next line; raises EndOfInput."""
        await self.some()
        return self._lines.popleft()

    async def some(self) -> str:
        """The next line, left where it is; raises EndOfInput."""
        while not self._lines:
            if self._ended:
                raise EndOfInput
            self._news.clear()
            await self._news.wait()
        return self._lines[0]

    def take_if(self, wanted: Callable[[str], bool]) -> str | None:
        """The next line, if it is there already and is wanted."""
        if self._lines and wanted(self._lines[0]):
            return self._lines.popleft()
        return None

    async def more(self) -> None:
        """Until something new has been typed, or the input has ended."""
        self._news.clear()
        await self._news.wait()

    async def settled(self) -> None:
        """Give lines that a pipe has already brought the time to arrive."""
        for _ in range(3):
            await asyncio.sleep(0)
