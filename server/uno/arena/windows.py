"""The arena's rate limits (arena.md 5): 60 actions a minute, 5 rooms an hour, 100 other calls in 15 minutes.

Their time windows slide. They are kept in the store, so all workers count together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

from server.doors.face import Allowances, Window

GAMEPLAY: Final = Window("gameplay", 60, 60)
CREATION: Final = Window("creation", 5, 3600)
EVERYTHING_ELSE: Final = Window("global", 100, 900)


class Windows:
    """Counts calls, or allows all of them if limits are off."""

    def __init__(self, on: bool, limits: Allowances) -> None:
        self._on = on
        self._limits = limits

    async def take(self, windows: Sequence[Window], address: str, mac: str | None) -> float:
        """Count one call for the IP address, and one for the address together with the hash of a self-declared MAC, but
        never for the MAC alone. Returns 0 or, over a limit, the seconds to wait. Refused calls do not count.
        """
        if not self._on:
            return 0
        whose = hashlib.blake2b(address.encode("utf-8", "replace"), digest_size=12).hexdigest()
        keys = [""] if mac is None else ["", mac]
        return await self._limits.count(whose, [(window, key) for window in windows for key in keys]) / 1000
