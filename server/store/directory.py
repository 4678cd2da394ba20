"""Room codes, the secret for making tokens, and the oldest program version that can read the store."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from server.store.link.link import Commands

from .keys import META, code_key
from .scripts import Scripts
from .types import OldWorker, Unavailable

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The characters of room codes: without 0 1 I L O, which people confuse."""
LENGTH: Final = 6
HOLD: Final = 2 * 3_600_000
"""How long a code is reserved before its room's first `keep_code`, in ms."""

READABLE_FROM: Final = 1
"""The schema of the oldest program that can read our data beside the rooms: codes, secret, boards, marks, timers. Raise
it when that data changes in a way that older programs cannot handle, but not when rooms change.
"""
SIDE_TABLES: Final = "schema"
"""The field with that number. Release 0.1 chose its name, and does not start if the number is above its own schema."""

Migration = Callable[[Commands], Awaitable[None]]


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


class Directory:
    """Finds rooms by their codes, and keeps the server's secret and the store's schema."""

    def __init__(self, commands: Commands, scripts: Scripts, draw: Callable[[], str] = new_code) -> None:
        self._commands = commands
        self._scripts = scripts
        self._draw = draw

    async def claim_code(self, room: str, ttl_ms: int = HOLD) -> str:
        """A code that belongs only to this room."""
        for _ in range(100):
            code = self._draw()
            if await self._commands.call("SET", code_key(code), room, "NX", "PX", ttl_ms) is not None:
                return code
        raise Unavailable("No room code is free.")

    async def keep_code(self, room: str, code: str, ttl_ms: int) -> str:
        """Extend the room's code: returns the same one, or a new one if it had expired and another room took it."""
        if await self._commands.run(self._scripts.keep_code, [code_key(code)], room, ttl_ms):
            return code
        return await self.claim_code(room, ttl_ms)

    async def find(self, code: str) -> str | None:
        if len(code) != LENGTH or not set(code) <= set(ALPHABET):
            return None
        room = await self._commands.call("GET", code_key(code))
        return None if room is None else str(room, "utf-8")

    async def drop_code(self, code: str, room: str | None = None) -> None:
        """Free the code; with `room`, only if it is still that room's."""
        if room is None:
            await self._commands.call("DEL", code_key(code))
        else:
            await self._commands.run(self._scripts.drop_code, [code_key(code)], room)

    async def secret(self) -> bytes:
        """The server's secret: generated once, the same for all workers."""
        await self._commands.call("HSETNX", META, "secret", secrets.token_bytes(32))
        return bytes(await self._commands.call("HGET", META, "secret"))

    async def migrate(self, schema: int, readable_from: int = READABLE_FROM, steps: Sequence[Migration] = ()) -> None:
        """Migrate the data beside the rooms to the form of schema `readable_from`, which we can read.

        steps[n] migrates form n + 1 to n + 2. Raises OldWorker if only newer programs can read the data. Rooms are not
        migrated here: each has its own schema number (commit.lua).
        """
        await self._commands.call("HSETNX", META, SIDE_TABLES, readable_from)
        stored = int(await self._commands.call("HGET", META, SIDE_TABLES))
        if stored > schema:
            raise OldWorker(
                f"A newer program has changed this store: it can be read from schema {stored} on, this program has "
                f"schema {schema}. Start the newer program."
            )
        for number in range(stored, readable_from):
            if number <= len(steps):
                await steps[number - 1](self._commands)
            await self._commands.call("HSET", META, SIDE_TABLES, number + 1)
