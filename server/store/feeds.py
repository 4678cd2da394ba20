"""All feeds of one worker: who listens to which room, and the sweep that finds what no message told."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Final, Protocol

from .feed import Feed
from .link import Commands
from .types import Listener, Unavailable

SWEEP: Final = 2.0
BATCH: Final = 500


class Ears(Protocol):
    """Where channels are subscribed."""

    def subscribe(self, channel: str) -> None: ...

    def unsubscribe(self, channel: str) -> None: ...


class Held:
    """One listener's place at a feed (`types.Watch`)."""

    def __init__(self, feeds: Feeds, feed: Feed, listener: Listener) -> None:
        self._feeds = feeds
        self._feed = feed
        self._listener = listener

    @property
    def version(self) -> int:
        return self._feed.version

    async def started(self) -> None:
        await self._feed.started()

    def close(self) -> None:
        if self._listener in self._feed.listeners:
            self._feed.listeners.remove(self._listener)
            if not self._feed.listeners:
                self._feeds.drop(self._feed)


class Feeds:
    """A room is subscribed while anybody here listens to it."""

    def __init__(self, commands: Commands, sweep: float = SWEEP) -> None:
        self._commands = commands
        self._sweep = sweep
        self.rooms: dict[str, Feed] = {}
        self._channels: dict[str, Feed] = {}
        self.ears: Ears | None = None
        self.on_foreign: Callable[[str], None] = lambda room: None
        """Another worker has committed to this room."""

    def watch(self, room: str, listener: Listener) -> Held:
        feed = self.rooms.get(room)
        if feed is None:
            feed = Feed(room, self._commands)
            self.rooms[room] = self._channels[feed.keys.channel] = feed
            if self.ears is not None:
                self.ears.subscribe(feed.keys.channel)
        feed.listeners.append(listener)
        return Held(self, feed, listener)

    def version(self, room: str) -> int:
        """The newest version of which watchers here have been told; 0 when nobody watches."""
        feed = self.rooms.get(room)
        return feed.version if feed is not None else 0

    def drop(self, feed: Feed) -> None:
        if self.rooms.get(feed.room) is feed:
            del self.rooms[feed.room], self._channels[feed.keys.channel]
            if self.ears is not None:
                self.ears.unsubscribe(feed.keys.channel)

    def heard(self, channel: str) -> None:
        """The channel is subscribed (again): whatever came before is in the stream."""
        if (feed := self._channels.get(channel)) is not None:
            feed.read()

    def message(self, channel: str, data: bytes) -> None:
        if (feed := self._channels.get(channel)) is not None and feed.message(data):
            self.on_foreign(feed.room)

    async def keep(self) -> None:
        """Sweep for ever."""
        while True:
            await asyncio.sleep(self._sweep * random.uniform(0.5, 1))
            try:
                await self.sweep()
            except Unavailable:
                continue

    async def sweep(self) -> None:
        """Compare the versions of all rooms here with the store's, in one pipeline."""
        feeds = list(self.rooms.values())
        for start in range(0, len(feeds), BATCH):
            asked = [(feed, feed.version, feed.tag) for feed in feeds[start : start + BATCH]]
            answers = await asyncio.gather(
                *(self._commands.call("HMGET", feed.keys.room, "v", "tag") for feed, _, _ in asked)
            )
            for (feed, at, at_tag), (version, tag) in zip(asked, answers, strict=True):
                if feed.differs(at, at_tag, version, tag):
                    feed.read()

    async def close(self) -> None:
        feeds = list(self.rooms.values())
        self.rooms.clear()
        self._channels.clear()
        for feed in feeds:
            await feed.close()
