"""Keeps reviews of seats with their records, and the pulse of reviews in progress.

A pulse is a mark that the worker renews while it works. Soon after a worker's death the mark expires, and the next
request makes the review again. The mark names its maker: a worker that was silent for too long finds another's.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec

from server.store.link.link import Commands

from .keys import is_record_id, pulse_key, record_key, reviewing_key
from .scripts import Scripts

PULSE_MS: Final = 6_000
"""This long after its last beat, a review belongs to nobody."""


class Pulse(msgspec.Struct, frozen=True, array_like=True):
    """The progress of a review in the making, and who may see it."""

    maker: str
    """Drawn for each making."""
    done: int
    of: int
    players: Collection[str] | None
    """None: everybody."""

    def may_know(self, player: str | None) -> bool:
        return self.players is None or player in self.players


_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(Pulse).decode


class ReviewShelf:
    """Reviews by record and seat."""

    def __init__(self, commands: Commands, scripts: Scripts) -> None:
        self._commands = commands
        self._scripts = scripts

    async def find(self, record: str, seat: int) -> bytes | None:
        """None: it has not been made, or no longer exists."""
        found = await self._commands.call("HGET", record_key(record), _field(seat))
        return None if found is None else bytes(found)

    async def keep(self, record: str, seat: int, data: bytes) -> bool:
        """Store a review. False: it was already stored, or the record has been deleted meanwhile."""
        noted = await self._commands.run(self._scripts.note_record, [record_key(record)], _field(seat), data)
        return bool(noted == 1)

    async def begin(self, record: str, seat: int, person: str, pulse: Pulse) -> str:
        """Mark it as being made for that person. Otherwise returns what is already marked: "review" or "person"."""
        if not await self._marked(pulse_key(record, seat), _encode(pulse)):
            return "review"
        if await self._marked(reviewing_key(person), _encode(pulse)):
            return ""
        await self._unmark(pulse_key(record, seat), pulse)
        return "person"

    async def beat(self, record: str, seat: int, person: str, pulse: Pulse) -> bool:
        """Renew the pulse. False: the record has been deleted, or the review has another maker by now."""
        if not await self._commands.call("EXISTS", record_key(record)):
            return False
        if not await self._renew(pulse_key(record, seat), pulse):
            return False
        await self._renew(reviewing_key(person), pulse)
        return True

    async def pulse(self, record: str, seat: int) -> Pulse | None:
        """The review's pulse; None: nobody is making it."""
        if not is_record_id(record):
            return None
        found = await self._commands.call("GET", pulse_key(record, seat))
        return None if found is None else _decode(found)

    async def end(self, record: str, seat: int, person: str, pulse: Pulse) -> None:
        """Remove the marks of this making."""
        await self._unmark(pulse_key(record, seat), pulse)
        await self._unmark(reviewing_key(person), pulse)

    async def _marked(self, key: str, value: bytes) -> bool:
        return await self._commands.call("SET", key, value, "NX", "PX", PULSE_MS) is not None

    async def _renew(self, key: str, pulse: Pulse) -> bool:
        return bool(await self._commands.run(self._scripts.renew_mark, [key], _encode(pulse), PULSE_MS))

    async def _unmark(self, key: str, pulse: Pulse) -> None:
        await self._commands.run(self._scripts.renew_mark, [key], _encode(pulse), 0)


def _field(seat: int) -> str:
    return f"review:{seat}"
