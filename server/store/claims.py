"""A door's own directory of rooms: names that one room claims for a time, lists of rooms, and names for ids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from server.store.link.link import Commands

from .keys import mark_key
from .scripts import Scripts


class Claims:
    """The directories of all doors, in the store. `kind` separates one door's directory from another's."""

    def __init__(self, commands: Commands, scripts: Scripts) -> None:
        self._commands = commands
        self._drop = scripts.drop_code

    async def claim(self, kind: str, name: str, room: str, ttl_ms: int) -> str | None:
        """Claim the name for the room and that time; returns None, or the room that already holds the name."""
        key = mark_key(kind, name)
        if await self._commands.call("SET", key, room, "NX", "PX", ttl_ms) is not None:
            return None
        holder = await self._commands.call("GET", key)
        return None if holder is None else str(holder, "utf-8")

    async def release(self, kind: str, name: str, room: str) -> None:
        """Free the name, if that room holds it."""
        await self._commands.run(self._drop, [mark_key(kind, name)], room)

    async def enlist(self, kind: str, room: str, at: int) -> None:
        await self._commands.call("ZADD", mark_key(kind, "list"), at, room)

    async def strike(self, kind: str, *rooms: str) -> None:
        """Remove rooms from the list."""
        if rooms:
            await self._commands.call("ZREM", mark_key(kind, "list"), *rooms)

    async def listed(self, kind: str, most: int) -> list[str]:
        """The rooms on the list, newest first."""
        found = await self._commands.call("ZREVRANGE", mark_key(kind, "list"), 0, most - 1)
        return [str(room, "utf-8") for room in found]

    async def count(self, kind: str) -> int:
        return int(await self._commands.call("ZCARD", mark_key(kind, "list")))

    async def call_names(self, kind: str, names: Mapping[str, str]) -> None:
        """Remember names by id."""
        if names:
            pairs = [part for pair in names.items() for part in pair]
            await self._commands.call("HSET", mark_key(kind, "names"), *pairs)

    async def names(self, kind: str, of: Sequence[str]) -> list[str]:
        """The names of these ids; empty for unknown ones."""
        if not of:
            return []
        found = await self._commands.call("HMGET", mark_key(kind, "names"), *of)
        return ["" if name is None else str(name, "utf-8") for name in found]
