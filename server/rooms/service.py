"""The rooms of this worker: load, decide, commit, answer. Any worker may act on any room."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

import msgspec

from games.api import AnyGame, Json, Refused
from games.chance import Chance
from server.metrics import Metrics
from server.store.store import Store
from server.store.types import Commit, Conflict, Document, Drift, Listener, OldWorker, Unavailable, Watch
from server.wire import messages as wire

from . import clock, frames, hosting, replay
from .decide import SERVER, Command, decide
from .decision import Deciding, Who
from .document import Cold, Hot, decode_cold, decode_hot, encode
from .guard import guard
from .inner import Due, Lost, Pondered
from .room import Room
from .seen import Seen
from .view import room_view

log = logging.getLogger("paiju.rooms")

ROOMS_KEPT: Final = 4096  # in memory; the store keeps them all
WAITING: Final = 32  # commands that may wait for one room
ATTEMPTS: Final = 8
UNKNOWN_FOR_S: Final = 5.0
CODE_EVERY: Final = 600_000  # ms after which a room that is used keeps its code anew

X = TypeVar("X")
_WITH_SECRETS: Final = (wire.Create, wire.Enter, wire.ChangeSettings)
_pack: Final = msgspec.msgpack.Encoder().encode
_tag: Final = random.Random().getrandbits  # tells histories apart, is no secret, and has no other use

Ponder = Callable[[AnyGame, Any, Any, int, bytes, Chance, str], Awaitable[Json]]
Finished = Callable[[Room, Any], Awaitable[None]]


@dataclass(slots=True)
class Open:
    """A room in hand: its newest known version, and the queue of those who want to act on it."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0
    room: Room | None = None
    seen: Seen | None = None
    incarnation: int = 0
    version: int = 0
    tag: int = 0
    code_kept: tuple[int, int] = (0, 0)  # when, in platform ms, and for how long


