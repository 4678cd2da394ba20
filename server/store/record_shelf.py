"""Keeps records of matches, and the queue of those still to be made.

The commit that ends a match announces its record (lua/commit.lua); any worker then makes it, under a lease.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from server.store.link.link import Commands

from .keys import RECORDS, SHARDS, is_record_id, matches_key, record_key, shard_key, shard_of_record
from .scripts import Scripts
from .types import Unavailable

LEASE: Final = 4_000
CLAIMED: Final = 8
OLDEST: Final = 64
"""How many old records are checked when one more is kept."""
MOST_LISTED: Final = 1_000
_AGREED: Final = "agreed:"


@dataclass(frozen=True, slots=True)
class Announced:
    """A record still to be made from its room's log."""

    room: str
    match: int


@dataclass(frozen=True, slots=True)
class KeptRecord:
    """A stored record, and the players who have agreed that everybody may see all of it."""

    data: bytes
    agreed: frozenset[str]


class RecordShelf:
    """Records by their ids."""

    def __init__(self, commands: Commands, scripts: Scripts, *, clustered: bool, lease: int = LEASE) -> None:
        self._commands = commands
        self._scripts = scripts
        self._lease = lease
        queues = [shard_key(number, "rq") for number in range(SHARDS)]
        self._queues = [[queue] for queue in queues] if clustered else [queues]

    async def claim(self) -> list[str]:
        """Records to be made now. Each comes back after the lease, until it is kept or dropped."""
        run, script = self._commands.run, self._scripts.claim_records
        asked = (run(script, queues, self._lease, CLAIMED) for queues in self._queues)
        answers = await asyncio.gather(*asked, return_exceptions=True)
        found = [answer for answer in answers if not isinstance(answer, BaseException)]
        for error in answers:
            # While a node is down, records on the others are still made.
            if isinstance(error, BaseException) and not (found and isinstance(error, Unavailable)):
                raise error
        return [str(record, "utf-8") for claimed in found for record in claimed]

    async def hold(self, record: str) -> None:
        """Extend the lease: making the record takes longer."""
        await self._commands.run(self._scripts.hold_record, [_queue(record)], record, self._lease)

    async def leave(self, record: str) -> None:
        """Let another worker make it, at once."""
        await self._commands.run(self._scripts.hold_record, [_queue(record)], record, 0)

    async def find(self, record: str) -> Announced | KeptRecord | None:
        """None: there is no such record (any more)."""
        if not is_record_id(record):
            return None
        found = await self._commands.call("HGETALL", record_key(record))
        fields = {str(name, "utf-8"): bytes(value) for name, value in zip(found[::2], found[1::2], strict=True)}
        if "data" in fields:
            agreed = (name.removeprefix(_AGREED) for name in fields if name.startswith(_AGREED))
            return KeptRecord(fields["data"], frozenset(agreed))
        return Announced(fields["room"].decode(), int(fields["match"])) if "room" in fields else None

    async def keep(self, record: str, data: bytes, keep_ms: int) -> bool:
        """Store a record. False: it was already stored, and nothing has changed."""
        return await self._settle(record, keep_ms, {"data": data})

    async def drop(self, record: str) -> None:
        """Remove a record that cannot be made from the queue."""
        await self._settle(record, 0, {})

    async def _settle(self, record: str, keep_ms: int, fields: Mapping[str, bytes]) -> bool:
        parts = [part for field in fields.items() for part in field]
        keys = [record_key(record), _queue(record)]
        return bool(await self._commands.run(self._scripts.keep_record, keys, record, keep_ms, *parts))

    async def agree(self, record: str, player: str) -> bool:
        """The player agrees that everybody may see all of it. False: there is no such record."""
        return bool(await self._commands.run(self._scripts.note_record, [record_key(record)], _AGREED + player, 1))

    async def replace(self, record: str, was: bytes, now: bytes, player: str) -> bool:
        """Replace the record, and remove that player's agreement. False: it has changed meanwhile."""
        script, key = self._scripts.replace_record, record_key(record)
        return bool(await self._commands.run(script, [key], was, now, _AGREED + player))

    async def delete(self, record: str) -> None:
        await self._commands.call("DEL", record_key(record))
        await self._commands.run(self._scripts.forget_records, RECORDS, record)

    async def list_for(self, player: str, record: str, ended: int, keep_ms: int) -> None:
        """Add the match to the player's list."""
        key = matches_key(player)
        await self._commands.call("ZADD", key, ended, record)
        await self._commands.call("ZREMRANGEBYRANK", key, 0, -MOST_LISTED - 1)
        await self._commands.call("PEXPIRE", key, keep_ms)

    async def listed_for(self, player: str, skip: int, most: int) -> list[str]:
        """The player's matches, newest first."""
        found = await self._commands.call("ZREVRANGE", matches_key(player), skip, skip + most - 1)
        return [str(record, "utf-8") for record in found]

    async def unlist(self, player: str, *records: str) -> None:
        if records:
            await self._commands.call("ZREM", matches_key(player), *records)

    async def weigh(
        self, record: str, size: int, now: int, keep_ms: int, most: int, *, more: bool = False
    ) -> list[str]:
        """Count one more record; delete those that are too old, and the oldest ones beyond the limit. Returns them.

        `more`: a stored record has grown by these bytes.
        """
        weigh, forget, grown = self._scripts.weigh_records, self._scripts.forget_records, ["more"] * more
        gone = await self._commands.run(weigh, RECORDS, now, keep_ms, most, OLDEST, record, size, *grown)
        names = [str(name, "utf-8") for name in gone]
        for name in names:
            await self._commands.call("DEL", record_key(name))
        if names:
            await self._commands.run(forget, RECORDS, *names)
        return names


def _queue(record: str) -> str:
    return shard_key(shard_of_record(record), "rq")
