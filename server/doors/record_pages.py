"""Records of matches for those who ask: as JSON, with as much as they may see."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Hashable
from typing import Any, Final

import msgspec

from server.doors.gate.rate_limits import RECORDS_PER_ADDRESS, Buckets, spend
from server.records.keeping import LISTED, RecordKeeper
from server.records.match_record import MatchRecord
from server.records.showing import shown, summary

Json = Any
CACHED: Final = 16  # a shared link is opened by many at once


class RecordPages:
    """Answers `GET /api/v1/matches/<id>` and `agree`."""

    def __init__(self, keeper: RecordKeeper, buckets: Buckets) -> None:
        self.keeper = keeper
        self._buckets = buckets
        self._cached: OrderedDict[Hashable, tuple[bytes, bytes]] = OrderedDict()

    async def page(self, record_id: str, player: str | None, address: str) -> tuple[bytes, bytes]:
        """The record as JSON, and that compressed."""
        await spend(self._buckets, RECORDS_PER_ADDRESS, address)
        record, agreed = await self.keeper.find(record_id)
        theirs = player if player is not None and record.was_played_by(player) else None
        key = (record_id, theirs, agreed, *record.holders)  # names may have been taken away since
        known = self._cached.get(key)
        if known is None:
            # A long match takes a while: moves are served meanwhile.
            known = self._cached[key] = await asyncio.to_thread(_written, record, agreed, theirs)
            while len(self._cached) > CACHED:
                self._cached.popitem(last=False)
        return known

    async def list(self, player: str, address: str, skip: int) -> dict[str, Json]:
        """A page of the player's own matches, newest first."""
        await spend(self._buckets, RECORDS_PER_ADDRESS, address)
        found = await self.keeper.listed(player, skip)
        return {
            "matches": [summary(record, agreed, player) for record, agreed in found],
            "next": skip + LISTED if found else None,
        }

    async def forget(self, record_id: str | None, player: str) -> dict[str, Json]:
        """Their name leaves one record, or all."""
        if record_id is None:
            return {"forgotten": await self.keeper.forget_all(player)}
        await self.keeper.forget(record_id, player)
        return {"forgotten": 1}

    async def agree(self, record_id: str, player: str) -> dict[str, Json]:
        """The player agrees that everybody may see all of it: has everybody now?"""
        await self.keeper.agree(record_id, player)
        record, agreed = await self.keeper.find(record_id)
        people = record.people()
        return {"open": record.is_open(agreed), "agreed": len(people & agreed), "people": len(people)}


def _written(record: MatchRecord, agreed: frozenset[str], player: str | None) -> tuple[bytes, bytes]:
    body = msgspec.json.encode(shown(record, agreed, player))
    return body, gzip.compress(body, compresslevel=6, mtime=0)
