"""The rooms of this worker: load, decide, commit, answer. Any worker may act on any room."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, Final, TypeVar

import msgspec

from games.api import AnyGame, Json, Refused
from games.chance import Chance
from server.metrics import Metrics
from server.store.store import Store
from server.store.types import Conflict, Document, Drift, Listener, OldWorker, Unavailable, Watch
from server.wire import messages as wire

from . import frames, hosting
from .decide import SERVER, Command, decide, unsealed
from .decision import Deciding, Who
from .document import Cold, Hot, decode_cold, decode_hot
from .errand import Errand, Open
from .guard import guard
from .inner import Due, Lost, Pondered
from .keeping import Finished, Keeping
from .passwords import MASK, Sealed
from .room import Room
from .seen import Seen
from .view import room_view

log = logging.getLogger("paiju.rooms")

ROOMS_KEPT: Final = 4096  # in memory; the store keeps them all
WAITING: Final = 32  # commands that may wait for one room
ATTEMPTS: Final = 8

X = TypeVar("X")
_WITH_SECRETS: Final = frozenset({Sealed, wire.Create, wire.Enter, wire.Sit, wire.ChangeSettings})
_pack: Final = msgspec.msgpack.Encoder().encode

Ponder = Callable[[AnyGame, Any, Any, int, bytes, Chance, str], Awaitable[Json]]
Answered = Callable[[Json, Exception | None], None]
"""Hears the answer, or why there is none."""


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
        self.metrics = metrics or Metrics()
        guard.watch()
        self._chance = Chance(secrets.token_bytes(32))  # where matches get their secrets from
        self._tasks: set[asyncio.Task[None]] = set()
        self._keeping = Keeping(store, self.metrics, finished, self._spawn)

    # --- what doors ask ---

    async def create(self, player: str, command: wire.Create | Sealed, room_id: str = "") -> Json:
        """A new room; answers its code. `room_id`: 32 hex digits that nobody has used; empty: new ones."""
        sealed = command if isinstance(command, Sealed) else Sealed(command)
        message: wire.Create = sealed.message
        game = self.games.get(message.game)
        if game is None:
            raise Refused("game.unknown", game=message.game)
        room_id = room_id or secrets.token_hex(16)
        code = await self._stored(self.store.claim_code(room_id))
        blank = Room(room_id, game, Cold("", game.id, game.version, "", {}, "", ()), Hot())
        opened = Open(room_id)
        opened.seen, opened.incarnation = Seen(room_view(blank.cold), None, {}), secrets.randbits(62)
        try:
            for _ in range(ATTEMPTS):
                d = Deciding(blank, self.store.now(), self._chance)
                with guard.of(game.id):
                    answer = hosting.create(d, Who(player), unsealed(d, sealed), code)
                logged = _pack([player, _logged(message), d.platform])
                try:
                    await self._keeping.keep(self._keeping.errand(opened, blank, d, answer, logged))
                except Drift:
                    continue
                self._hold(opened)
                return answer
            raise Refused("room.busy")
        except BaseException:
            await self._stored(self.store.drop_code(code))
            raise

    async def ask(self, room_id: str, who: Who, command: Command) -> Json:
        """Let the room decide on a command; commit what it led to; answer."""
        opened = self._in_hand(room_id)
        if opened.waiting >= WAITING:
            raise Refused("room.busy")
        opened.waiting += 1
        try:
            if not opened.turn.take():
                await opened.turn.wait()
            try:
                return await self._ask(opened, who, command)
            finally:
                opened.turn.leave()
        finally:
            opened.waiting -= 1

    def ask_at_once(self, room_id: str, who: Who, command: Command, answered: Answered) -> bool:
        """The same without a task, when the room is in hand and nobody waits. False: nothing has happened."""
        opened = self._open.get(room_id)
        if opened is None or self._behind(opened) or not opened.turn.take():
            return False
        self._open.move_to_end(room_id)
        opened.waiting += 1
        try:
            made = self._made(opened, who, command)
            # Partials, as closures would be cycles of references, which cost more than all of this.
            then = partial(self._sent, opened, who, command, made, answered)
            on_its_way = isinstance(made, Errand) and made.commit is not None and self._keeping.send(made, then)
        except BaseException:
            self._leave(opened)
            raise
        if not on_its_way:
            then(False)
        return True

    def _sent(
        self, opened: Open, who: Who, command: Command, made: Errand | Refused, answered: Answered, kept: bool
    ) -> None:
        if kept and isinstance(made, Errand):
            self._leave(opened)
            answered(made.answer, None)
        else:
            self._spawn(self._go_on(opened, who, command, made, answered))

    async def _go_on(
        self, opened: Open, who: Who, command: Command, made: Errand | Refused, answered: Answered
    ) -> None:
        """What could not be ended at once."""
        try:
            answer = await self._ask(opened, who, command, made)
        except Exception as error:
            self._leave(opened)
            answered(None, error)
        except BaseException:
            self._leave(opened)
            answered(None, Refused("store.unknown"))  # this worker stops
            raise
        else:
            self._leave(opened)
            answered(answer, None)

    def _leave(self, opened: Open) -> None:
        opened.waiting -= 1
        opened.turn.leave()

    async def check(self, room_id: str, who: Who, message: wire.Check) -> Json:
        """A dry run: decided on the newest known version, never committed, so it waits for nobody."""
        opened = self._in_hand(room_id)
        if self._behind(opened):
            async with opened.turn:
                await self._load(opened)
        assert opened.room is not None
        with guard.of(opened.room.game.id), self.metrics.checks.timed():
            return decide(opened.room, who, message, self.store.now(), self._chance)[1]

    async def snapshot(self, room_id: str, player: str | None) -> dict[str, Json]:
        """The whole of what the player may see, and the version it belongs to under `version`."""
        opened = self._in_hand(room_id)
        async with opened.turn:
            await self._load(opened)
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
        opened = self._in_hand(room_id)
        async with opened.turn:
            await self._load(opened)
        assert opened.room is not None
        return opened.room

    async def seen(self, room_id: str) -> tuple[Room, Seen, int]:
        """The room, what is seen of it, and its version; for doors that show it in their own words."""
        opened = self._in_hand(room_id)
        async with opened.turn:
            await self._load(opened)
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
        await asyncio.sleep(0)  # what is cancelled before its first step would not even clean up
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- how it is done ---

    async def _ask(self, opened: Open, who: Who, command: Command, made: Errand | Refused | None = None) -> Json:
        """Decide, and have it kept, until both are about the same version. `made` has been decided just now."""
        if made is None and self._behind(opened):
            await self._load(opened)
        for _ in range(ATTEMPTS):
            if made is None:
                made = self._made(opened, who, command)
            if isinstance(made, Refused) or made.commit is None:
                if not await self._moved_on(opened):
                    if isinstance(made, Errand):
                        return made.answer
                    raise Refused(made.code, **made.params)
            else:
                try:
                    await self._keeping.keep(made)
                except Conflict as conflict:
                    self.metrics.conflicts.inc()
                    self._take(opened, conflict.document)
                except Drift:
                    pass
                else:
                    return made.answer
            made = None
        raise Refused("room.busy")

    def _made(self, opened: Open, who: Who, command: Command) -> Errand | Refused:
        """What the newest known version makes of the command."""
        room = opened.room
        if room is None:
            raise Refused("room.unknown")
        try:
            with guard.of(room.game.id), self.metrics.decisions.timed():
                d, answer = decide(room, who, command, self.store.now(), self._chance)
            return self._keeping.errand(opened, room, d, answer, _pack([who.player, _logged(command), d.platform]))
        except Refused as refused:
            return refused.with_traceback(None)  # it would refer to all that has led here

    def _behind(self, opened: Open) -> bool:
        """Is the room in hand older than what people here have been shown?"""
        return opened.room is None or self.store.heard(opened.id) > opened.version

    async def _moved_on(self, opened: Open) -> bool:
        """Another worker may have moved. A commit would find that out; what is not committed has to ask."""
        room = opened.room
        await self._load(opened)
        return opened.room is not room

    async def _load(self, opened: Open) -> None:
        """Bring the room in hand up to date."""
        document = await self._stored(self.store.load(opened.id))
        if document is not None and opened.room is not None:
            same = (document.version, document.tag) == (opened.version, opened.tag)
            if same and document.incarnation == opened.incarnation:
                return
        self._take(opened, document)
        if opened.room is None:
            raise Refused("room.unknown")

    def _take(self, opened: Open, document: Document | None) -> None:
        if document is None:
            opened.room = None
            return
        cold = decode_cold(document.cold)
        game = self.games.get(cold.game)
        if game is None:
            raise Refused("game.unknown", game=cold.game)
        room = Room(opened.id, game, cold, decode_hot(document.hot))
        with guard.of(game.id):
            opened.seen = frames.seen(room)
        opened.room, opened.incarnation = room, document.incarnation
        opened.version, opened.tag = document.version, document.tag

    def _in_hand(self, room_id: str) -> Open:
        return self._hold(self._open.get(room_id) or Open(room_id))

    def _hold(self, opened: Open) -> Open:
        """Hold the room in memory, the least recently used making place."""
        self._open[opened.id] = opened
        self._open.move_to_end(opened.id)
        if len(self._open) > ROOMS_KEPT:
            oldest, candidate = next(iter(self._open.items()))
            if not candidate.waiting and not candidate.turn.taken:
                del self._open[oldest]
        return opened

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
    plain: dict[str, Json] = msgspec.to_builtins(command.message if isinstance(command, Sealed) else command)
    return {k: MASK if v and k in ("password", "watchPassword") else v for k, v in plain.items()}
