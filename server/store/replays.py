"""The beginnings and ends of a room's matches, kept beside its log by the commits of those moments (lua/commit.lua)."""

from __future__ import annotations

from server.store.link.link import Commands

from .keys import room_keys


class Replays:
    """The last twenty matches of each room."""

    def __init__(self, commands: Commands) -> None:
        self._commands = commands

    async def find(self, room: str, match: int) -> tuple[bytes, bytes] | None:
        """The beginning and end of that match; None if it has not ended, or is not (or no longer) kept."""
        start, end = await self._commands.call("HMGET", room_keys(room).replays, f"{match}.start", f"{match}.end")
        return None if start is None or end is None else (bytes(start), bytes(end))

    async def beginning(self, room: str, match: int) -> bytes | None:
        """The beginning of that match, whether or not it has ended; None: it is not kept."""
        (start,) = await self._commands.call("HMGET", room_keys(room).replays, f"{match}.start")
        return None if start is None else bytes(start)
