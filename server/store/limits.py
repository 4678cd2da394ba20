"""Token buckets that hold over all workers, kept by the store's clock."""

from __future__ import annotations

from .keys import bucket_key
from .link import Commands
from .scripts import Scripts


class Limits:
    """A bucket is made by being taken from."""

    def __init__(self, commands: Commands, scripts: Scripts) -> None:
        self._commands = commands
        self._take = scripts.take

    async def take(self, kind: str, key: str, rate: float, burst: float, cost: float = 1) -> int:
        """Take `cost` from a bucket that refills by `rate` a second up to `burst`: 0, or the ms to wait."""
        return int(await self._commands.run(self._take, [bucket_key(kind, key)], 1000 / rate, burst, cost))
