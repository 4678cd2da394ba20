"""Lines from standard input, as somebody types them or as a pipe brings them; and single keys of a terminal."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import os
import sys
import termios
import threading
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, TextIO

LONGEST: Final = 1000
_CHUNK: Final = 4096
_END_KEY: Final = "\x04"


class EndOfInput(Exception):
    """Nothing more will come: the game ends in good order."""


class Lines:
    """What has been typed and not yet been read. The head may be looked at without taking it."""

    def __init__(self, source: TextIO | None = None) -> None:
        source = source or sys.stdin
        self._file = source.fileno()
        self._decoder = codecs.getincrementaldecoder(source.encoding or "utf-8")("replace")
        self._begun = ""
        self._by_key = False
        self._lines: deque[str] = deque()
        self._ended = False
        self._news = asyncio.Event()
        self.typed = source.isatty()
        """False: a pipe, which shows nothing of what it brings."""
        self._loop = asyncio.get_running_loop()
        # A thread of its own: it waits in a read that nothing can interrupt, so it must not hold up the exit.
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        """From the file itself: a reader of lines would hold a single key back."""
        with contextlib.suppress(OSError):  # the terminal has gone
            while chunk := os.read(self._file, _CHUNK):
                for line in self._cut(self._decoder.decode(chunk)):
                    self._tell(partial(self._lines.append, line.strip()))
        if self._begun:
            self._tell(partial(self._lines.append, self._begun.strip()))
        self._tell(self._end)

    def _cut(self, text: str) -> Iterator[str]:
        """The lines that this completes; what is longer than any answer is cut off."""
        *complete, rest = (self._begun + text).split("\n")
        self._begun = rest[:LONGEST]
        yield from (line[:LONGEST] for line in complete)
        if self._by_key and self._begun:
            key, self._begun = self._begun, ""
            if key == _END_KEY:
                self._tell(self._end)
            else:
                yield key

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

    async def key(self) -> str:
        """Any key of a terminal, or the next line of a pipe; raises EndOfInput."""
        if not self.typed:
            return await self.next()
        before = termios.tcgetattr(self._file)
        raw = termios.tcgetattr(self._file)
        raw[3] &= ~(termios.ICANON | termios.ECHO)
        self._by_key = True
        termios.tcsetattr(self._file, termios.TCSANOW, raw)
        try:
            return await self.next()
        finally:
            self._by_key = False
            termios.tcsetattr(self._file, termios.TCSANOW, before)

    def forget(self) -> None:
        """What is half typed in a terminal is no answer to the next question."""
        if self.typed:
            termios.tcflush(self._file, termios.TCIFLUSH)

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
