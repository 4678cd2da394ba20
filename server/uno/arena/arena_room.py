"""A desk: one arena room on this worker. It hears the room's commits, and sends events to the room's sockets.

Events are sent under the desk's lock, in the order of commits. A REST answer is written under the same lock, before the
events that its call has caused (arena.md 6.2, 7).
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from games.api import Refused
from server.doors.face import OVER, PLAYING, ROOM_EVENTS, Entry, Room, RoomView, Unavailable, Watch, schema_of

from .actions import actions
from .arena_socket import ArenaSocket
from .identity import player_of
from .moments import Moment, RoomMoment, moment_of, scene_of
from .payloads import Payloads, ScoreLine
from .seating import line_of

if TYPE_CHECKING:
    from .arena_rooms import ArenaRooms

Json = Any
log = logging.getLogger("paiju.arena")

WINDOW_PATIENCE: Final = 2.0  # seconds after the gap in which a `turn` still waits for the end of a catchout's time
GONE: Final = "room.unknown"
CLOSE_AFTER: Final = 2.0  # seconds from gameEnd until the sockets are closed


@dataclass(slots=True)
class Pending:
    """A `turn` that is due later. With `public`, it also goes to everybody else."""

    due: float
    public: bool


class ArenaRoom:
    """Listens to a room and sends its sockets the arena's events."""

    def __init__(self, room_id: str, desks: ArenaRooms) -> None:
        self.id = room_id
        self.desks = desks
        self.lock = asyncio.Lock()
        self.sockets: dict[str, ArenaSocket] = {}
        self.line = ScoreLine()
        self.used = asyncio.get_running_loop().time()
        self.alone_since: float | None = None
        self.watch: Watch | None = None
        self._doc: Room | None = None
        self._scene: RoomMoment | None = None
        self._early: list[Entry] = []
        self._moments: deque[Moment] = deque()
        self._ears: list[list[Moment]] = []
        self._stale = False
        self._news = asyncio.Event()
        self._look_at: float | None = None
        self._pending: Pending | None = None
        self._key: tuple[int, int, str, int] | None = None
        self._decision = 0
        self._again: Json = None
        self._countdown: int | None = None
        self._window = False
        self._began: set[int] = set()
        self._task: asyncio.Task[None] | None = None

    # --- opening and closing ---

    async def open(self) -> None:
        """Start following the room's commits. Raises Refused(room.unknown)."""
        self.watch = self.desks.rooms.watch(self.id, self)
        await self.watch.started()
        await self._look()
        self._task = asyncio.get_running_loop().create_task(self._run(), name=f"arena room {self.id}")

    async def close(self) -> None:
        if self.watch is not None:
            self.watch.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _look(self) -> None:
        """Load the stored room, and apply newer commits that have arrived meanwhile."""
        room, seen, version = await self.desks.rooms.seen(self.id)
        self._reader = schema_of(room.game, RoomView, ROOM_EVENTS).reader
        self._scene = scene_of(room, seen, version, self._reader)
        self._stale = False
        self._moments.clear()
        self._take(room)
        self._again, self._countdown = self.notes.get("again"), self.notes.get("countdown")
        if self._key is None or self._key != self._scene.decision:  # otherwise its `turn` has already been sent
            self._key, self._decision = self._scene.decision, version
        early, self._early = self._early, []
        self.entries(early)

    def _take(self, room: Room) -> None:
        self._doc = room
        self._began |= set(self.notes.get("began", ()))
        self.line = line_of(room, self.line, self.desks.identities)
        for socket in self.sockets.values():  # when a match starts, people move up to fill empty seats
            socket.seat = room.seat_of(player_of(socket.token)) if socket.token else None

    # --- the state ---

    @property
    def doc(self) -> Room:
        assert self._doc is not None
        return self._doc

    @property
    def scene(self) -> RoomMoment:
        assert self._scene is not None
        return self._scene

    @property
    def notes(self) -> dict[str, Json]:
        return self.doc.cold.notes

    @property
    def phase(self) -> int:
        return self.doc.cold.phase

    @property
    def sandbox(self) -> bool:
        return bool(self.notes["mode"] == "sandbox")

    @property
    def turn_id(self) -> int:
        return self._decision

    def on_turn(self, seat: int) -> bool:
        decision = self.scene.decision
        return decision is not None and decision[3] == seat

    def showing(self, seat: int | None, token: str) -> Payloads:
        return Payloads(self.desks.shown_id(self.id), self.notes, self.line, seat, token)

    async def learn(self) -> None:
        """Load the room's document: its seats and notes are not in frames."""
        self._take(await self.desks.rooms.room(self.id))

    def seconds_left(self) -> int | None:
        deadline = self.scene.table["deadline"] if self.scene.table else None
        if deadline is None:
            return None
        left: float = (self.doc.cold.base + deadline - self.desks.rooms.store.now()) / 1000
        return max(0, min(round(left), int(self.desks.settings.turn_seconds)))

    # --- the feed ---

    @contextmanager
    def listening(self) -> Iterator[list[Moment]]:
        """Collect the moments from now on."""
        told: list[Moment] = []
        self._ears.append(told)
        try:
            yield told
        finally:
            self._ears.remove(told)

    def entries(self, entries: Sequence[Entry]) -> None:
        """Called by the feed: apply the commits now; the desk's task sends their events."""
        for entry in entries:
            if self._scene is None:
                self._early.append(entry)
            elif entry.version > self._scene.version:
                moment = moment_of(self._scene, entry, self._reader, asyncio.get_running_loop().time())
                self._scene = moment.after
                self._moments.append(moment)
                for told in self._ears:
                    told.append(moment)
        self.desks.applied(self)
        self._news.set()

    def reset(self) -> None:
        self._stale = True
        self._news.set()

    # --- the room's own task ---

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            times = [t for t in (self._pending_time(), self._look_at) if t is not None]
            try:
                async with asyncio.timeout_at(min(times) if times else None):
                    await self._news.wait()
            except TimeoutError:
                pass
            try:
                async with self.lock:
                    await self.drain()
                    if self._pending is not None and loop.time() >= (self._pending_time() or 0):
                        await self._announce()
                self._look_at = await self.desks.look_after(self)
            except (Refused, Unavailable) as error:
                if isinstance(error, Refused) and error.code == GONE:
                    self.desks.let_go(self)
                    return
                log.info("arena room %s: %s", self.id, error)
                self._look_at = loop.time() + 1
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("arena room %s", self.id)
                self._stale = True  # so the player on turn gets one more `turn`
                self._look_at = loop.time() + 1

    def _pending_time(self) -> float | None:
        if self._pending is None:
            return None
        return self._pending.due + (WINDOW_PATIENCE if self._window else 0)

    async def drain(self) -> None:
        """Send the events of all commits so far. The caller holds the lock."""
        self._news.clear()
        if self._stale:
            await self._look()
            self._pending = Pending(asyncio.get_running_loop().time(), public=True)
        while self._moments:
            await self._tell(self._moments.popleft())

    # --- telling ---

    async def _tell(self, moment: Moment) -> None:
        if moment.people:
            await self._learn_people()
        kinds = {event["type"] for event in moment.events}
        if self._pending is not None and moment.after.decision != self._key:
            await self._announce(moment.before)  # only to the others: the player acted before the `turn` was sent
        if "match_started" in kinds:
            for socket in self._present():
                await self._game_start(socket, moment.after)
            await self._keep_began()
        await self._tell_actions(moment)
        for event in moment.events:
            if event["type"] == "round_ended":
                number = moment.before.table["roundNumber"]
                for socket in self._present():
                    await self._send(socket, "roundEnd", self._for(socket).round_end(event, number, moment.after))
        self._follow_window(moment)
        if "room_match_ended" in kinds:
            await self._game_end(moment)
            return
        self._follow_decision(moment, at_once="round_started" in kinds)

    async def _tell_actions(self, moment: Moment) -> None:
        challenge = int(self.desks.settings.challenge_seconds)
        for action in actions(moment, lambda seat: self.line.bots[seat], challenge):
            for socket in self._present():
                showing = self._for(socket)
                state = showing.turn(moment.after, self._decision, self.seconds_left())
                await self._send(socket, "action", action.shown(showing, state))

    def _follow_window(self, moment: Moment) -> None:
        """Note whether a missing call may be caught: meanwhile, the next `turn` waits (arena.md 4.5)."""
        for event in moment.events:
            kind = event["type"]
            if kind == "card_played":
                called = any(e["type"] == "uno_called" and e["playerId"] == event["playerId"] for e in moment.events)
                self._window = event["cardCount"] == 1 and not called
            elif kind in ("uno_caught", "round_ended") or event.get("reason") in ("uno_bypass", "turn", "timeout"):
                self._window = False

    def _follow_decision(self, moment: Moment, *, at_once: bool) -> None:
        key = moment.after.decision
        fined = key is not None and any(
            e["type"] == "cards_drawn" and e["reason"] == "illegal_action" and e["playerId"] == key[3]
            for e in moment.events
        )
        if key == self._key and not fined:
            return
        fresh = key is not None and (self._key is None or key[:2] != self._key[:2])
        self._key, self._decision = key, moment.after.version
        if key is None:
            self._pending = None
        else:
            gap = self.desks.settings.gap_ms / 1000 if fresh and not at_once else 0
            self._pending = Pending(moment.at + gap, public=fresh)

    async def _learn_people(self) -> None:
        await self.learn()
        again, countdown = self.notes.get("again"), self.notes.get("countdown")
        if again != self._again:
            self._again = again
            if self._key is not None and self._pending is None and again and again[0] == self._key[3]:
                self._decision = self.scene.version
                self._pending = Pending(0.0, public=False)
        if countdown != self._countdown:
            self._countdown = countdown
            for socket in self._present():
                if countdown is not None:
                    await self._send(socket, "countdownStart", self.countdown())
                elif self.phase != PLAYING:
                    await self._send(socket, "countdownCancel", {"reason": "Not enough players"})

    def countdown(self) -> dict[str, Json]:
        return {"seconds": self.countdown_left(), "message": "Game starting in"}

    def countdown_left(self) -> int | None:
        if self._countdown is None or self.phase == PLAYING:
            return None
        return max(0, round((self._countdown - self.desks.rooms.store.now()) / 1000))

    async def _announce(self, superseded: RoomMoment | None = None) -> None:
        """Send the pending `turn`: the private one to the player on turn, once per decision and socket."""
        pending, self._pending = self._pending, None
        if pending is None or self._key is None:
            return
        scene, left = superseded or self.scene, self.seconds_left()
        for socket in self._present():
            if socket.seat == self._key[3]:
                if superseded is None:
                    await self._private_turn(socket, left)
            elif pending.public:
                await self._send(socket, "turn", self._for(socket).turn(scene, self._decision, left))

    async def _private_turn(self, socket: ArenaSocket, left: int | None) -> None:
        if socket.decision != self._decision and self.scene.decision == self._key:
            socket.decision = self._decision
            await self._send(socket, "turn", self._for(socket).private_turn(self.scene, self._decision, left))

    async def _game_start(self, socket: ArenaSocket, scene: RoomMoment) -> None:
        if socket.seat is not None:
            self._began.add(socket.seat)
        payload = self._for(socket).game_start(scene, self.desks.settings.target_score)
        await self._send(socket, "gameStart", payload)

    async def _keep_began(self) -> None:
        """Note the seats that have had `gameStart`, so that no worker sends it to them again."""
        while (known := self.notes.get("began")) != (now := sorted(self._began) or None):
            if await self.desks.note(self, {"began": now}, {"began": known}):
                return
            await self.learn()

    async def _game_end(self, moment: Moment) -> None:
        ended = next((e for e in moment.events if e["type"] == "match_ended"), None)
        abandoned = ended is None or ended["reason"] == "abandoned"
        self._pending, self._key = None, None
        for socket in self._present():
            await self._send(socket, "gameEnd", self._for(socket).game_end(moment.after, abandoned))
        self.desks.spawn(self._close(list(self.sockets)))

    async def _close(self, sids: list[str]) -> None:
        """Close the sockets after `gameEnd`: clients' main loops wait for this (arena.md 6.4)."""
        await asyncio.sleep(CLOSE_AFTER)
        await asyncio.gather(*(self.desks.disconnect(sid) for sid in sids))

    def _for(self, socket: ArenaSocket) -> Payloads:
        return self.showing(socket.seat, socket.token)

    def _present(self) -> list[ArenaSocket]:
        """A copy of the current sockets, because some may leave while we send."""
        return list(self.sockets.values())

    async def _send(self, socket: ArenaSocket, event: str, payload: Json) -> None:
        await self.desks.emit(event, payload, socket.sid)

    # --- sockets ---

    async def admit(self, socket: ArenaSocket) -> None:
        """Register the socket and send it the current state. The caller holds the lock, so no `turn` comes twice."""
        self.sockets[socket.sid] = socket
        if self.scene.playing and self.scene.table is not None:
            if socket.seat is None or socket.seat not in self._began:
                await self._game_start(socket, self.scene)
                await self._keep_began()
            if self._pending is not None and self._pending.public:
                return  # this socket gets the pending `turn` with everybody else
            if self._key is not None and socket.seat == self._key[3]:
                await self._private_turn(socket, self.seconds_left())
            elif self._key is not None:
                await self._send(
                    socket, "turn", self._for(socket).turn(self.scene, self._decision, self.seconds_left())
                )
        elif self.countdown_left() is not None:
            await self._send(socket, "countdownStart", self.countdown())
        elif self.phase == OVER and self.scene.table is not None:  # the match has ended while they were away
            abandoned = self.scene.table["reason"] in (None, "abandoned")
            await self._send(socket, "gameEnd", self._for(socket).game_end(self.scene, abandoned))
            self.desks.spawn(self._close([socket.sid]))
