"""What one worker hears of one room: each entry once, in order, whatever happens to the messages."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from .entries import HEAD, Entry, tag_of, unpack, version_of
from .keys import room_keys
from .link import Commands
from .types import Listener, Unavailable

log = logging.getLogger(__name__)

START_TIMEOUT = 3.0


class Feed:
    """Delivers by version: what is next is told, what was seen is dropped, what is missing is read from the stream."""

    def __init__(self, room: str, commands: Commands) -> None:
        self.keys = room_keys(room)
        self.room = room
        self.version = 0
        self.tag = 0
        self.listeners: list[Listener] = []
        self.known = False
        """True once the starting point has been read; from then on nothing is missed."""
        self._mine: Entry | None = None
        """What this worker is committing: told when the answer comes, so that its published copy is no news."""
        self._kept = False
        """The published copy has come, so the store has kept it."""
        self._commands = commands
        self._started = asyncio.Event()
        self._wanted = 0
        self._reading: asyncio.Task[None] | None = None
        self._again = False

    async def started(self) -> None:
        try:
            async with asyncio.timeout(START_TIMEOUT):
                await self._started.wait()
        except TimeoutError:
            raise Unavailable("The room cannot be heard now.") from None

    def message(self, data: bytes) -> bool:
        """A published copy. True: it was news, so another worker has the room in hand."""
        version = version_of(data)
        if self._mine is not None and self.known:
            if version == self._mine.version and tag_of(data) == self._mine.tag:
                self._kept = True
                return False
            if self._kept:
                self.own(self._mine)  # what follows it has overtaken its answer
        if version <= self.version and self.known:
            if version == self.version and tag_of(data) != self.tag:
                self.read()
            return False
        if self.known and version == self.version + 1 and len(data) > HEAD:
            self._deliver([unpack(data)])
        else:
            self._want(version)
        return True

    def committing(self, entry: Entry) -> None:
        """This worker is about to send it to the store."""
        self._mine, self._kept = entry, False

    def unanswered(self) -> None:
        """No answer comes, or the store has refused it; if its published copy has come, it was kept all the same."""
        mine, kept = self._mine, self._kept
        self._mine, self._kept = None, False
        if mine is not None and kept:
            self.own(mine)

    def own(self, entry: Entry) -> None:
        """This worker's own commit has been kept."""
        self._mine, self._kept = None, False
        if self.known and entry.version == self.version + 1:
            self._deliver([entry])

    def _want(self, version: int) -> None:
        self._wanted = max(self._wanted, version)
        if self.known:
            self.read()

    def _deliver(self, entries: Sequence[Entry]) -> None:
        self.version, self.tag = entries[-1].version, entries[-1].tag
        for listener in tuple(self.listeners):
            try:
                listener.entries(entries)
            except Exception:
                log.exception("a listener of room %s failed", self.room)

    def _reset(self, version: int, tag: int) -> None:
        self.version, self.tag, self._wanted = version, tag, 0
        for listener in tuple(self.listeners):
            try:
                listener.reset()
            except Exception:
                log.exception("a listener of room %s failed", self.room)

    def read(self) -> None:
        """Compare with the store and catch up. Called when the room begins to be heard, and on any doubt."""
        if self._reading is None:
            self._reading = asyncio.get_running_loop().create_task(self._read(), name=f"feed of {self.room}")
            self._reading.add_done_callback(self._read_ended)
        else:
            self._again = True

    def _read_ended(self, task: asyncio.Task[None]) -> None:
        self._reading = None
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("reading room %s failed", self.room, exc_info=error)

    async def _read(self) -> None:
        try:
            while True:
                self._again = False
                await (self._catch_up() if self.known else self._start())
                if not self._again and self._wanted <= self.version:
                    return
        except Unavailable as error:
            # The next sweep or the next subscription reads again.
            log.debug("room %s is not readable now: %s", self.room, error)

    async def _start(self) -> None:
        version, tag = await self._commands.call("HMGET", self.keys.room, "v", "tag")
        self.version, self.tag = int(version or 0), int(tag or 0)
        self.known = True
        self._started.set()

    async def _catch_up(self) -> None:
        at, at_tag = self.version, self.tag
        asked = [
            self._commands.call("HMGET", self.keys.room, "v", "tag"),
            self._commands.call("XRANGE", self.keys.entries, f"{at}-0", "+"),
        ]
        head, found = await asyncio.gather(*asked)
        # Versions of one history only grow, so less than we had when we asked is another history.
        version, tag = int(head[0] or 0), int(head[1] or 0)
        if version == at and tag == at_tag:
            self._wanted = 0
            return
        data = [fields[1] for _, fields in found]
        first = version_of(data[0]) if data else 0
        joined = first == at and tag_of(data[0]) == at_tag if at else first == 1
        if version <= at or not joined:
            self._reset(version, tag)
            return
        fresh = [unpack(entry) for entry in data if version_of(entry) > self.version]
        if fresh:
            self._deliver(fresh)
        self._wanted = 0

    def differs(self, at: int, at_tag: int, version: bytes | None, tag: bytes | None) -> bool:
        """For the sweep: is the store elsewhere than this feed was when it asked?"""
        return not self.known or int(version or 0) != at or int(tag or 0) != at_tag

    async def close(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
