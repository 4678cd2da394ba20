"""Reads lines from standard input, typed or piped, and single keys from a terminal."""

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
    """There is no more input: the game ends cleanly."""


class Lines:
    """Lines that have been typed but not taken yet. The first one can be read without taking it."""

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
        """False for a pipe, whose input is not echoed."""
        self._loop = asyncio.get_running_loop()
        # A daemon thread: it blocks in a read that nothing can interrupt, so it must not delay the exit.
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        """Read from the file descriptor, because a buffered reader would hold back a single key."""
        with contextlib.suppress(OSError):  # the terminal is gone
            while chunk := os.read(self._file, _CHUNK):
                for line in self._cut(self._decoder.decode(chunk)):
                    self._tell(partial(self._lines.append, line.strip()))
        if self._begun:
            self._tell(partial(self._lines.append, self._begun.strip()))
        self._tell(self._end)

    def _cut(self, text: str) -> Iterator[str]:
        """The lines that this text completes; lines that are longer than any answer are cut off."""
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

        with contextlib.suppress(RuntimeError):  # the loop ended before the input
            self._loop.call_soon_threadsafe(told)

    def _end(self) -> None:
        self._ended = True

    async def next(self) -> str:
        """The next line; raises EndOfInput."""
        await self.some()
        return self._lines.popleft()

    async def key(self) -> str:
        """Any key from a terminal, or the next line from a pipe; raises EndOfInput."""
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
        """Forget a half-typed line in a terminal, so that it does not answer the next question."""
        if self.typed:
            termios.tcflush(self._file, termios.TCIFLUSH)

    async def some(self) -> str:
        """The next line, without taking it; raises EndOfInput."""
        while not self._lines:
            if self._ended:
                raise EndOfInput
            self._news.clear()
            await self._news.wait()
        return self._lines[0]

    def take_if(self, wanted: Callable[[str], bool]) -> str | None:
        """Take the next line if it has already come and is wanted."""
        if self._lines and wanted(self._lines[0]):
            return self._lines.popleft()
        return None

    async def more(self) -> None:
        """Wait until something new has been typed, or the input has ended."""
        self._news.clear()
        await self._news.wait()

    async def settled(self) -> None:
        """Give the event loop time to deliver lines that have already been read from a pipe."""
        for _ in range(3):
            await asyncio.sleep(0)
