"""Waits until replicas have the commits, for stores that may lose the primary with its disk."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from server.store.link.link import Link

from .types import Unavailable

PATIENCE: Final = 300
"""Ms for replicas to confirm a commit. After this time it is not accepted; sending it again asks them again."""


class Replication:
    """Asks the server with WAIT. Commits that end in the same turn of the event loop share one WAIT, because it blocks
    all later commands of its connection."""

    def __init__(self, needed: int) -> None:
        self._needed = needed
        self._asked: dict[Link, asyncio.Future[Any]] = {}

    async def made(self, link: Link | None) -> None:
        """Returns once enough replicas have everything that this link has written. Raises Unavailable."""
        if link is None:
            raise Unavailable("This part of the cluster has no server.", unknown=True)
        asked = self._asked.get(link)
        if asked is None:
            self._asked[link] = asked = link.call("WAIT", self._needed, PATIENCE)
            asyncio.get_running_loop().call_soon(self._asked.pop, link)
        if await asyncio.shield(asked) < self._needed:
            raise Unavailable("No replica has it yet.", unknown=True)
