"""Prints, and asks for input, so that every typed line gets an answer."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TextIO

from .seat import Question
from .style import Style
from .typed_lines import Lines

INVALID: Final = "输入无效，请重试 / Invalid input, try again"
PAGE_ON: Final = "按任意键继续 / Press any key"
_REMINDERS: Final = (10, 5)
"""The player is reminded this many seconds before the end of a turn."""


class LeaveGame(Exception):
    """The person wants to go back to the menu."""


class Overtaken(Exception):
    """The question was settled without an answer: the time was up, or somebody jumped in."""


class Screen:
    """A terminal with a person in front of it, or a pipe."""

    def __init__(self, style: Style, lines: Lines, out: TextIO | None = None) -> None:
        self.style = style
        self.lines = lines
        self._out: TextIO = out or sys.stdout
        self._question: Question | None = None

    def show(self, *texts: str) -> None:
        for text in texts:
            self._write(f"{text}\n")

    def _write(self, text: str) -> None:
        encoding = self._out.encoding or "utf-8"
        self._out.write(text.encode(encoding, "replace").decode(encoding))
        self._out.flush()

    @contextmanager
    def asking(self, question: Question) -> Iterator[None]:
        """During the block, `ask` announces the remaining time, and raises Overtaken once that question is settled."""
        self._question = question
        try:
            yield
        finally:
            self._question = None

    async def ask(self, prompt: str = "> ") -> str:
        """Ask for a line; raises EndOfInput, or Overtaken."""
        self._write(prompt)
        if self._question is not None:
            await self._answered(self._question, prompt)
        line = await self.lines.next()
        if not self.lines.typed:
            self.show(line)
        return line

    async def _answered(self, question: Question, prompt: str) -> None:
        """Wait until there is a line."""
        typed = asyncio.ensure_future(self.lines.some())
        overtaken = asyncio.ensure_future(question.overtaken())
        try:
            while True:
                left = question.seconds_left()
                mark = next((mark for mark in _REMINDERS if left is not None and mark < left), None)
                patience = None if left is None or mark is None else left - mark
                await asyncio.wait({typed, overtaken}, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
                if typed.done():
                    typed.result()
                    return
                if overtaken.done():
                    overtaken.result()
                    self.lines.forget()
                    self._write("\n")
                    raise Overtaken
                self._write(f"\n{self.style.seconds_left(mark or 0)}\n{prompt}")
        finally:
            typed.cancel()
            overtaken.cancel()
            await asyncio.gather(typed, overtaken, return_exceptions=True)

    async def page(self, *texts: str) -> bool:
        """Show a page, and wait for any key. False if it was `q`."""
        self.show(*texts)
        self._write(PAGE_ON)
        key = await self.lines.key()
        self.show("" if self.lines.typed else key)
        return key.lower() != "q"

    async def choose(self, items: dict[str, str], *, leave: bool = False) -> str:
        """Ask for one of a menu's keys; after any other input, say so and show the menu again."""
        while True:
            self.show(*(f"{key}. {text}" for key, text in items.items()))
            line = await self.ask()
            if line in items:
                return line
            if leave and line.lower() == "q":
                raise LeaveGame
            self.show(INVALID)

    async def number(self, prompt: str, most: int) -> int | None:
        """Ask for a number from 1 to `most`; returns None for 0 (back)."""
        while True:
            line = await self.ask(prompt)
            if line.isascii() and line.isdigit() and int(line) <= most:
                return int(line) or None
            if line.lower() == "q":
                raise LeaveGame
            self.show(INVALID)
