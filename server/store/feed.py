"""A room's feed on one worker: it delivers each entry once and in order, even if the store's messages get lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from .entries import HEAD, Entry, tag_of, unpack, version_of
from .keys import room_keys
from .types import Listener

log = logging.getLogger(__name__)


class Feed:
    """Delivers by version: passes on the next entry, drops known ones, and reads missing ones from the stream."""

    def __init__(self, room: str, catch_up: Callable[[Feed], Coroutine[Any, Any, None]]) -> None:
        self.keys = room_keys(room)
        self.room = room
        self.version = 0
        self.tag = 0
        self.listeners: list[Listener] = []
        self.known = False
        """True once the starting point has been read; from then on nothing is missed."""
        self.started = asyncio.Event()
        self.wanted = 0
        """The newest version that is known to be missing."""
        self.reading: asyncio.Task[None] | None = None
        self.again = False
        """Something new came up while the room was being read: read once more."""
        self._mine: Entry | None = None
        """The entry that this worker is committing. It is delivered with the store's answer, so its published copy is
        not news."""
        self._kept = False
        """The published copy of that entry has arrived, so the store has kept it."""
        self._catch_up = catch_up

    def message(self, data: bytes) -> bool:
        """Take a published copy. Returns True if it was news, so another worker has committed the room."""
        version = version_of(data)
        if self._mine is not None and self.known:
            if version == self._mine.version and tag_of(data) == self._mine.tag:
                self._kept = True
                return False
            if self._kept:
                self.own(self._mine)  # a later entry has overtaken its answer
        if version <= self.version and self.known:
            if version == self.version and tag_of(data) != self.tag:
                self.read()
            return False
        if self.known and version == self.version + 1 and len(data) > HEAD:
            self.deliver([unpack(data)])
        else:
            self._want(version)
        return True

    def committing(self, entry: Entry) -> None:
        """This worker is about to send this entry to the store."""
        self._mine, self._kept = entry, False

    def unanswered(self) -> None:
        """The store refused or did not answer. If the published copy has arrived, the entry was kept all the same."""
        mine, kept = self._mine, self._kept
        self._mine, self._kept = None, False
        if mine is not None and kept:
            self.own(mine)

    def own(self, entry: Entry) -> None:
        """This worker's own commit has been kept."""
        self._mine, self._kept = None, False
        if self.known and entry.version == self.version + 1:
            self.deliver([entry])

    def _want(self, version: int) -> None:
        self.wanted = max(self.wanted, version)
        if self.known:
            self.read()

    def begin(self, version: int, tag: int) -> None:
        """The starting point: from now on nothing is missed."""
        self.version, self.tag = version, tag
        self.known = True
        self.started.set()

    def deliver(self, entries: Sequence[Entry]) -> None:
        """Deliver the next entries."""
        self.version, self.tag = entries[-1].version, entries[-1].tag
        for listener in tuple(self.listeners):
            try:
                listener.entries(entries)
            except Exception:
                log.exception("a listener of room %s failed", self.room)

    def reset(self, version: int, tag: int) -> None:
        """The history is lost; continue from this version."""
        self.version, self.tag, self.wanted = version, tag, 0
        for listener in tuple(self.listeners):
            try:
                listener.reset()
            except Exception:
                log.exception("a listener of room %s failed", self.room)

    def read(self) -> None:
        """Compare with the store and catch up: when the subscription begins, and whenever an entry may be missing."""
        if self.reading is None:
            self.reading = asyncio.get_running_loop().create_task(self._catch_up(self), name=f"feed of {self.room}")
            self.reading.add_done_callback(self._read_ended)
        else:
            self.again = True

    def _read_ended(self, task: asyncio.Task[None]) -> None:
        self.reading = None
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("reading room %s failed", self.room, exc_info=error)

    def differs(self, at: int, at_tag: int, version: bytes | None, tag: bytes | None) -> bool:
        """Does the store's version differ from this feed's version at the time of asking? Used by the sweep."""
        return not self.known or int(version or 0) != at or int(tag or 0) != at_tag
