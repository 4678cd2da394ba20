"""Hashes passwords outside the event loop, which must stay free for moves."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from games.api import Refused

from .passwords import Digest, digest_of, seal

THREADS: Final = 2
MOST_WAITING: Final = 64  # about two seconds' work
FIELDS: Final = ("password", "watch_password")


class Hashing:
    """Two threads for all rooms of this process; they start with the first password."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(THREADS, "passwords")
        self._waiting = 0

    async def sealed(self, message: Any, room_id: str) -> Any:
        """The message with digests in place of its passwords; the same message if it has none."""
        texts = typed(message)
        if not texts:
            return message
        return seal(message, {name: await self._digest(text, room_id) for name, text in texts.items()})

    async def _digest(self, text: str, room_id: str) -> Digest:
        if self._waiting >= MOST_WAITING:
            raise Refused("rate.limited", retryAfter=1000)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, digest_of, text, room_id)
        finally:
            self._waiting -= 1


hashing: Final = Hashing()


def typed(message: Any) -> dict[str, str]:
    """The passwords in plain text, by field."""
    return {name: text for name in FIELDS if type(text := getattr(message, name, None)) is str}
