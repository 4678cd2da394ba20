"""Compares feeds that may have fallen behind with the store, and reads missed entries from its stream."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Iterable
from typing import Final

from server.store.link.link import Commands

from .entries import tag_of, unpack, version_of
from .feed import Feed
from .types import Unavailable

log = logging.getLogger(__name__)

START_TIMEOUT: Final = 3.0
SWEEP: Final = 2.0
BATCH: Final = 500


async def started(feed: Feed) -> None:
    """Returns once all later commits are sure to be delivered. Raises Unavailable."""
    try:
        async with asyncio.timeout(START_TIMEOUT):
            await feed.started.wait()
    except TimeoutError:
        raise Unavailable("The room cannot be heard now.") from None


class CatchUp:
    """Reads missed entries for one worker's feeds."""

    def __init__(self, commands: Commands) -> None:
        self._commands = commands

    async def read(self, feed: Feed) -> None:
        """Reads until the feed is certainly up to date."""
        try:
            while True:
                feed.again = False
                await (self._read_on(feed) if feed.known else self._begin(feed))
                if not feed.again and feed.wanted <= feed.version:
                    return
        except Unavailable as error:
            # The next sweep or subscription tries again.
            log.debug("room %s is not readable now: %s", feed.room, error)

    async def _begin(self, feed: Feed) -> None:
        version, tag = await self._commands.call("HMGET", feed.keys.room, "v", "tag")
        feed.begin(int(version or 0), int(tag or 0))

    async def _read_on(self, feed: Feed) -> None:
        at, at_tag = feed.version, feed.tag
        asked = [
            self._commands.call("HMGET", feed.keys.room, "v", "tag"),
            self._commands.call("XRANGE", feed.keys.entries, f"{at}-0", "+"),
        ]
        head, found = await asyncio.gather(*asked)
        # Within one history versions only grow, so a version below the one at the time of asking is another history.
        version, tag = int(head[0] or 0), int(head[1] or 0)
        if version == at and tag == at_tag:
            feed.wanted = 0
            return
        data = [fields[1] for _, fields in found]
        first = version_of(data[0]) if data else 0
        joined = first == at and tag_of(data[0]) == at_tag if at else first == 1
        if version <= at or not joined:
            feed.reset(version, tag)
            return
        fresh = [unpack(entry) for entry in data if version_of(entry) > feed.version]
        if fresh:
            feed.deliver(fresh)
        feed.wanted = 0

    async def keep(self, feeds: Iterable[Feed], pause: float) -> None:
        """Sweep from time to time, until cancelled."""
        while True:
            await asyncio.sleep(pause * random.uniform(0.5, 1))
            try:
                await self.sweep(feeds)
            except Unavailable:
                continue

    async def sweep(self, feeds: Iterable[Feed]) -> None:
        """Find commits whose messages were lost: compare the versions of all rooms here with the store's, in one
        pipeline.
        """
        here = list(feeds)
        for start in range(0, len(here), BATCH):
            asked = [(feed, feed.version, feed.tag) for feed in here[start : start + BATCH]]
            answers = await asyncio.gather(
                *(self._commands.call("HMGET", feed.keys.room, "v", "tag") for feed, _, _ in asked)
            )
            for (feed, at, at_tag), (version, tag) in zip(asked, answers, strict=True):
                if feed.differs(at, at_tag, version, tag):
                    feed.read()

    async def close(self, feeds: Iterable[Feed]) -> None:
        """Stop reading."""
        reading = [feed.reading for feed in feeds if feed.reading is not None]
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)
