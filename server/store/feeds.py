"""All feeds of one worker, and their listeners."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Protocol

from .catch_up import CatchUp, started
from .feed import Feed
from .types import Listener


class Ears(Protocol):
    """The subscriptions to channels."""

    @property
    def deaf_for(self) -> float: ...

    def subscribe(self, channel: str) -> None: ...

    def unsubscribe(self, channel: str) -> None: ...


class Held:
    """One listener's hold on a feed (`types.Watch`)."""

    def __init__(self, feeds: Feeds, feed: Feed, listener: Listener) -> None:
        self._feeds = feeds
        self._feed = feed
        self._listener = listener

    @property
    def version(self) -> int:
        return self._feed.version

    def started(self) -> Awaitable[None]:
        return started(self._feed)

    def close(self) -> None:
        if self._listener in self._feed.listeners:
            self._feed.listeners.remove(self._listener)
            if not self._feed.listeners:
                self._feeds.drop(self._feed)


class Feeds:
    """A room's channel is subscribed while anybody here listens to the room."""

    def __init__(self, catch_up: CatchUp) -> None:
        self._catch_up = catch_up
        self.rooms: dict[str, Feed] = {}
        self._channels: dict[str, Feed] = {}
        self.ears: Ears | None = None
        self.on_foreign: Callable[[str], None] = lambda room: None
        """Called with a room that another worker has committed."""

    def watch(self, room: str, listener: Listener) -> Held:
        feed = self.rooms.get(room)
        if feed is None:
            feed = Feed(room, self._catch_up.read)
            self.rooms[room] = self._channels[feed.keys.channel] = feed
            if self.ears is not None:
                self.ears.subscribe(feed.keys.channel)
        feed.listeners.append(listener)
        return Held(self, feed, listener)

    @property
    def deaf_for(self) -> float:
        """For how many seconds subscriptions have been dead. Until they return, only the sweep finds new entries."""
        return 0.0 if self.ears is None else self.ears.deaf_for

    def drop(self, feed: Feed) -> None:
        if self.rooms.get(feed.room) is feed:
            del self.rooms[feed.room], self._channels[feed.keys.channel]
            if self.ears is not None:
                self.ears.unsubscribe(feed.keys.channel)

    def heard(self, channel: str) -> None:
        """The channel is subscribed (again): anything earlier is in the stream."""
        if (feed := self._channels.get(channel)) is not None:
            feed.read()

    def message(self, channel: str, data: bytes) -> None:
        if (feed := self._channels.get(channel)) is not None and feed.message(data):
            self.on_foreign(feed.room)

    def __iter__(self) -> Iterator[Feed]:
        return iter(list(self.rooms.values()))

    def close(self) -> list[Feed]:
        """Stop listening; returns the feeds that were open."""
        feeds = list(self.rooms.values())
        self.rooms.clear()
        self._channels.clear()
        return feeds
