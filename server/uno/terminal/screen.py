"""Printing and asking, in one place: every line that is typed gets an answer."""

from __future__ import annotations

import sys
from typing import Any, TextIO

from .style import Style
from .typed_lines import Lines

Json = Any
INVALID = "输入无效，请重试 / Invalid input, try again"


class LeaveGame(Exception):
    """The person wants to go back to the menu."""


class Screen:
    """A terminal with somebody, or a pipe, before it."""

    def __init__(self, style: Style, lines: Lines, out: TextIO | None = None) -> None:
        self.style = style
        self.lines = lines
        self._out: TextIO = out or sys.stdout

    def show(self, *texts: str) -> None:
        for text in texts:
            self._write(f"{text}\n")

    def _write(self, text: str) -> None:
        encoding = self._out.encoding or "utf-8"
        self._out.write(text.encode(encoding, "replace").decode(encoding))
        self._out.flush()

    async def ask(self, prompt: str = "> ") -> str:
        """The next line; raises EndOfInput."""
        self._write(prompt)
        line = await self.lines.next()
        if not self.lines.typed:
            self.show(line)
        return line

    async def choose(self, items: dict[str, str], *, leave: bool = False) -> str:
        """One of the keys of a menu; everything else is answered and the menu shown again."""
        while True:
            self.show(*(f"{key}. {text}" for key, text in items.items()))
            line = await self.ask()
            if line in items:
                return line
            if leave and line.lower() == "q":
                raise LeaveGame
            self.show(INVALID)

    async def number(self, prompt: str, most: int) -> int | None:
        """A number from 1 to `most`, or None for 0 (back)."""
        while True:
            line = await self.ask(prompt)
            if line.isascii() and line.isdigit() and int(line) <= most:
                return int(line) or None
            if line.lower() == "q":
                raise LeaveGame
            self.show(INVALID)
