"""Records of matches for those who ask: as JSON, with as much as they may see."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from typing import Any, Final

import msgspec

from server.doors.gate.rate_limits import RECORDS_PER_ADDRESS, Buckets, spend
from server.records.keeping import RecordKeeper
from server.records.match_record import MatchRecord
from server.records.showing import shown

Json = Any
CACHED: Final = 16  # a shared link is opened by many at once


class RecordPages:
    """Answers `GET /api/v1/matches/<id>` and `agree`."""

    def __init__(self, keeper: RecordKeeper, buckets: Buckets) -> None:
        self.keeper = keeper
        self._buckets = buckets
        self._cached: OrderedDict[tuple[str, str | None, frozenset[str]], tuple[bytes, bytes]] = OrderedDict()

    async def page(self, record_id: str, player: str | None, address: str) -> tuple[bytes, bytes]:
        """The record as JSON, and that compressed."""
        await spend(self._buckets, RECORDS_PER_ADDRESS, address)
        record, agreed = await self.keeper.find(record_id)
        key = (record_id, None if player is None or not record.was_played_by(player) else player, agreed)
        known = self._cached.get(key)
        if known is None:
            # A long match takes a while: moves are served meanwhile.
            known = self._cached[key] = await asyncio.to_thread(_written, record, agreed, key[1])
            while len(self._cached) > CACHED:
                self._cached.popitem(last=False)
        return known

    async def agree(self, record_id: str, player: str) -> dict[str, Json]:
        """The player agrees that everybody may see all of it: has everybody now?"""
        await self.keeper.agree(record_id, player)
        record, agreed = await self.keeper.find(record_id)
        people = record.people()
        return {"open": record.is_open(agreed), "agreed": len(people & agreed), "people": len(people)}


def _written(record: MatchRecord, agreed: frozenset[str], player: str | None) -> tuple[bytes, bytes]:
    body = msgspec.json.encode(shown(record, agreed, player))
    return body, gzip.compress(body, compresslevel=6, mtime=0)
