"""Reviews of seats: kept with their record, and the pulse of those that are being made.

A pulse is a mark that the worker renews while it works. Soon after the worker has died the mark is gone, and the next
request makes the review again.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec

from server.store.link.link import Commands

from .keys import is_record_id, pulse_key, record_key, reviewing_key
from .scripts import Scripts

PULSE_MS: Final = 6_000
"""So long after its last beat a review is nobody's."""


class Pulse(msgspec.Struct, frozen=True, array_like=True):
    """How far a review is that is being made, and who may know it."""

    done: int
    of: int
    players: Collection[str] | None
    """None: everybody."""

    def may_know(self, player: str | None) -> bool:
        return self.players is None or player in self.players


_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(Pulse).decode


class ReviewShelf:
    """By the id of the record, and the seat."""

    def __init__(self, commands: Commands, scripts: Scripts) -> None:
        self._commands = commands
        self._scripts = scripts

    async def find(self, record: str, seat: int) -> bytes | None:
        """None: it has not been made, or is there no longer."""
        found = await self._commands.call("HGET", record_key(record), _field(seat))
        return None if found is None else bytes(found)

    async def keep(self, record: str, seat: int, data: bytes) -> bool:
        """False: it was kept before, or the record has been deleted meanwhile."""
        noted = await self._commands.run(self._scripts.note_record, [record_key(record)], _field(seat), data)
        return bool(noted == 1)

    async def begin(self, record: str, seat: int, person: str, pulse: Pulse) -> str:
        """Mark it as being made for that person. Otherwise, what is marked: the review, or the person."""
        if not await self._marked(pulse_key(record, seat), _encode(pulse)):
            return "review"
        if await self._marked(reviewing_key(person), b"1"):
            return ""
        await self._commands.call("DEL", pulse_key(record, seat))
        return "person"

    async def beat(self, record: str, seat: int, person: str, pulse: Pulse) -> bool:
        """The work goes on. False: the record has been deleted."""
        keys = [record_key(record), pulse_key(record, seat)]
        if not await self._commands.run(self._scripts.beat_review, keys, _encode(pulse), PULSE_MS):
            return False
        await self._commands.call("SET", reviewing_key(person), b"1", "PX", PULSE_MS)
        return True

    async def pulse(self, record: str, seat: int) -> Pulse | None:
        """None: nobody is at it."""
        if not is_record_id(record):
            return None
        found = await self._commands.call("GET", pulse_key(record, seat))
        return None if found is None else _decode(found)

    async def end(self, record: str, seat: int, person: str) -> None:
        await self._commands.call("DEL", pulse_key(record, seat))
        await self._commands.call("DEL", reviewing_key(person))

    async def _marked(self, key: str, value: bytes) -> bool:
        return await self._commands.call("SET", key, value, "NX", "PX", PULSE_MS) is not None


def _field(seat: int) -> str:
    return f"review:{seat}"
