"""Every second, tell the store that this worker is alive, and learn the time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from server.store.link.link import Commands

from .clock import Clock
from .keys import BEAT, WORKERS
from .scripts import Scripts
from .types import Unavailable

log = logging.getLogger(__name__)


class Heartbeat:
    """One worker's heartbeat."""

    def __init__(self, commands: Commands, scripts: Scripts, worker: str, clock: Clock) -> None:
        self._commands = commands
        self._script = scripts.beat
        self._worker = worker
        self._clock = clock
        self.known = True
        """False if other workers thought this one dead before its last beat."""
        self.on_beat: Callable[[], None] = lambda: None
        """Called after each beat."""

    async def beat(self) -> None:
        """Beat once. Raises Unavailable."""
        asked = self._clock.ticks()
        at, down, known = await self._commands.run(self._script, (BEAT, WORKERS), self._worker)
        self._clock.learn(at, down, asked, self._clock.ticks())
        self.known = bool(known)
        self.on_beat()

    async def keep(self) -> None:
        """Beat every second."""
        while True:
            try:
                await self.beat()
            except Unavailable as error:
                log.debug("no beat: %s", error)
                await asyncio.sleep(0.2)
            else:
                await asyncio.sleep(1)
