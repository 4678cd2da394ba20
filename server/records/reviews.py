"""Reviews of seats: made once, one after another, and kept with the record."""

from __future__ import annotations

import asyncio
import logging
import secrets
import zlib
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import msgspec

from games.api import AnyGame, Json, Refused
from games.reviewing import reviewer_of
from server.base.tasks import Tasks
from server.rooms.bot_pool import BotPool
from server.rooms.guard import TooLong
from server.store.review_shelf import Pulse, ReviewShelf
from server.store.types import Unavailable

from .judging import Decided, Judged, decisions, judge
from .match_record import MatchRecord, packed
from .showing import holds, public_numbers, spans_of

log = logging.getLogger("paiju.records")

QUEUED: Final = 8
"""The most reviews that a worker has begun or queued; further requests are told to come back later."""
BEAT_S: Final = 2.0
AGAIN_MS: Final = 2_000
BUSY_MS: Final = 10_000
HasGrown = Callable[[str, int], Awaitable[None]]
"""Called with a record, and the size of a review that is now kept with it."""
_encode: Final = msgspec.msgpack.Encoder().encode


class Review(msgspec.Struct, frozen=True, array_like=True):
    """The stored form of a review. Fields are only appended, with defaults."""

    decisions: int
    judged: list[Judged]


@dataclass(slots=True)
class _Making:
    """A review that this worker has begun or queued, and its progress."""

    record: MatchRecord
    seat: int
    person: str
    pulse: Pulse


