"""Keeps records: makes those announced at the ends of matches, and answers requests for the kept ones.

`keep_matches` in the settings says how long; `store/record_shelf.py` removes the old ones.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, ParamSpec, TypeVar

from games.api import AnyGame, Json, Refused
from server.rooms.document import decode_cold
from server.rooms.registry import Rooms
from server.rooms.replay import beginning_of, ending_of
from server.store.record_shelf import Announced, KeptRecord
from server.store.types import Unavailable

from .making import CannotBeMade, NotHere, made
from .match_record import Damaged, MatchRecord, packed, unpacked
from .showing import summary

log = logging.getLogger("paiju.records")

EVERY_S: Final = 2.0
"""How often we look for records whose maker has died."""
STEPS_AT_ONCE: Final = 4  # a whole match takes a while: let others run in between
HOLD_EVERY: Final = 200  # steps
PENDING_MS: Final = 500
ATTEMPTS: Final = 8  # at replacing a record, which others may be replacing too
DAY_MS: Final = 86_400_000
MB: Final = 1 << 20
LISTED: Final = 20
"""Matches in a page of a player's list."""
AT_ONCE: Final = 2
"""The most records that a worker reads or writes at the same time: it must have time for moves as well."""
X = TypeVar("X")
P = ParamSpec("P")
Schemas = Callable[[AnyGame], dict[str, Json]]


class NotKept(CannotBeMade):
    """The match began before the store kept beginnings."""


