"""Whose turn it is to act on a room."""

from __future__ import annotations

import asyncio
from collections import deque


class Turn:
    """One at a time, in the order of their coming. Whoever need not wait takes it without a coroutine."""

    __slots__ = ("_queue", "taken")

    def __init__(self) -> None:
        self.taken = False
        self._queue: deque[asyncio.Future[None]] = deque()

    def take(self) -> bool:
        """Take it at once. False: somebody has it."""
        if self.taken:
            return False
        self.taken = True
        return True

    async def wait(self) -> None:
        """Take it when those who came before have had it."""
        if self.take():
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append(mine)
        try:
            await mine
        except BaseException:
            if not mine.cancelled():
                self.leave()  # handed over in the moment in which its owner gave up
            raise

    def leave(self) -> None:
        """Hand it on to the next one."""
        while self._queue:
            following = self._queue.popleft()
            if not following.cancelled():
                following.set_result(None)
                return
        self.taken = False

    async def __aenter__(self) -> None:
        await self.wait()

    async def __aexit__(self, *_: object) -> None:
        self.leave()
