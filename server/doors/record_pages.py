"""Records of matches as JSON, as far as the asker may see them."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Hashable
from typing import Any, Final

import msgspec

from server.doors.gate.rate_limits import RECORDS_PER_ADDRESS, Buckets, spend
from server.records.keeping import RecordKeeper
from server.records.match_record import MatchRecord
from server.records.reviews import Reviews
from server.records.showing import shown

Json = Any
CACHED: Final = 16  # many people open a shared link at once


class RecordPages:
    """Answers `GET /api/v1/matches/<id>`, and the messages about records."""

    def __init__(self, keeper: RecordKeeper, reviews: Reviews, buckets: Buckets) -> None:
        self._keeper = keeper
        self._reviews = reviews
        self._buckets = buckets
        self._cached: OrderedDict[Hashable, asyncio.Future[tuple[bytes, bytes]]] = OrderedDict()

    async def find(self, record_id: str, address: str) -> tuple[MatchRecord, frozenset[str]]:
        """The record, and who has agreed that everybody may see all of it."""
        await spend(self._buckets, RECORDS_PER_ADDRESS, address)
        return await self._keeper.find(record_id)

    async def page(self, record_id: str, player: str | None, address: str) -> tuple[bytes, bytes]:
        """The record as JSON, plain and compressed."""
        record, agreed = await self.find(record_id, address)
        # All others see only the public half, so they share one page.
        knows = player is not None and (record.was_played_by(player) or record.host == player)
        theirs = player if knows else None
        key = (record_id, theirs, agreed, *record.holders)  # names may have been removed since
        known = self._cached.get(key)
        if known is None:
            known = self._cached[key] = asyncio.ensure_future(self._keeper.aside(_written, record, agreed, theirs))
            while len(self._cached) > CACHED:
                self._cached.popitem(last=False)
        try:
            return await asyncio.shield(known)  # others wait for the same page
        except Exception:
            self._cached.pop(key, None)
            raise

    async def review(self, record_id: str, seat: int, player: str | None, address: str) -> dict[str, Json]:
        """A bot's judgements of that seat's decisions. Refused(review.pending) until the review has been made."""
        await spend(self._buckets, RECORDS_PER_ADDRESS, address)
        await self._reviews.tell_progress(record_id, seat, player)
        record, agreed = await self._keeper.find(record_id)
        return await self._reviews.find(record, agreed, seat, player, player or f"at {address}")

    async def list(self, player: str, address: str, skip: int) -> dict[str, Json]:
        """A page of the player's own matches, newest first."""
        await spend(self._buckets, RECORDS_PER_ADDRESS, address)
        matches, following = await self._keeper.listed(player, skip)
        return {"matches": matches, "next": following}

    async def forget(self, record_id: str | None, player: str, address: str) -> dict[str, Json]:
        """Remove their name from one record, or from all."""
        await spend(self._buckets, RECORDS_PER_ADDRESS, address)
        if record_id is None:
            return {"forgotten": await self._keeper.forget_all(player)}
        await self._keeper.forget(record_id, player)
        return {"forgotten": 1}

    async def delete(self, record_id: str, player: str, address: str) -> dict[str, Json]:
        """The room's host deletes the record for everybody."""
        await spend(self._buckets, RECORDS_PER_ADDRESS, address)
        await self._keeper.delete(record_id, player)
        return {}

    async def agree(self, record_id: str, player: str, address: str) -> dict[str, Json]:
        """The player agrees that everybody may see all of it. Returns whether everybody has now agreed."""
        await spend(self._buckets, RECORDS_PER_ADDRESS, address)
        record, agreed = await self._keeper.agree(record_id, player)
        people = record.people()
        return {"open": record.is_open(agreed), "agreed": len(people & agreed), "people": len(people)}


def _written(record: MatchRecord, agreed: frozenset[str], player: str | None) -> tuple[bytes, bytes]:
    body = msgspec.json.encode(shown(record, agreed, player))
    return body, gzip.compress(body, compresslevel=6, mtime=0)
