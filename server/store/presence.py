"""Records the connections of each worker, so that a dead worker's connections are found exactly once."""

from __future__ import annotations

from server.base.tasks import Tasks
from server.store.link.link import Commands

from .keys import BEAT, HELD, WORKERS
from .scripts import Scripts
from .types import Unavailable

DEAD_AFTER = 10_000


class Presence:
    """The connections of this worker. A connection is any string, such as `room|seat|generation`."""

    def __init__(self, commands: Commands, scripts: Scripts, worker: str, dead_after: int = DEAD_AFTER) -> None:
        self._commands = commands
        self._orphans = scripts.orphans
        self._worker = worker
        self._key = HELD + worker
        self._dead_after = dead_after
        self._held: set[str] = set()
        self._tasks = Tasks()

    async def hold(self, connection: str) -> None:
        self._held.add(connection)
        await self._commands.call("SADD", self._key, connection)

    async def release(self, connection: str) -> None:
        """The connection has ended, or an orphan has been handled."""
        self._held.discard(connection)
        await self._commands.call("SREM", self._key, connection)

    async def orphans(self, limit: int = 100) -> list[str]:
        """Take over connections of dead workers: handle them, then `release` them."""
        found = await self._commands.run(self._orphans, (BEAT, WORKERS), self._worker, self._dead_after, limit, HELD)
        connections = [str(connection, "utf-8") for connection in found]
        self._held.update(connections)
        return connections

    def beaten(self, known: bool) -> None:
        """Called after each beat. If this worker was thought dead, another one has taken over its connections: record
        those that are still open."""
        if not known and self._held:
            self._tasks.start(self._hold_again(), "connections held again")

    async def _hold_again(self) -> None:
        try:
            await self._commands.call("SADD", self._key, *self._held)
        except Unavailable:
            return

    async def leave(self) -> None:
        """This worker shuts down: let others take over its connections at once."""
        await self._tasks.close()
        await self._commands.call("ZADD", WORKERS, 0, self._worker)
