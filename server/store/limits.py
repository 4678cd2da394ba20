"""Token buckets and sliding windows that hold over all workers, kept by the store's clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .connection import Argument
from .keys import bucket_key, window_key
from .link import Commands
from .scripts import Scripts


@dataclass(frozen=True, slots=True)
class Window:
    """At most so many calls in so many seconds."""

    kind: str
    limit: int
    seconds: float


class Limits:
    """Buckets and windows are made by being used."""

    def __init__(self, commands: Commands, scripts: Scripts) -> None:
        self._commands = commands
        self._take = scripts.take
        self._count = scripts.count

    async def take(self, kind: str, key: str, rate: float, burst: float, cost: float = 1) -> int:
        """Take `cost` from a bucket that refills by `rate` a second up to `burst`: 0, or the ms to wait."""
        return int(await self._commands.run(self._take, [bucket_key(kind, key)], 1000 / rate, burst, cost))

    async def count(self, whose: str, windows: Sequence[tuple[Window, str]]) -> int:
        """Count one call in all of these windows of that caller: 0, or, where one of them is full, the ms to wait."""
        keys = [window_key(whose, window.kind, key) for window, key in windows]
        arguments: list[Argument] = []
        for window, _ in windows:
            arguments += [window.limit, round(window.seconds * 1000)]
        return int(await self._commands.run(self._count, keys, *arguments))
