"""Wakes rooms on time, on the worker that last committed them. `timers.py` is the safety net."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable

from .clock import Clock


class Alarms:
    """One alarm per room, which rings once."""

    def __init__(self, clock: Clock, ring: Callable[[str, int], None]) -> None:
        self._clock = clock
        self._ring_for = ring
        self.on = False
        """May this worker wake rooms?"""
        self.wakes: dict[str, int] = {}
        """The time of each room's wake."""
        self._heap: list[tuple[int, str]] = []
        self._queued: dict[str, int] = {}
        """The time of each room's valid entry in the heap. It may be too early: most turns end long before their limit,
        so a later wake is only queued once the earlier entry comes up.
        """
        self._alarm: asyncio.TimerHandle | None = None
        self._alarm_at = 0

    def stop(self) -> None:
        """Stop waking rooms."""
        self.on = False
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        self._heap.clear()
        self._queued.clear()
        self.wakes.clear()

    def set(self, room: str, wake: int | None) -> None:
        """This worker has committed the room, so it is responsible for waking it."""
        if wake is None:
            self.wakes.pop(room, None)
        elif self.on:
            self.wakes[room] = wake
            queued = self._queued.get(room)
            if queued is None or wake < queued:
                self._queue(room, wake)
                if self._alarm is None or wake < self._alarm_at:
                    self._arm()

    def forget(self, room: str) -> None:
        """Another worker has committed the room."""
        self.wakes.pop(room, None)

    def _queue(self, room: str, at: int) -> None:
        self._queued[room] = at
        heapq.heappush(self._heap, (at, room))

    def _soonest(self) -> int | None:
        """The time of the next wake, whose entry is then the first of the heap."""
        heap = self._heap
        while heap:
            at, room = heap[0]
            wake = self.wakes.get(room)
            if wake == at:
                return at
            heapq.heappop(heap)
            if self._queued.get(room) == at:
                del self._queued[room]
                if wake is not None:
                    self._queue(room, wake)
        return None

    def _arm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        soonest = self._soonest()
        if soonest is not None:
            self._alarm_at = soonest
            wait = self._alarm_at + self._clock.error_ms - self._clock.now()
            self._alarm = asyncio.get_running_loop().call_later(max(wait, 1) / 1000, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        ripe = self._clock.now() - self._clock.error_ms
        while (wake := self._soonest()) is not None and wake <= ripe:
            room = heapq.heappop(self._heap)[1]
            self._queued.pop(room, None)
            del self.wakes[room]
            self._ring_for(room, wake)
        self._arm()
