"""Reviews of seats: made once for those who may ask, one after another, and kept with the record."""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections.abc import Mapping
from typing import Final

import msgspec

from games.api import AnyGame, Json, Refused
from games.reviewing import reviewer_of
from server.base.tasks import Tasks
from server.rooms.bot_pool import BotPool
from server.rooms.guard import TooLong
from server.store.review_shelf import HELD_MS, ReviewShelf
from server.store.types import Unavailable

from .judging import Decided, Judged, decisions, judge
from .match_record import MatchRecord, packed
from .showing import holds, public_numbers

log = logging.getLogger("paiju.records")

QUEUED: Final = 8
"""Reviews that a worker has begun or will begin; others are asked to come back."""
AGAIN_MS: Final = 2_000
BUSY_MS: Final = 10_000
_encode: Final = msgspec.msgpack.Encoder().encode


class Review(msgspec.Struct, frozen=True, array_like=True):
    """As it is kept. Fields are only appended, with defaults."""

    decisions: int
    judged: list[Judged]


class Reviews:
    """One worker's share of that."""

    def __init__(self, shelf: ReviewShelf, games: Mapping[str, AnyGame]) -> None:
        self._shelf = shelf
        self._games = games
        self._pool = BotPool()  # of its own: bots at tables do not wait for reviews
        self._one = asyncio.Lock()
        self._tasks = Tasks()
        self._failed: set[tuple[str, int]] = set()

    async def close(self) -> None:
        await self._tasks.close()
        self._pool.close()

    async def find(
        self, record: MatchRecord, agreed: frozenset[str], seat: int, player: str | None, person: str
    ) -> dict[str, Json]:
        """The review of that seat, with what this player may know of it. Refused: review.pending, while it is made.

        `person`: for whom it is made; nobody has two made at once.
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
        progress = await self._shelf.progress(record.id, seat)
        if progress is None:
            await self._begin(record, seat, person)
            progress = 0, 0
        done, of = progress
        raise Refused("review.pending", done=done, of=of, retryAfter=AGAIN_MS)

    def _must_be_possible(self, record: MatchRecord) -> None:
        game = self._games.get(record.game)
        if game is None:
            raise Refused("game.unknown", game=record.game)
        if game.version != record.version:
            raise Refused("review.version")
        if reviewer_of(game) is None:
            raise Refused("review.none")

    async def _begin(self, record: MatchRecord, seat: int, person: str) -> None:
        if len(self._tasks) >= QUEUED:
            raise Refused("review.busy", retryAfter=BUSY_MS)
        held = await self._shelf.begin(record.id, seat, person)
        if held == "person":
            raise Refused("review.one", retryAfter=BUSY_MS)
        if not held:
            self._tasks.start(self._make(record, seat, person), "a review")

    async def _make(self, record: MatchRecord, seat: int, person: str) -> None:
        try:
            await self._wait(record.id, seat, person)
            try:
                review = await self._made(record, seat, person)
            finally:
                self._one.release()
            await self._shelf.keep(record.id, seat, zlib.compress(_encode(review)))
        except Unavailable:
            return  # whoever asks when the store is there again begins again
        except Exception:
            self._failed.add((record.id, seat))  # nobody who asks again has it tried again
            raise
        finally:
            await self._shelf.end(record.id, seat, person)

    async def _wait(self, record: str, seat: int, person: str) -> None:
        """For those that came before."""
        while True:
            try:
                async with asyncio.timeout(HELD_MS / 3000):
                    await self._one.acquire()
                return
            except TimeoutError:
                await self._shelf.hold(record, seat, person, 0, 0)

    async def _made(self, record: MatchRecord, seat: int, person: str) -> Review:
        data = await asyncio.to_thread(packed, record)
        found = msgspec.msgpack.decode(await self._pool.run(decisions, data, seat), type=list[Decided])
        judged: list[Judged] = []
        for done, pending in enumerate(found):
            await self._shelf.hold(record.id, seat, person, done, len(found))
            try:
                told = await self._pool.run(judge, record.game, seat, _encode(pending))
            except TooLong:
                log.info("there was no time for decision %d of seat %d in record %s", pending.entry, seat, record.id)
                continue
            except Exception:
                # One decision that nothing can be said of takes no others along.
                log.exception("decision %d of seat %d in record %s cannot be judged", pending.entry, seat, record.id)
                continue
            one = msgspec.msgpack.decode(told, type=Judged | None)
            if one is not None:
                judged.append(one)
        return Review(len(found), judged)


def _may_see(record: MatchRecord, agreed: frozenset[str], seat: int, player: str | None) -> set[int]:
    """The entries of the log whose decisions that player may see judged."""
    entries = range(len(record.log))
    if record.is_open(agreed):
        return set(entries)
    return {number for number in entries if player is not None and holds(record, player, seat, number)}


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
