"""Wakes rooms: at once from the memory of the worker that has the room in hand, else from the store by lease."""

from __future__ import annotations

import asyncio
import heapq
import logging
import random
from typing import Final

from .clock import Clock
from .keys import BEAT, SHARDS, shard_key
from .link import Commands
from .scripts import Scripts
from .tasks import Tasks
from .types import OnWake, Unavailable

log = logging.getLogger(__name__)

LEASE: Final = 2_000
HEAD_START: Final = 150
LIMIT: Final = 50
IDLE: Final = 500
SWEEP: Final = 60.0


class Timers:
    """One wake per room. A wake is over only when a commit says so; until then it comes again."""

    def __init__(
        self, commands: Commands, scripts: Scripts, clock: Clock, *, lease: int = LEASE, clustered: bool = False
    ) -> None:
        self._commands = commands
        self._scripts = scripts
        self._clock = clock
        self._lease = lease
        self._clustered = clustered
        self._tasks = Tasks()
        self._local: dict[str, int] = {}
        """When this worker is to wake each room."""
        self._heap: list[tuple[int, str]] = []
        self._queued: dict[str, int] = {}
        """Each room's entry in the heap that counts. It may be too early: turns are far shorter than their limits,
        so a later wake is not queued before the earlier one has come up."""
        self._alarm: asyncio.TimerHandle | None = None
        self._alarm_at = 0
        self._on_wake: OnWake | None = None
        self._firing: set[str] = set()
        self.open_rooms = 0
        """Rooms in the store, as of the last sweep."""

    def start(self, on_wake: OnWake) -> None:
        self._on_wake = on_wake
        self._tasks.keep(self._poll, "timers")
        self._tasks.keep(self._forget_expired, "sweep of expired rooms")

    async def stop(self) -> None:
        """Claim nothing more, and let what is firing be."""
        self._on_wake = None
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        self._heap.clear()
        self._queued.clear()
        self._local.clear()
        await self._tasks.close()

    def set(self, room: str, wake: int | None) -> None:
        """This worker has committed the room, so it wakes it first."""
        if wake is None:
            self._local.pop(room, None)
        elif self._on_wake is not None:
            self._local[room] = wake
            queued = self._queued.get(room)
            if queued is None or wake < queued:
                self._queue(room, wake)
                if self._alarm is None or wake < self._alarm_at:
                    self._arm()

    def forget(self, room: str) -> None:
        """Another worker has the room in hand now."""
        self._local.pop(room, None)

    def _queue(self, room: str, at: int) -> None:
        self._queued[room] = at
        heapq.heappush(self._heap, (at, room))

    def _soonest(self) -> int | None:
        """When the first room is to be woken, whose entry is then the first of the heap."""
        heap = self._heap
        while heap:
            at, room = heap[0]
            wake = self._local.get(room)
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
            del self._local[room]
            self._fire(room, wake)
        self._arm()

    def _fire(self, room: str, wake: int) -> None:
        if self._on_wake is not None and room not in self._firing:
            self._firing.add(room)
            self._tasks.start(self._woken(self._on_wake, room, wake), f"wake of {room}")

    async def _woken(self, on_wake: OnWake, room: str, wake: int) -> None:
        try:
            await on_wake(room, wake)
        except Unavailable as error:
            log.debug("wake of %s: %s; it comes again", room, error)
        finally:
            self._firing.discard(room)

    async def _poll(self) -> None:
        while True:
            try:
                soonest = await self._claim()
            except Unavailable:
                soonest = IDLE
            # Workers that poll at the same moment would race for the same rooms.
            await asyncio.sleep(random.uniform(50, 150) / 1000 if soonest < 150 else min(soonest, IDLE) / 1000)

    async def _claim(self) -> int:
        """Claim what is due in all shards. Returns ms until the next one."""
        beat = BEAT
        keys = [shard_key(number, "tm") for number in range(SHARDS)]
        batches = [[beat, *keys]]
        if self._clustered:
            batches = [[shard_key(number, "beat"), key] for number, key in enumerate(keys)]
        run, script = self._commands.run, self._scripts.claim
        answers = await asyncio.gather(*(run(script, batch, self._lease, HEAD_START, LIMIT) for batch in batches))
        soonest = IDLE
        for now, following, *claimed in answers:
            if following >= 0:
                soonest = min(soonest, max(0, following + HEAD_START - now))
            for room, wake in zip(claimed[::2], claimed[1::2], strict=True):
                self._fire(room.decode(), wake)
        return soonest

    async def _forget_expired(self) -> None:
        while True:
            now = self._clock.now()
            rooms = 0
            for number in range(SHARDS):
                try:
                    rooms += await self._commands.run(self._scripts.sweep, [shard_key(number, "gc")], now, 200)
                except Unavailable:
                    break
            else:
                self.open_rooms = rooms
            await asyncio.sleep(SWEEP * random.uniform(0.5, 1.5))