class Rooms:
    """Everything that players, doors and clocks may ask of rooms."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        *,
        ponder: Ponder | None = None,
        finished: Finished | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        self.store = store
        self.games = games
        self._open: OrderedDict[str, Open] = OrderedDict()
        self._ponder = ponder
        self._finished = finished
        self.metrics = metrics or Metrics()
        guard.watch()
        self._chance = Chance(secrets.token_bytes(32))  # where matches get their secrets from
        self._tasks: set[asyncio.Task[None]] = set()

    # --- what doors ask ---

    async def create(self, player: str, message: wire.Create, room_id: str = "") -> Json:
        """A new room; answers its code. `room_id`: 32 hex digits that nobody has used; empty: new ones."""
        game = self.games.get(message.game)
        if game is None:
            raise Refused("game.unknown", game=message.game)
        room_id = room_id or secrets.token_hex(16)
        code = await self._stored(self.store.claim_code(room_id))
        blank = Room(room_id, game, Cold("", game.id, game.version, "", {}, "", ()), Hot())
        opened = Open(seen=Seen(room_view(blank.cold), None, {}), incarnation=secrets.randbits(62))
        try:
            for _ in range(ATTEMPTS):
                d = Deciding(blank, self.store.now(), self._chance)
                with guard.of(game.id):
                    answer = hosting.create(d, Who(player), message, code)
                try:
                    await self._commit(opened, blank, d, _pack([player, _logged(message), d.platform]))
                except Drift:
                    continue
                self._keep(room_id, opened)
                return answer
            raise Refused("room.busy")
        except BaseException:
            await self._stored(self.store.drop_code(code))
            raise

    async def ask(self, room_id: str, who: Who, command: Command) -> Json:
        """Let the room decide on a command; commit what it led to; answer."""
        opened = self._keep(room_id, self._open.get(room_id) or Open())
        if opened.waiting >= WAITING:
            raise Refused("room.busy")
        opened.waiting += 1
        try:
            await opened.lock.acquire()  # `async with` costs every move two coroutines more
            try:
                return await self._ask(room_id, opened, who, command)
            finally:
                opened.lock.release()
        finally:
            opened.waiting -= 1

    async def check(self, room_id: str, who: Who, message: wire.Check) -> Json:
        """A dry run: decided on the newest known version, never committed, so it waits for nobody."""
        opened = self._keep(room_id, self._open.get(room_id) or Open())
        if self._behind(room_id, opened):
            async with opened.lock:
                await self._load(room_id, opened)
        assert opened.room is not None
        with guard.of(opened.room.game.id), self.metrics.checks.timed():
            return decide(opened.room, who, message, self.store.now(), self._chance)[1]

    async def snapshot(self, room_id: str, player: str | None) -> dict[str, Json]:
        """The whole of what the player may see, and the version it belongs to under `version`."""
        opened = self._keep(room_id, self._open.get(room_id) or Open())
        async with opened.lock:
            await self._load(room_id, opened)
        assert opened.room is not None
        assert opened.seen is not None
        view = frames.snapshot(opened.room, opened.seen, opened.tag, player, self.store.now())
        return {**view, "version": opened.version}

    async def find(self, code: str) -> str:
        """The id of the room with that code."""
        room_id = await self._stored(self.store.find(code.upper()))
        if room_id is None:
            raise Refused("room.unknown")
        return room_id

    async def room(self, room_id: str) -> Room:
        """The room as it is now; not to be shown to anybody as it is."""
        opened = self._keep(room_id, self._open.get(room_id) or Open())
        async with opened.lock:
            await self._load(room_id, opened)
        assert opened.room is not None
        return opened.room

    async def seen(self, room_id: str) -> tuple[Room, Seen, int]:
        """The room, what is seen of it, and its version; for doors that show it in their own words."""
        opened = self._keep(room_id, self._open.get(room_id) or Open())
        async with opened.lock:
            await self._load(room_id, opened)
            assert opened.room is not None
            assert opened.seen is not None
            return opened.room, opened.seen, opened.version

    def watch(self, room_id: str, listener: Listener) -> Watch:
        return self.store.watch(room_id, listener)

    def lost(self, room_id: str, player: str, gen: int) -> None:
        """A connection has gone; the room is told in the background."""
        self._spawn(self._quietly(room_id, Lost(player, gen)))

    async def wake(self, room_id: str, at: int) -> None:
        """The time that the room asked to be woken at has come."""
        self.metrics.lateness.observe(max(0, self.store.now() - at) / 1000)
        try:
            answer = await self.ask(room_id, SERVER, Due())
        except Refused as refused:
            log.info("room not woken: %s", refused.code)
            return
        if "ponder" in answer and self._ponder is not None:
            self._spawn(self._ponder_for(room_id, answer["ponder"]))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- how it is done ---

    async def _ask(self, room_id: str, opened: Open, who: Who, command: Command) -> Json:
        if self._behind(room_id, opened):
            await self._load(room_id, opened)
        for _ in range(ATTEMPTS):
            room = opened.room
            if room is None:
                raise Refused("room.unknown")
            try:
                with guard.of(room.game.id), self.metrics.decisions.timed():
                    d, answer = decide(room, who, command, self.store.now(), self._chance)
            except Refused:
                if await self._moved_on(room_id, opened):
                    continue
                raise
            if d.room is room and not d.told:
                if await self._moved_on(room_id, opened):
                    continue
                return answer
            try:
                await self._commit(opened, room, d, _pack([who.player, _logged(command), d.platform]))
            except Conflict as conflict:
                self.metrics.conflicts.inc()
                self._take(room_id, opened, conflict.document)
            except Drift:
                continue
            else:
                if d.outcome is not None and self._finished is not None:
                    self._spawn(self._finished(d.room, d.outcome))
                return answer
        raise Refused("room.busy")

    async def _commit(self, opened: Open, before: Room, d: Deciding, logged: bytes) -> None:
        version, tag = opened.version + 1, _tag(32)
        assert opened.seen is not None
        with guard.of(before.game.id):
            entry, seen = frames.written(before, opened.seen, d, version, tag)
        room = d.room
        commit = Commit(
            room=room.id,
            incarnation=opened.incarnation,
            expect=opened.version,
            hot=encode(room.hot),
            cold=None if room.cold is before.cold else encode(room.cold),
            entry=entry,
            log=logged,
            now=d.platform,
            wake=clock.next_wake(room),
            ttl_ms=clock.lifetime(room),
        )
        try:
            with self.metrics.commits.timed():
                try:
                    await self.store.commit(commit)
                except Unavailable as unavailable:
                    await self._until_known(commit, unavailable)
        except Unavailable as unavailable:
            opened.room = None  # whether it happened is not known: look again before the next decision
            raise Refused("store.unknown" if unavailable.unknown else "store.busy") from None
        except OldWorker:
            raise Refused("worker.leaving") from None
        opened.room, opened.seen, opened.version, opened.tag = room, seen, version, tag
        if room.cold.phase != before.cold.phase:
            self._spawn(replay.remember(self.store.replays, room, version, commit.ttl_ms))
        kept_at, kept_for = opened.code_kept
        if kept_for != commit.ttl_ms or d.platform - kept_at > CODE_EVERY:
            opened.code_kept = (d.platform, commit.ttl_ms)
            self._spawn(self._keep_code(opened, room, commit.ttl_ms))

    async def _keep_code(self, opened: Open, room: Room, ttl_ms: int) -> None:
        """The code is found for as long as the room lives."""
        try:
            await self.store.keep_code(room.id, room.cold.code, ttl_ms + 2 * CODE_EVERY)
        except Unavailable:
            opened.code_kept = (0, 0)

    async def _until_known(self, commit: Commit, unavailable: Unavailable) -> None:
        """While the commit's fate is unknown send the same one again: it cannot happen twice."""
        deadline = time.monotonic() + UNKNOWN_FOR_S
        while unavailable.unknown and time.monotonic() < deadline:
            await asyncio.sleep(0.1)
            try:
                await self.store.commit(commit)
                return
            except Unavailable as again:
                unavailable = Unavailable(str(again), unknown=True)  # the first may have been kept
        raise unavailable

    def _behind(self, room_id: str, opened: Open) -> bool:
        """Is the room in hand older than what people here have been shown?"""
        return opened.room is None or self.store.heard(room_id) > opened.version

    async def _moved_on(self, room_id: str, opened: Open) -> bool:
        """Another worker may have moved. A commit would find that out; what is not committed has to ask."""
        room = opened.room
        await self._load(room_id, opened)
        return opened.room is not room

    async def _load(self, room_id: str, opened: Open) -> None:
        """Bring the room in hand up to date."""
        document = await self._stored(self.store.load(room_id))
        if document is not None and opened.room is not None:
            same = (document.version, document.tag) == (opened.version, opened.tag)
            if same and document.incarnation == opened.incarnation:
                return
        self._take(room_id, opened, document)
        if opened.room is None:
            raise Refused("room.unknown")

    def _take(self, room_id: str, opened: Open, document: Document | None) -> None:
        if document is None:
            opened.room = None
            return
        cold = decode_cold(document.cold)
        game = self.games.get(cold.game)
        if game is None:
            raise Refused("game.unknown", game=cold.game)
        room = Room(room_id, game, cold, decode_hot(document.hot))
        with guard.of(game.id):
            opened.seen = frames.seen(room)
        opened.room, opened.incarnation = room, document.incarnation
        opened.version, opened.tag = document.version, document.tag

    def _keep(self, room_id: str, opened: Open) -> Open:
        """Hold the room in memory, the least recently used making place."""
        kept = self._open.setdefault(room_id, opened)
        self._open.move_to_end(room_id)
        if len(self._open) > ROOMS_KEPT:
            oldest, candidate = next(iter(self._open.items()))
            if not candidate.waiting and not candidate.lock.locked():
                del self._open[oldest]
        return kept

    async def _stored(self, asked: Awaitable[X]) -> X:
        try:
            return await asked
        except Unavailable:
            raise Refused("store.busy") from None
        except OldWorker:
            raise Refused("worker.leaving") from None

    async def _ponder_for(self, room_id: str, seat: int) -> None:
        """Let a bot think in another process, then let it act if the position is still the same."""
        opened = self._open.get(room_id)
        if opened is None or opened.room is None or opened.seen is None or self._ponder is None:
            return
        room, seen = opened.room, opened.seen
        plan = next((p for p in room.hot.plans if p.seat == seat and p.ponder), None)
        if plan is None:
            return
        level = room.cold.seats[seat].bot or room.game.bot_levels[0]
        own = seen.owns.get(seat) or frames.own_of(room, seat)
        chance = Chance(room.hot.secret, (1 << 41) + room.hot.step * 64 + seat)
        action = await self._ponder(room.game, seen.table, own, seat, plan.memory, chance, level)
        await self._quietly(room_id, Pondered(seat, room.hot.step, action))

    async def _quietly(self, room_id: str, command: Command) -> None:
        try:
            await self.ask(room_id, SERVER, command)
        except Refused as refused:
            log.info("%s not taken: %s", type(command).__name__, refused.code)

    def _spawn(self, work: Awaitable[None]) -> None:
        async def run() -> None:
            try:
                await work
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("background work of a room failed")

        task = asyncio.get_running_loop().create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _logged(command: Command) -> Json:
    """The command for the action log, without the secrets that people type."""
    if type(command) not in _WITH_SECRETS:
        return command
    plain: dict[str, Json] = msgspec.to_builtins(command)
    return {k: replay.MASK if v and k in ("password", "watchPassword") else v for k, v in plain.items()}
