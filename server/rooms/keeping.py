"""Having decisions kept: what they tell, the commit, and what follows when the store has it."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from games.api import Json, Refused
from server.metrics import Metrics
from server.store.commits import Commit
from server.store.store import Store
from server.store.types import OldWorker, Unavailable

from . import clock, frames, replay
from .decision import Deciding
from .document import OVER, PLAYING, encode
from .errand import Errand, Open
from .guard import guard
from .room import Room

UNKNOWN_FOR_S: Final = 5.0
_WHAT: Final = {PLAYING: "began", OVER: "ended"}
CODE_EVERY: Final = 600_000  # ms after which a room that is used keeps its code anew
_tag: Final = random.Random().getrandbits  # tells histories apart, is no secret, and has no other use

Finished = Callable[[Room, Any], Awaitable[None]]
Spawn = Callable[[Awaitable[None]], None]


class Keeping:
    """The way from a decision to its being kept."""

    def __init__(self, store: Store, metrics: Metrics, finished: Finished | None, spawn: Spawn) -> None:
        self._store = store
        self._commits = metrics.commits
        self._matches = metrics.matches
        self._finished = finished
        self._spawn = spawn

    def errand(self, opened: Open, before: Room, d: Deciding, answer: Json, logged: bytes) -> Errand:
        """The decision, ready for the store."""
        errand = Errand(opened, before, d, answer)
        if d.room is before and not d.told:
            return errand
        version = opened.version + 1
        assert opened.seen is not None
        with guard.of(before.game.id):
            entry, errand.seen = frames.written(before, opened.seen, d, version, _tag(32))
        room = d.room
        errand.commit = Commit(
            room.id,
            opened.incarnation,
            opened.version,
            encode(room.hot),
            None if room.cold is before.cold else encode(room.cold),
            entry,
            logged,
            d.platform,
            clock.next_wake(room),
            clock.lifetime(room),
        )
        return errand

    def send(self, errand: Errand, then: Callable[[bool], None]) -> bool:
        """Have it kept without waiting; `then` hears whether it was. False: not now, `keep` is to be asked."""
        assert errand.commit is not None
        return self._store.send(errand.commit, partial(self._heard, errand, then, time.perf_counter()))

    def _heard(self, errand: Errand, then: Callable[[bool], None], began: float, answer: Any) -> None:
        kept = False
        try:
            kept = self._answered(errand, answer)
        finally:
            self._commits.observe(time.perf_counter() - began)
            then(kept)

    def _answered(self, errand: Errand, answer: Any) -> bool:
        assert errand.commit is not None
        if self._store.kept(errand.commit, answer):
            self._kept(errand)
            return True
        errand.unknown = isinstance(answer, Unavailable) and answer.unknown
        return False

    async def keep(self, errand: Errand) -> None:
        """Have it kept. Raises Refused, and what the store says when somebody else was first or the time is wrong."""
        assert errand.commit is not None
        try:
            with self._commits.timed():
                await self._until_known(errand, errand.commit)
        except Unavailable:
            errand.opened.room = None  # whether it happened is not known: look again before the next decision
            raise Refused("store.unknown" if errand.unknown else "store.busy") from None
        except OldWorker:
            raise Refused("worker.leaving") from None
        self._kept(errand)

    async def _until_known(self, errand: Errand, commit: Commit) -> None:
        """While the commit's fate is unknown send the same one again: it cannot happen twice."""
        deadline = time.monotonic() + UNKNOWN_FOR_S
        while True:
            try:
                await self._store.commit(commit)
            except Unavailable as unavailable:
                # Once unknown, always unknown: whatever becomes of the others, the first may have been kept.
                errand.unknown = errand.unknown or unavailable.unknown
                if not errand.unknown or time.monotonic() > deadline:
                    raise
                await asyncio.sleep(0.1)
            else:
                return

    def _kept(self, errand: Errand) -> None:
        opened, before, d, commit = errand.opened, errand.before, errand.d, errand.commit
        assert commit is not None
        room = d.room
        opened.room, opened.seen = room, errand.seen
        opened.version, opened.tag = commit.entry.version, commit.entry.tag
        if room.cold.phase != before.cold.phase:
            if (what := _WHAT.get(room.cold.phase)) is not None:
                self._matches.labels(room.game.id, what).inc()
            self._spawn(replay.remember(self._store.replays, room, opened.version, commit.ttl_ms))
        kept_at, kept_for = opened.code_kept
        if kept_for != commit.ttl_ms or d.platform - kept_at > CODE_EVERY:
            opened.code_kept = (d.platform, commit.ttl_ms)
            self._spawn(self._keep_code(opened, room, commit.ttl_ms))
        if d.outcome is not None and self._finished is not None:
            self._spawn(self._finished(room, d.outcome))

    async def _keep_code(self, opened: Open, room: Room, ttl_ms: int) -> None:
        """The code is found for as long as the room lives."""
        try:
            await self._store.keep_code(room.id, room.cold.code, ttl_ms + 2 * CODE_EVERY)
        except Unavailable:
            opened.code_kept = (0, 0)
