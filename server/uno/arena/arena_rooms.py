"""The arena's rooms: creates and finds them, and keeps a desk for each one that is open on this worker."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, Literal

from games.api import Refused
from server.doors.face import (
    CHANGED,
    LOBBY,
    OVER,
    PLAYING,
    SERVER,
    Abandoned,
    Begun,
    Lost,
    Noted,
    Room,
    Rooms,
    Tasks,
    Who,
    connection_name,
    hashing,
    player_commands,
)

from .arena_room import ArenaRoom
from .arena_settings import ArenaSettings
from .arena_socket import ArenaSocket
from .countdown import next_step
from .errors import Busy, NoRoom
from .identity import Identities, player_of
from .seating import only_players

Json = Any
log = logging.getLogger("paiju.arena")

KIND: Final = "arena"
HOST: Final = "arena"  # a fictitious player, the host of all arena rooms; no token can hash to this
UNJOINED_MS: Final = 5 * 60_000
READABLE_MS: Final = 10 * 60_000
ALONE_S: Final = 60.0
IDLE_S: Final = 120.0
MOST_ROOMS: Final = 1000
APPLY_S: Final = 3.0


class ArenaRooms:
    """The rooms and desks, as the arena's doors use them."""

    def __init__(
        self, rooms: Rooms, settings: ArenaSettings, identities: Identities, emit: Callable[..., Awaitable[None]],
        disconnect: Callable[[str], Awaitable[None]],
    ) -> None:  # fmt: skip
        self.rooms = rooms
        self.settings = settings
        self.identities = identities
        self._emit = emit
        self._disconnect = disconnect
        self._open: dict[str, asyncio.Task[ArenaRoom]] = {}
        self._applied: dict[str, asyncio.Event] = {}
        self._tasks = Tasks()

    # --- for desks ---

    async def emit(self, event: str, payload: Json, sid: str) -> None:
        await self._emit(event, payload, to=sid)

    async def disconnect(self, sid: str) -> None:
        await self._disconnect(sid)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.start(work, "arena")

    async def note(self, desk: ArenaRoom, changes: dict[str, Json], when: dict[str, Json] | None = None) -> bool:
        """Store notes with the room, if `when` still holds; False if another worker was first."""
        try:
            await self.rooms.ask(desk.id, SERVER, Noted(changes, when or {}))
        except Refused as refused:
            if refused.code != CHANGED:
                raise
            return False
        return True

    @staticmethod
    def shown_id(room_id: str) -> str:
        return str(uuid.UUID(room_id))

    def applied(self, desk: ArenaRoom) -> None:
        """The desk has applied commits: wake the tasks that wait for one."""
        event = self._applied.pop(desk.id, None)
        if event is not None:
            event.set()

    async def until(self, desk: ArenaRoom, found: Callable[[], Json]) -> Json:
        """Wait for a result of `found` other than None, and return it; returns None after a while."""
        try:
            async with asyncio.timeout(APPLY_S):
                while (value := found()) is None:
                    await self._applied.setdefault(desk.id, asyncio.Event()).wait()
                return value
        except TimeoutError:
            return None

    async def catch_up(self, desk: ArenaRoom) -> None:
        """Apply everything up to the newest commit of any worker, so that nobody is judged by an older state than the
        one that they have seen. The caller holds the desk's lock.
        """
        await desk.drain()
        version = (await self.rooms.seen(desk.id))[2]
        await self.until(desk, lambda: desk.scene.version >= version or None)

    # --- rooms ---

    async def create(self, sandbox: bool) -> str:
        """Create an empty room; returns its id as the arena shows it."""
        marks = self.rooms.store.marks
        if await marks.count(KIND) >= MOST_ROOMS and len(await self.listed()) >= MOST_ROOMS:
            raise Busy("There are too many rooms")
        room = uuid.uuid4().hex
        preset, options = self.options(sandbox, only=False)
        message = player_commands.Create(
            game="uno", name=HOST, preset=preset, options=options, private=True, spectators="off", chat=False,
            password=self.identities.door,
        )  # fmt: skip
        await self.rooms.create(HOST, await hashing.sealed(message, room), room)
        await self.rooms.ask(room, Who(HOST), player_commands.Leave())
        now = self.rooms.store.now()
        mode = "sandbox" if sandbox else "arena"
        await self.rooms.ask(room, SERVER, Noted({"mode": mode, "created": now}))
        await marks.enlist(KIND, room, now)
        return self.shown_id(room)

    def options(self, sandbox: bool, *, only: bool) -> tuple[str, dict[str, Json]]:
        """Preset and overrides for a room of that mode."""
        options = self.settings.overrides(only_players=only)
        if sandbox:
            return "arena-sandbox", options
        return "arena-1000", {**options, "turnSeconds": self.settings.turn_limit}

    async def room(self, shown: str) -> Room:
        """The room with that id; raises NoRoom."""
        try:
            room = await self.rooms.room(uuid.UUID(shown).hex)
        except (ValueError, Refused) as error:
            if isinstance(error, Refused) and error.code != "room.unknown":
                raise
            raise NoRoom from None
        if not self.readable(room):
            raise NoRoom
        return room

    def readable(self, room: Room) -> bool:
        """Can people who know its id still read it? (arena.md 3, 6.3)"""
        cold, now = room.cold, self.rooms.store.now()
        if "mode" not in cold.notes:
            return False
        if cold.phase == OVER:
            return now < self.ended_at(room) + READABLE_MS
        if cold.phase == LOBBY and not any(seat.player for seat in cold.seats):
            return bool(now < cold.notes["created"] + UNJOINED_MS)
        return True

    @staticmethod
    def ended_at(room: Room) -> int:
        return max(room.cold.base + room.hot.now, int(room.cold.notes.get("ended", 0)))

    async def listed(self) -> list[Room]:
        """The arena's rooms, oldest first; forgets those that no longer exist."""
        marks = self.rooms.store.marks
        ids = await marks.listed(KIND, MOST_ROOMS)
        found = await asyncio.gather(*(self._found(room) for room in reversed(ids)))
        gone = [room for room, value in zip(reversed(ids), found, strict=True) if value == "gone"]
        await marks.strike(KIND, *gone)
        return [room for room in found if isinstance(room, Room)]

    async def _found(self, room_id: str) -> Room | Literal["gone", "newer"]:
        """The room; "gone" if it no longer exists; "newer" if only a newer program can read it, which may run again."""
        try:
            room = await self.rooms.room(room_id)
        except Refused as refused:
            match refused.code:
                case "room.unknown":
                    return "gone"
                case "worker.leaving":
                    return "newer"
            raise
        return room if self.readable(room) else "gone"

    # --- desks ---

    async def desk(self, room_id: str) -> ArenaRoom:
        """The room's desk on this worker; opened if necessary."""
        opening = self._open.get(room_id)
        if opening is None:
            opening = self._open[room_id] = asyncio.get_running_loop().create_task(self._opened(room_id))
        try:
            desk = await asyncio.shield(opening)
        except BaseException:
            if opening.done() and self._open.get(room_id) is opening:
                del self._open[room_id]
            raise
        desk.used = asyncio.get_running_loop().time()
        return desk

    async def _opened(self, room_id: str) -> ArenaRoom:
        desk = ArenaRoom(room_id, self)
        try:
            await desk.open()
        except BaseException:
            await desk.close()
            raise
        return desk

    async def look_after(self, desk: ArenaRoom) -> float | None:
        """Begin, end or close the room if that is due. Returns when to look again."""
        loop = asyncio.get_running_loop()
        if desk.phase == LOBBY:
            return await self._towards_start(desk)
        if desk.phase == PLAYING:
            await self._hold_seats(desk)
            return await self._until_abandoned(desk)
        if not desk.sockets and loop.time() - desk.used > IDLE_S:
            self.let_go(desk)
            return None
        return loop.time() + IDLE_S

    def let_go(self, desk: ArenaRoom) -> None:
        """Stop following that room."""
        self._open.pop(desk.id, None)
        self.spawn(desk.close())

    async def _towards_start(self, desk: ArenaRoom) -> float | None:
        loop, cold, now = asyncio.get_running_loop(), desk.doc.cold, self.rooms.store.now()
        humans = [seat for seat in cold.seats if seat.player]
        notes = cold.notes
        plan = next_step(
            sandbox=desk.sandbox, only_players=only_players(desk.doc), countdown=notes.get("countdown"), now=now,
            joined=[notes[f"p:{h.player}"]["at"] for h in humans if f"p:{h.player}" in notes],
            heard=any(h.connected for h in humans),
        )  # fmt: skip
        if plan.do == "begin":
            await self.begin(desk)
        elif plan.do == "count":
            until = now + round(self.settings.countdown_seconds * 1000)
            await self.note(desk, {"countdown": until}, {"countdown": None})
            return loop.time() + self.settings.countdown_seconds
        elif plan.do == "cancel":
            await self.note(desk, {"countdown": None}, {"countdown": notes["countdown"]})
        if plan.look_at is not None:
            return loop.time() + max(0, plan.look_at - now) / 1000
        if not desk.sockets and loop.time() - desk.used > IDLE_S:
            self.let_go(desk)
            return None
        return loop.time() + IDLE_S

    async def begin(self, desk: ArenaRoom) -> None:
        """Begin the match with the people who are there, unless another worker is first."""
        room = await self.rooms.room(desk.id)
        preset, options = self.options(desk.sandbox, only=only_players(room))
        try:
            if room.cold.options != options or room.cold.preset != preset:
                await self.rooms.ask(
                    desk.id, Who(room.cold.host), player_commands.ChangeOptions(preset=preset, options=options)
                )
            await self.rooms.ask(desk.id, SERVER, Begun(self.settings.seed.encode()))
            await self.note(desk, {"countdown": None})
        except Refused as refused:
            if refused.code != "match.running":
                raise

    async def _hold_seats(self, desk: ArenaRoom) -> None:
        """Keep the room's connection of each seat that has a socket here. A seat may have several sockets, and stays
        connected while one of them is left.
        """
        for socket in list(desk.sockets.values()):
            seat = socket.seat
            if seat is not None and not desk.doc.cold.seats[seat].connected:
                await self.connect(desk, player_of(socket.token))

    async def _until_abandoned(self, desk: ArenaRoom) -> float:
        """End the match after a minute without a connected person (arena.md 6.3); returns when to look again."""
        loop = asyncio.get_running_loop()
        if any(seat.player and seat.connected for seat in desk.doc.cold.seats):
            desk.alone_since = None
            return loop.time() + IDLE_S
        if desk.alone_since is None:
            desk.alone_since = loop.time()
        if loop.time() < desk.alone_since + ALONE_S:
            return desk.alone_since + ALONE_S
        try:
            await self.rooms.ask(desk.id, SERVER, Abandoned())
            await self.note(desk, {"ended": self.rooms.store.now()})
        except Refused as refused:
            if refused.code != "match.none":
                raise
        return loop.time() + IDLE_S

    # --- connections ---

    async def connect(self, desk: ArenaRoom, player: str) -> None:
        """A socket of that player is here: tell the room that they are connected."""
        enter = player_commands.Enter(room=desk.doc.cold.code)
        said = await self.rooms.ask(desk.id, Who(player), enter)
        await self.rooms.store.presence.hold(connection_name(desk.id, player, said["gen"]))

    async def lost(self, desk: ArenaRoom, socket: ArenaSocket) -> None:
        """A socket is gone; if it was the seat's last one, tell the room."""
        desk.sockets.pop(socket.sid, None)
        desk.used = asyncio.get_running_loop().time()
        if socket.seat is None or any(other.seat == socket.seat for other in desk.sockets.values()):
            return
        await self.away(desk.id, player_of(socket.token))

    async def away(self, room_id: str, player: str) -> None:
        """Tell the room that the player has no connection here, or no longer has one."""
        try:
            room = await self.rooms.room(room_id)
            seat = room.seat_of(player)
            if seat is not None:
                gen = room.cold.seats[seat].gen
                await self.rooms.ask(room_id, SERVER, Lost(player, gen))
                await self.rooms.store.presence.release(connection_name(room_id, player, gen))
        except Refused as refused:
            log.info("a lost connection was not told: %s", refused.code)

    async def close(self) -> None:
        for opening in self._open.values():
            if opening.done() and not opening.cancelled() and opening.exception() is None:
                await opening.result().close()
            else:
                opening.cancel()
        self._open.clear()
        await self._tasks.close()
