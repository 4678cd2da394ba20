"""The rooms of this worker: found, loaded and held in memory. `pipeline.py` handles their commands."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from typing import Any, Final, TypeVar

from games.api import AnyGame, Json, Refused
from games.chance import Chance
from server.base.metrics import Metrics
from server.base.tasks import Tasks
from server.store.store import Store
from server.store.types import Document, Listener, OldWorker, Unavailable, Watch

from . import forking, frames, game_failures, hosting, player_commands
from .decide import SERVER, Command, decide, unsealed
from .decision import Decision, Who
from .document import OVER, PLAYING, Cold, Hot
from .forking import ForkPoint
from .frames import Shown
from .game_options import auto_level, known_level
from .guard import guard
from .open_rooms import OpenRoom, OpenRooms
from .passwords import Sealed
from .pipeline import CODE_EVERY, CommandRun, Judge, Pipeline
from .room import Room
from .room_view import room_view
from .server_commands import Due, Failed, Lost, Noted, Pondered

log = logging.getLogger("paiju.rooms")

X = TypeVar("X")
_WHAT: Final = {PLAYING: "began", OVER: "ended"}
Ponder = Callable[[AnyGame, Any, Any, int, bytes, Chance, str], Awaitable[Json]]
Finished = Callable[[Room, Any], Coroutine[Any, Any, None]]


class Rooms:
    """Everything that players, doors and timers may ask of rooms."""

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
        self._ponder = ponder
        self._finished = finished
        self.metrics = metrics or Metrics()
        guard.watch()
        self._chance = Chance(secrets.token_bytes(32))  # the source of the matches' secrets
        self._tasks = Tasks()
        self.open = OpenRooms()
        self.on_ended: Callable[[], None] = lambda: None
        """Called when a match has ended."""
        self.pipeline = Pipeline(store, games, self.metrics, self._chance, self)

    # --- what doors ask ---

    async def create(self, player: str, command: player_commands.Create | Sealed, room_id: str = "") -> Json:
        """Create a room; returns its code. `room_id`: 32 unused hex digits; empty: new ones."""
        sealed = command if isinstance(command, Sealed) else Sealed(command)
        message: player_commands.Create = sealed.message
        return await self._found(player, sealed, message.game, room_id, _founded)

    async def fork(self, player: str, message: player_commands.Fork, game: str, point: ForkPoint) -> Json:
        """Create a practice room that plays on from that point; returns its code."""
        return await self._found(player, message, game, "", partial(_forked, point))

    async def _found(self, player: str, command: Any, game_id: str, room_id: str, judge: Callable[..., Any]) -> Json:
        game = self.games.get(game_id)
        if game is None:
            raise Refused("game.unknown", game=game_id)
        room_id = room_id or secrets.token_hex(16)
        code = await self._stored(self.store.claim_code(room_id))
        opened = OpenRoom(room_id)
        opened.room = Room(room_id, game, Cold("", game.id, game.version, "", {}, "", ()), Hot())
        opened.seen, opened.incarnation = Shown(room_view(opened.room.cold), None, {}), secrets.randbits(62)
        try:
            answer = await self._run(opened, Who(player), command, partial(judge, code))
        except BaseException:
            await self._stored(self.store.drop_code(code))
            raise
        self.open.hold(opened)
        return answer

    async def ask(self, room_id: str, who: Who, command: Command) -> Json:
        """Let the room decide on a command, commit the result, and answer (`pipeline.py`)."""
        return await self._run(self.open.in_hand(room_id), who, command)

    async def put(self, room_id: str, judge: Judge) -> Json:
        """Let `judge` decide in place of the rules of the room. The command log shows it as an empty note."""
        return await self._run(self.open.in_hand(room_id), SERVER, Noted({}), judge)

    async def check(self, room_id: str, who: Who, message: player_commands.Check) -> Json:
        """A dry run: decided on the newest known version and never committed, so it waits for nobody."""
        opened = self.open.in_hand(room_id)
        room = opened.room
        if room is None or self.pipeline.is_behind(opened):
            room = await self.room(room_id)
        with guard.of(room.game.id), self.metrics.checks.timed():
            return decide(room, who, message, self.store.now(), self._chance)[1]

    async def snapshot(self, room_id: str, player: str | None) -> dict[str, Json]:
        """Everything the player may see, with its version under `version`."""
        room, seen, version, tag = await self._looked(room_id)
        return {**frames.snapshot(room, seen, tag, player, self.store.now()), "version": version}

    async def find(self, code: str) -> str:
        """The id of the room with this code."""
        room_id = await self._stored(self.store.find(code.upper()))
        if room_id is None:
            raise Refused("room.unknown")
        return room_id

    async def room(self, room_id: str) -> Room:
        """The current room, with its secrets: never show it to anybody."""
        return (await self._looked(room_id))[0]

    async def seen(self, room_id: str) -> tuple[Room, Shown, int]:
        """The room, its views, and its version; for doors that show it in their own form."""
        return (await self._looked(room_id))[:3]

    def watch(self, room_id: str, listener: Listener) -> Watch:
        return self.store.watch(room_id, listener)

    def lost(self, room_id: str, player: str, gen: int) -> None:
        """A connection is lost; the room is told in the background."""
        self._tasks.start(self._quietly(room_id, Lost(player, gen)), "a lost connection")

    async def wake(self, room_id: str, at: int) -> None:
        """The room's wake has come."""
        self.metrics.lateness.observe(max(0, self.store.now() - at) / 1000)
        try:
            answer = await self.ask(room_id, SERVER, Due())
        except Refused as refused:
            log.info("room not woken: %s", refused.code)
            return
        if "ponder" in answer and self._ponder is not None:
            self._tasks.start(self._ponder_for(room_id, answer["ponder"]), "pondering")

    async def close(self) -> None:
        await asyncio.sleep(0)  # a task cancelled before its first step would not even clean up
        for opened in self.open:
            opened.stop()
        await self._tasks.close()

    # --- work for runs (`background.py`) ---

    def load(self, room_id: str, loaded: Callable[[Document | Exception | None], None]) -> None:
        self._tasks.start(self._load(room_id, loaded), "loading a room")

    async def _load(self, room_id: str, loaded: Callable[[Document | Exception | None], None]) -> None:
        found: Document | Exception | None
        try:
            found = await self._stored(self.store.load(room_id))
        except Exception as error:
            found = error
        loaded(found)

    def phase_changed(self, room: Room) -> None:
        if (what := _WHAT.get(room.cold.phase)) is not None:
            self.metrics.matches.labels(room.game.id, what).inc()
        if room.cold.phase == OVER:
            self.on_ended()

    def keep_code(self, opened: OpenRoom, ttl_ms: int) -> None:
        self._tasks.start(self._keep_code(opened, ttl_ms), "keeping a code")

    async def _keep_code(self, opened: OpenRoom, ttl_ms: int) -> None:
        if opened.room is None:
            return
        try:
            await self.store.keep_code(opened.id, opened.room.cold.code, ttl_ms + 2 * CODE_EVERY)
        except Unavailable:
            opened.code_kept = (0, 0)

    def game_failed(self, room: Room, who: Who, command: Any) -> None:
        if isinstance(command, Failed):
            return
        game_failures.report(room, who, command, self.store.now())
        if room.cold.code:  # else it is about to be created, and nobody is in it
            told = Failed(room.hot.step, isinstance(command, player_commands.Act))
            self._tasks.start(self._quietly(room.id, told), "telling that a game has failed")

    def match_ended(self, room: Room, outcome: Any) -> None:
        if self._finished is not None:
            self._tasks.start(self._finished(room, outcome), "counting a result")

    # --- helpers ---

    async def _run(self, opened: OpenRoom, who: Who, command: Any, judge: Any = decide) -> Json:
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        run = CommandRun(self.pipeline, opened, who, command, partial(_settle, future), judge)
        run.start()
        try:
            return await future
        except asyncio.CancelledError:
            run.give_up()
            raise

    async def _looked(self, room_id: str) -> tuple[Room, Shown, int, int]:
        """The stored room, its views, its version and that version's tag."""
        looked: tuple[Room, Shown, int, int] = await self._run(self.open.in_hand(room_id), SERVER, None)
        return looked

    async def _stored(self, asked: Awaitable[X]) -> X:
        try:
            return await asked
        except Unavailable:
            raise Refused("store.busy") from None
        except OldWorker:
            raise Refused("worker.leaving") from None

    async def _ponder_for(self, room_id: str, seat: int) -> None:
        """Let a bot ponder in another process, then act if the position is still the same."""
        opened = self.open.get(room_id)
        if opened is None or opened.room is None or opened.seen is None or self._ponder is None:
            return
        room, seen = opened.room, opened.seen
        plan = next((p for p in room.hot.plans if p.seat == seat and p.ponder), None)
        if plan is None:
            return
        level = known_level(room, room.cold.seats[seat].bot or auto_level(room))
        own = seen.owns.get(seat) or frames.own_of(room, seat)
        chance = Chance(room.hot.secret, (1 << 41) + room.hot.step * 64 + seat)
        try:
            action = await self._ponder(room.game, seen.table, own, seat, plan.memory, chance, level)
        except Exception as error:
            log.error("room %s step %d: the thought of seat %d failed", room_id, room.hot.step, seat, exc_info=error)
            action = None
        await self._quietly(room_id, Pondered(seat, room.hot.step, action))

    async def _quietly(self, room_id: str, command: Command) -> None:
        try:
            await self.ask(room_id, SERVER, command)
        except Refused as refused:
            log.info("%s not taken: %s", type(command).__name__, refused.code)


def _founded(code: str, room: Room, who: Who, sealed: Sealed, platform: int, chance: Chance) -> tuple[Decision, Json]:
    """Replaces `decide` to create a room from nothing."""
    d = Decision(room, platform, chance)
    return d, hosting.create(d, who, unsealed(d, sealed), code)


def _forked(
    point: ForkPoint, code: str, room: Room, who: Who, message: Any, platform: int, chance: Chance
) -> tuple[Decision, Json]:
    """The same, from a moment of a finished match."""
    d = Decision(room, platform, chance)
    return d, forking.fork(d, who, message, point, code)


def _settle(future: asyncio.Future[Json], answer: Json, error: Exception | None) -> None:
    if future.done():
        return  # given up
    if error is None:
        future.set_result(answer)
    else:
        future.set_exception(error)
