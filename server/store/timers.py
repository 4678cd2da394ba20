"""Wakes rooms: normally through the alarms of the worker that last committed, otherwise by polling the store.

A worker that finds a due room in the store claims it for the length of a lease.
"""

from __future__ import annotations

import asyncio
import logging
import random
from typing import Final

from server.base.tasks import Tasks
from server.store.link.link import Commands

from .alarms import Alarms
from .clock import Clock
from .keys import BEAT, SHARDS, shard_key
from .scripts import Scripts
from .types import OnWake, Unavailable

log = logging.getLogger(__name__)

LEASE: Final = 2_000
HEAD_START: Final = 150
LIMIT: Final = 50
IDLE: Final = 500
SWEEP: Final = 60.0


class Timers:
    """Wakes rooms by alarms and by polling. A wake is repeated until a commit replaces or removes it."""

    def __init__(
        self, commands: Commands, scripts: Scripts, clock: Clock, *, lease: int = LEASE, clustered: bool = False
    ) -> None:
        self._commands = commands
        self._scripts = scripts
        self._clock = clock
        self._lease = lease
        self._clustered = clustered
        self._tasks = Tasks()
        self.alarms = Alarms(clock, self._fire)
        self._on_wake: OnWake | None = None
        self._firing: set[str] = set()
        self.open_rooms = 0
        """The number of rooms in the store at the last sweep."""

    def start(self, on_wake: OnWake) -> None:
        self._on_wake = on_wake
        self.alarms.on = True
        self._tasks.keep(self._poll, "timers")
        self._tasks.keep(self._forget_expired, "sweep of expired rooms")

    async def stop(self) -> None:
        """Claim nothing more; wakes that are firing may finish."""
        self._on_wake = None
        self.alarms.stop()
        await self._tasks.close()

    def _fire(self, room: str, wake: int) -> None:
        if self._on_wake is not None and room not in self._firing:
            self._firing.add(room)
            self._tasks.start(self._woken(self._on_wake, room, wake), f"wake of {room}")

    async def _woken(self, on_wake: OnWake, room: str, wake: int) -> None:
        try:
            await on_wake(room, wake)
        except Unavailable as error:
            log.debug("wake of %s: %s; it will be retried", room, error)
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
        """Claim everything that is due, in all shards. Returns the ms until the next wake."""
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