class Reviews:
    """One worker's share of this work."""

    def __init__(self, shelf: ReviewShelf, games: Mapping[str, AnyGame], has_grown: HasGrown) -> None:
        self._shelf = shelf
        self._games = games
        self._has_grown = has_grown
        self._pool = BotPool()  # a separate pool: bots at tables do not wait for reviews
        self._one = asyncio.Lock()
        self._tasks = Tasks()
        self._making: dict[tuple[str, int], _Making] = {}
        self._failed: set[tuple[str, int]] = set()

    async def close(self) -> None:
        await self._tasks.close()
        self._pool.close()

    async def tell_progress(self, record: str, seat: int, player: str | None) -> None:
        """Raise Refused(review.pending) if one is in progress and this player may know. Does not read the record."""
        pulse = await self._shelf.pulse(record, seat)
        if pulse is not None and pulse.may_know(player):
            raise _pending(pulse)

    async def find(
        self, record: MatchRecord, agreed: frozenset[str], seat: int, player: str | None, person: str
    ) -> dict[str, Json]:
        """The part of that seat's review that this player may see. Refused(review.pending) while it is being made.

        `person`: the person who asked for it; only one at a time is made for each.
        """
        if seat >= len(record.seats):
            raise Refused("seat.unknown")
        shown = _may_see(record, agreed, seat, player)
        if not shown:
            raise Refused("review.closed")
        kept = await self._shelf.find(record.id, seat)
        if kept is not None:
            return _shown(record, seat, msgspec.msgpack.decode(zlib.decompress(kept), type=Review), shown)
        self._must_be_possible(record)
        if (record.id, seat) in self._failed:
            raise Refused("review.failed")
        making = self._making.get((record.id, seat))
        if making is not None:
            raise _pending(making.pulse)
        pulse = Pulse(secrets.token_hex(8), 0, 0, _who_may_know(record, agreed, seat))
        raise _pending(await self._begin(_Making(record, seat, person, pulse)))

    def _must_be_possible(self, record: MatchRecord) -> None:
        game = self._games.get(record.game)
        if game is None:
            raise Refused("game.unknown", game=record.game)
        if game.version != record.version:
            raise Refused("review.version")
        if reviewer_of(game) is None:
            raise Refused("review.none")

    async def _begin(self, making: _Making) -> Pulse:
        """Begin it, unless another worker is already making it. Returns its pulse."""
        if len(self._making) >= QUEUED:
            raise Refused("review.busy", retryAfter=BUSY_MS)
        record, seat = making.record.id, making.seat
        self._making[record, seat] = making  # at once: others may ask while we wait for the store
        marked = "unknown"
        try:
            marked = await self._shelf.begin(record, seat, making.person, making.pulse)
        finally:
            if marked:
                del self._making[record, seat]
        if marked == "person":
            raise Refused("review.one", retryAfter=BUSY_MS)
        if marked:
            return await self._shelf.pulse(record, seat) or making.pulse
        self._tasks.start(self._make(making), "a review")
        return making.pulse

    async def _make(self, making: _Making) -> None:
        record, seat = making.record.id, making.seat
        work = asyncio.ensure_future(self._made(making))
        try:
            while not work.done():
                if not await self._beat(making):
                    return  # it can no longer be requested, or somebody else is making it
                await asyncio.wait([work], timeout=BEAT_S)
            data = zlib.compress(_encode(work.result()))
            if await self._shelf.keep(record, seat, data):
                await self._has_grown(record, len(data))
        except Unavailable:
            return  # the first request after the store is back starts again
        except Exception:
            self._failed.add((record, seat))  # further requests do not retry it
            raise
        finally:
            work.cancel()
            del self._making[record, seat]
            with suppress(Unavailable):
                await self._shelf.end(record, seat, making.person, making.pulse)

    async def _beat(self, making: _Making) -> bool:
        try:
            return await self._shelf.beat(making.record.id, making.seat, making.person, making.pulse)
        except Unavailable:
            return True  # the store may be back by the time the review is stored

    async def _made(self, making: _Making) -> Review:
        async with self._one:  # after earlier ones
            return await self._judged(making)

    async def _judged(self, making: _Making) -> Review:
        record, seat = making.record, making.seat
        data = await asyncio.to_thread(packed, record)
        found = msgspec.msgpack.decode(await self._pool.run(decisions, data, seat), type=list[Decided])
        judged: list[Judged] = []
        for done, pending in enumerate(found):
            making.pulse = msgspec.structs.replace(making.pulse, done=done, of=len(found))
            try:
                told = await self._pool.run(judge, record.game, seat, _encode(pending))
                one = msgspec.msgpack.decode(told, type=Judged | None)
                if one is not None:
                    judged.append(one)
            except TooLong:
                log.info("there was no time for decision %d of seat %d in record %s", pending.entry, seat, record.id)
            except Exception:
                # If one decision cannot be judged, the others still are.
                log.exception("decision %d of seat %d in record %s cannot be judged", pending.entry, seat, record.id)
        return Review(len(found), judged)


def _may_see(record: MatchRecord, agreed: frozenset[str], seat: int, player: str | None) -> set[int]:
    """The log entries of the decisions whose judgements that player may see."""
    entries = range(len(record.log))
    if record.is_open(agreed):
        return set(entries)
    return {number for number in entries if player is not None and holds(record, player, seat, number)}


def _who_may_know(record: MatchRecord, agreed: frozenset[str], seat: int) -> list[str] | None:
    """The players who may see any of it; None: everybody."""
    if record.is_open(agreed):
        return None
    return [player for player in {one.player for one in record.holders} if seat in spans_of(record, player)]


def _pending(pulse: Pulse) -> Refused:
    return Refused("review.pending", done=pulse.done, of=pulse.of, retryAfter=AGAIN_MS)


def _shown(record: MatchRecord, seat: int, review: Review, entries: set[int]) -> dict[str, Json]:
    numbers = [0, *public_numbers(record)]
    return {
        "seat": seat,
        "decisions": review.decisions,
        "judged": [
            {
                "step": numbers[one.entry],
                **{name: getattr(one, name) for name in ("played", "best", "gain", "error", "clear", "why")},
            }
            for one in review.judged
            if one.entry in entries
        ],
    }
