"""A phone whose browser is not Chromium: what a test does with it, whatever protocol drives it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.browser.people import PATIENCE_MS, Json, script

WIDTH, HEIGHT = 390, 844
POLL_SECONDS = 0.04


def program(package: str, *names: str) -> str:
    """Where a program of one of these names is; a clear sentence where there is none."""
    found = next(filter(None, map(shutil.which, names)), None)
    assert found, f"{names[0]} is missing: apt-get install {package}"
    return found


@contextlib.contextmanager
def running(log: Path, *command: str, env: Mapping[str, str] | None = None) -> Iterator[None]:
    """A program and all its children, of which none is left afterwards; what it says is in the log."""
    with log.open("wb") as said:
        one = subprocess.Popen(
            command, env=env, stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True
        )
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(one.pid, signal.SIGKILL)
        one.wait(10)


def tap_at(x: float, y: float) -> list[Json]:
    """What a finger does there: WebDriver and BiDi say it alike."""
    finger = [
        {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    return [{"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": finger}]


class Phone(ABC):
    """One page of that size."""

    @abstractmethod
    async def evaluate(self, expression: str) -> str:
        """What a string in the page is."""

    @abstractmethod
    async def open(self, url: str) -> None:
        """The phone's only page."""

    @abstractmethod
    async def touch(self, x: float, y: float) -> None:
        """A tap of a finger."""

    @abstractmethod
    async def problems(self) -> list[str]:
        """What has gone wrong in the page, and what the browser warns of."""

    @abstractmethod
    async def picture(self) -> bytes:
        """What is seen, as PNG."""

    async def run(self, function: str, *given: Json) -> Json:
        """Calls a function in the page."""
        body = function.strip().rstrip(";")
        told = await self.evaluate(f"JSON.stringify(({body})(...{json.dumps(given)})) ?? 'null'")
        return json.loads(told)

    async def until(self, function: str, *given: Json, still: bool = False) -> Json:
        """Waits until a function in the page has something to say, or says it twice; what it says."""
        before = None
        async with asyncio.timeout(PATIENCE_MS / 1000):
            while not (found := await self.run(function, *given)) or (still and found != before):
                before = found
                await asyncio.sleep(POLL_SECONDS)
            return found

    async def find(self, *wanted: str) -> Json:
        """Waits until one of these can be pressed and does not move: which one, the first of them first, and where."""
        return await self.until(script("other_browsers/reach.js"), wanted, still=True)

    async def press(self, found: Json) -> None:
        """When it returns, the page knows."""
        await self.touch(found["x"], found["y"])
        await self.until("() => globalThis.touched")

    async def tap(self, *wanted: str) -> None:
        await self.press(await self.find(*wanted))
