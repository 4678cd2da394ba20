"""Reviews of seats: kept with their record, and who makes which now. What is being made is held by lease.

A worker that dies lets go of both holds: after the lease, whoever asks next has the review made anew.
"""

from __future__ import annotations

from typing import Final

from server.store.link.link import Commands

from .keys import record_key, review_key, reviewing_key
from .scripts import Scripts

HELD_MS: Final = 40_000
"""Longer than the longest thought about one decision."""


class ReviewShelf:
    """By the id of the record, and the seat."""

    def __init__(self, commands: Commands, scripts: Scripts, lease: int = HELD_MS) -> None:
        self._commands = commands
        self._scripts = scripts
        self._lease = lease

    async def find(self, record: str, seat: int) -> bytes | None:
        """None: it has not been made, or is there no longer."""
        found = await self._commands.call("HGET", record_key(record), _field(seat))
        return None if found is None else bytes(found)

    async def keep(self, record: str, seat: int, data: bytes) -> bool:
        """False: the record has been deleted meanwhile."""
        return bool(await self._commands.run(self._scripts.note_record, [record_key(record)], _field(seat), data))

    async def begin(self, record: str, seat: int, person: str) -> str:
        """Hold it for that person. Otherwise, what is held already: the review, or by another one the person."""
        if not await self._held(review_key(record, seat), b"0/0"):
            return "review"
        if await self._held(reviewing_key(person), b"1"):
            return ""
        await self._commands.call("DEL", review_key(record, seat))
        return "person"

    async def hold(self, record: str, seat: int, person: str, done: int, of: int) -> None:
        """So many decisions have been judged."""
        await self._commands.call("SET", review_key(record, seat), b"%d/%d" % (done, of), "PX", self._lease)
        await self._commands.call("PEXPIRE", reviewing_key(person), self._lease)

    async def progress(self, record: str, seat: int) -> tuple[int, int] | None:
        """How many decisions have been judged, of how many; None: nobody is at it."""
        found = await self._commands.call("GET", review_key(record, seat))
        if found is None:
            return None
        done, of = bytes(found).split(b"/")
        return int(done), int(of)

    async def end(self, record: str, seat: int, person: str) -> None:
        await self._commands.call("DEL", review_key(record, seat))
        await self._commands.call("DEL", reviewing_key(person))

    async def _held(self, key: str, value: bytes) -> bool:
        return await self._commands.call("SET", key, value, "NX", "PX", self._lease) is not None


def _field(seat: int) -> str:
    return f"review:{seat}"
