"""Token buckets and sliding windows shared by all workers, timed by the store's clock.

The limits themselves are in `doors/gate/rate_limits.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from server.store.link.link import Commands
from server.store.link.store_socket import Argument

from .keys import bucket_key, guess_key, window_key
from .scripts import Scripts


@dataclass(frozen=True, slots=True)
class Window:
    """A sliding window: at most this many calls in this many seconds."""

    kind: str
    limit: int
    seconds: float


@dataclass(frozen=True, slots=True)
class GuessPause:
    """The cost of wrong guesses of one kind: the first few are free; then each doubles the pause before the next."""

    kind: str
    free: int
    first_ms: int
    longest_ms: int


class Allowances:
    """Counts for all workers in the store. Buckets, windows and counters are created on first use."""

    def __init__(self, commands: Commands, scripts: Scripts) -> None:
        self._commands = commands
        self._take = scripts.take
        self._count = scripts.count
        self._guess = scripts.guess
        self._uncount = scripts.uncount

    async def take(self, kind: str, key: str, rate: float, burst: float, cost: float = 1) -> int:
        """Take `cost` from a bucket that refills by `rate` a second up to `burst`; returns 0, or the ms to wait."""
        return int(await self._commands.run(self._take, [bucket_key(kind, key)], 1000 / rate, burst, cost))

    async def count(self, whose: str, windows: Sequence[tuple[Window, str]]) -> int:
        """Count one call in all these windows of the caller; returns 0, or the ms to wait if one of them is full."""
        keys = [window_key(whose, window.kind, key) for window, key in windows]
        arguments: list[Argument] = []
        for window, _ in windows:
            arguments += [window.limit, round(window.seconds * 1000)]
        return int(await self._commands.run(self._count, keys, *arguments))

    async def guess(self, room: str, counters: Sequence[tuple[GuessPause, str]], forget_ms: int) -> int:
        """Count a guess at the room's password as wrong; returns 0, or the ms to wait before the next one."""
        keys = [guess_key(room, pause.kind, key) for pause, key in counters]
        arguments: list[Argument] = [forget_ms]
        for pause, _ in counters:
            arguments += [pause.free, pause.first_ms, pause.longest_ms]
        return int(await self._commands.run(self._guess, keys, *arguments))

    async def uncount(self, room: str, counters: Sequence[tuple[GuessPause, str]]) -> None:
        """The guess was right, or was never judged: uncount it."""
        keys = [guess_key(room, pause.kind, key) for pause, key in counters]
        await self._commands.run(self._uncount, keys)