class RecordKeeper:
    """One worker's share of this work."""

    def __init__(self, rooms: Rooms, schemas: Schemas, *, days: int, megabytes: int) -> None:
        self._rooms = rooms
        self._shelf = rooms.store.records
        self._schemas = schemas
        self._keep_ms = days * DAY_MS
        self._most = megabytes * MB
        self._ended = asyncio.Event()
        self._lacking: set[str] = set()
        self._few = asyncio.Semaphore(AT_ONCE)
        rooms.on_ended = self._ended.set

    async def keep(self) -> None:
        """Make announced records until cancelled."""
        while True:
            try:
                async with asyncio.timeout(EVERY_S):
                    await self._ended.wait()
            except TimeoutError:
                pass
            self._ended.clear()
            try:
                for record in await self._shelf.claim():
                    await self._make(record)
            except Unavailable:
                continue

    async def aside(self, work: Callable[P, X], *args: P.args, **named: P.kwargs) -> X:
        """Work in a thread: it takes as long as many moves, and partly runs without the interpreter's lock."""
        async with self._few:
            return await asyncio.to_thread(work, *args, **named)

    async def find(self, record: str) -> tuple[MatchRecord, frozenset[str]]:
        """The record, and who has agreed that everybody may see all of it."""
        stored = await self._stored(record)
        return await self._read(record, stored), stored.agreed

    async def _stored(self, record: str) -> KeptRecord:
        found = await self._asked(self._shelf.find(record))
        if found is None:
            raise Refused("record.unknown")
        if isinstance(found, Announced):
            raise Refused("record.pending", retryAfter=PENDING_MS)
        return found

    async def _read(self, record: str, stored: KeptRecord) -> MatchRecord:
        try:
            return await self.aside(unpacked, stored.data)
        except Damaged as error:
            log.error("record %s is damaged: %s", record, error)
            raise Refused("record.damaged") from None

    async def agree(self, record: str, player: str) -> tuple[MatchRecord, frozenset[str]]:
        """The player agrees that everybody may see all of it; returns the same as `find`."""
        kept, _ = await self.find(record)
        if player not in kept.people():
            raise Refused("record.not_yours")
        await self._asked(self._shelf.agree(record, player))
        return kept, (await self._stored(record)).agreed

    async def forget(self, record: str, player: str) -> None:
        """Remove the player's name and hash from the record."""
        for _ in range(ATTEMPTS):
            stored = await self._stored(record)
            kept = await self._read(record, stored)
            if not kept.was_played_by(player):
                raise Refused("record.not_yours")
            now = await self.aside(packed, kept.without(player, stored.agreed))
            if await self._asked(self._shelf.replace(record, stored.data, now, player)):
                await self._asked(self._shelf.unlist(player, record))
                return
        raise Refused("store.busy")

    async def forget_all(self, player: str) -> int:
        """The same for all of the player's matches; returns how many."""
        forgotten = 0
        while found := await self._asked(self._shelf.listed_for(player, 0, LISTED)):
            for record in found:
                try:
                    await self.forget(record, player)
                    forgotten += 1
                except Refused as refused:
                    if refused.code in ("store.busy", "record.pending"):
                        raise
                    await self._asked(self._shelf.unlist(player, record))
        return forgotten

    async def delete(self, record: str, player: str) -> None:
        """The room's host deletes the record for everybody."""
        kept, _ = await self.find(record)
        if kept.host != player:
            raise Refused("host.only")
        await self._asked(self._shelf.delete(record))

    async def listed(self, player: str, skip: int) -> tuple[list[dict[str, Json]], int | None]:
        """A page of the player's matches, newest first, and `skip` for the next page; None: it is the last."""
        while True:
            names = await self._asked(self._shelf.listed_for(player, skip, LISTED))
            found = await self._asked(asyncio.gather(*map(self._shelf.find, names)))
            gone = [name for name, one in zip(names, found, strict=True) if one is None]
            await self._asked(self._shelf.unlist(player, *gone))
            if len(gone) < LISTED:
                break
        matches = await self.aside(_summaries, zip(names, found, strict=True), player)
        return matches, skip + LISTED - len(gone) if len(names) == LISTED else None

    async def has_grown(self, record: str, size: int) -> None:
        """The record has grown by `size` bytes: delete the oldest others if necessary."""
        await self._shelf.weigh(record, size, self._rooms.store.now(), self._keep_ms, self._most, more=True)

    async def _asked(self, asked: Awaitable[X]) -> X:
        try:
            return await asked
        except Unavailable:
            raise Refused("store.busy") from None

    async def _make(self, record: str) -> None:
        found = await self._shelf.find(record)
        if not isinstance(found, Announced):
            await self._shelf.drop(record)
            return
        try:
            made_one = await self._made(record, found)
        except NotHere as reason:
            # Another worker may have the game: during an update, some do. Do not wait for the lease to run out: workers
            # look at the same intervals, so the first one after that would be this one, again and again.
            if str(reason) not in self._lacking:
                self._lacking.add(str(reason))
                log.warning("records wait for a worker that can make them: %s", reason)
            await self._shelf.leave(record)
            return
        except CannotBeMade as reason:
            level = logging.INFO if isinstance(reason, NotKept) else logging.ERROR
            log.log(level, "the record of match %d of room %s cannot be made: %s", found.match, found.room, reason)
            await self._shelf.drop(record)
            return
        except Unavailable:
            raise
        except Exception:
            # Another attempt would fail too, and hold up the records behind it.
            log.exception("the record of match %d of room %s cannot be made", found.match, found.room)
            await self._shelf.drop(record)
            return
        data = await self.aside(packed, made_one)
        for player in {holder.player for holder in made_one.holders if holder.player}:
            await self._shelf.list_for(player, record, made_one.ended, self._keep_ms)
        await self._shelf.weigh(record, len(data), made_one.ended, self._keep_ms, self._most)
        await self._shelf.keep(record, data, self._keep_ms)

    async def _made(self, record: str, announced: Announced) -> MatchRecord:
        store, room = self._rooms.store, announced.room
        kept = await store.replays.find(room, announced.match)
        if kept is None:
            raise NotKept("how it began is not kept")
        start, end = beginning_of(kept[0]), ending_of(kept[1])
        of = decode_cold(start.cold).game
        game = self._rooms.games.get(of)
        if game is None:
            raise NotHere(f"the game {of} is not installed")
        entries = await store.history(room, start.version + 1, end.version)
        for number, result in enumerate(made(game, record, room, start, end, entries, self._schemas(game))):
            if result is not None:
                return result
            if number % STEPS_AT_ONCE == 0:
                await asyncio.sleep(0)
            if number % HOLD_EVERY == HOLD_EVERY - 1:
                await self._shelf.hold(record)
        raise CannotBeMade("it has no end")


def _summaries(found: Iterable[tuple[str, Announced | KeptRecord | None]], player: str) -> list[dict[str, Json]]:
    summaries = []
    for record, stored in found:
        if isinstance(stored, KeptRecord):
            try:
                summaries.append(summary(unpacked(stored.data), stored.agreed, player))
            except Damaged as error:
                log.error("record %s is damaged: %s", record, error)
    return summaries
