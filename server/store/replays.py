"""Keeps the beginning and end of a room's matches beside its log, for replays."""

from __future__ import annotations

from typing import Literal

from server.store.link.link import Commands

from .keys import room_keys

KEPT = 20  # matches of one room

Part = Literal["start", "end"]


class Replays:
    """These are not part of commits: if a worker dies before it has written a match's beginning, there is no replay."""

    def __init__(self, commands: Commands) -> None:
        self._commands = commands

    async def keep(self, room: str, match: int, part: Part, data: bytes, ttl_ms: int) -> None:
        key = room_keys(room).replays
        await self._commands.call("HSET", key, f"{match}.{part}", data)
        await self._commands.call("PEXPIRE", key, ttl_ms)
        if part == "start" and match > KEPT:
            await self._commands.call("HDEL", key, f"{match - KEPT}.start", f"{match - KEPT}.end")

    async def find(self, room: str, match: int) -> tuple[bytes, bytes] | None:
        """The beginning and end of that match; None if it has not ended, or is not (or no longer) kept."""
        start, end = await self._commands.call("HMGET", room_keys(room).replays, f"{match}.start", f"{match}.end")
        return None if start is None or end is None else (bytes(start), bytes(end))
