"""Sliding windows in memory (arena-api.md 5): 60 actions a minute, 5 rooms an hour, 100 other calls in 15 minutes."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

MOST_KEYS: Final = 50_000


@dataclass(frozen=True, slots=True)
class Window:
    """At most so many calls in so many seconds."""

    kind: str
    limit: int
    seconds: float


GAMEPLAY: Final = Window("gameplay", 60, 60)
CREATION: Final = Window("creation", 5, 3600)
EVERYTHING_ELSE: Final = Window("global", 100, 900)


class Windows:
    """When the calls of each key were made. A call that is refused does not count."""

    def __init__(self, on: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._on = on
        self._clock = clock
        self._calls: dict[tuple[str, str], deque[float]] = {}

    def take(self, windows: Iterable[Window], keys: Iterable[str]) -> float:
        """Count one call in all of the windows for all of the keys: 0; or, over a limit, the seconds to wait."""
        if not self._on:
            return 0
        now = self._clock()
        pairs = [(window, self._of(window, key, now)) for window in windows for key in keys]
        wait = max((calls[0] + w.seconds - now for w, calls in pairs if len(calls) >= w.limit), default=0.0)
        if wait > 0:
            return wait
        for _, calls in pairs:
            calls.append(now)
        return 0

    def _of(self, window: Window, key: str, now: float) -> deque[float]:
        calls = self._calls.get((window.kind, key))
        if calls is None:
            if len(self._calls) >= MOST_KEYS:
                self._forget(now)
            calls = self._calls[window.kind, key] = deque()
        while calls and calls[0] <= now - window.seconds:
            calls.popleft()
        return calls

    def _forget(self, now: float) -> None:
        """Make place: keys that have not called for the longest window, else those that came first."""
        old = [key for key, calls in self._calls.items() if not calls or calls[-1] <= now - CREATION.seconds]
        for key in old or list(self._calls)[: MOST_KEYS // 10]:
            del self._calls[key]
