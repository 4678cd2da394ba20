"""Joining the arena's rooms, and leaving them (arena.md 3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from games.api import Refused
from server.doors.face import LOBBY, OVER, SERVER, Lost, Noted, Room, Who, clean, hashing, player_commands

from .arena_rooms import KIND, ArenaRooms
from .errors import Denied, NotYours
from .identity import Person, new_token, player_of

Json = Any
CLAIM_MS: Final = 24 * 3600_000
_WHO: Final = f"{KIND}.who"


@dataclass(frozen=True, slots=True)
class Wish:
    """A person's request to join, with their choices."""

    person: Person
    sandbox: bool | None
    only_players: bool


class Joining:
    """Seats people, and lets them go."""

    def __init__(self, desks: ArenaRooms) -> None:
        self._desks = desks
        self._rooms = desks.rooms
        self._marks = desks.rooms.store.marks

    async def join(self, room: Room, wish: Wish) -> dict[str, Json]:
        """Take a seat; returns the answer, with the only token that can act for the seat."""
        desk = await self._desks.desk(room.id)
        async with desk.lock:
            room = await self._rooms.room(room.id)
            self._admissible(room, wish)
            await self._claim(room, wish.person)
            try:
                token = await self._seat(room, wish)
            except BaseException:
                await self._marks.release(_WHO, wish.person.who, room.id)
                raise
            await desk.learn()
        notes = desk.notes
        return {
            "success": True,
            "playerId": token,
            "roomId": self._desks.shown_id(room.id),
            "isSandbox": notes["mode"] == "sandbox",
            "name": wish.person.name,
        }

    def _admissible(self, room: Room, wish: Wish) -> None:
        cold = room.cold
        humans = [seat for seat in cold.seats if seat.player]
        if cold.phase != LOBBY:
            raise Denied("Game already started")
        if len(humans) >= self._desks.settings.seats:
            raise Denied("Room is full")
        if humans and wish.sandbox and cold.notes["mode"] != "sandbox":
            raise Denied("Room is competitive")

    async def _claim(self, room: Room, person: Person) -> None:
        """Claim the room for this identity, which may have one seat in rooms that have not ended (arena.md 6.1)."""
        holder = await self._marks.claim(_WHO, person.who, room.id, CLAIM_MS)
        if holder is None:
            return
        try:
            other = await self._rooms.room(holder)
        except Refused:
            other = None
        if other is not None and other.cold.phase != OVER and self._sits(other, person.who):
            raise Denied("Already in another room")
        await self._marks.release(_WHO, person.who, holder)
        if await self._marks.claim(_WHO, person.who, room.id, CLAIM_MS) is not None:
            raise Denied("Already in another room")

    @staticmethod
    def _sits(room: Room, who: str) -> bool:
        notes = room.cold.notes
        return any(s.player and notes.get(f"p:{s.player}", {}).get("who") == who for s in room.cold.seats)

    async def _seat(self, room: Room, wish: Wish) -> str:
        token = new_token()
        player = player_of(token)
        now = self._rooms.store.now()
        person = wish.person
        known = {"name": person.name, "first": person.first, "last": person.last, "who": person.who, "at": now}
        changes: dict[str, Json] = {f"p:{player}": {**known, "only": wish.only_players}}
        first = not any(seat.player for seat in room.cold.seats)
        if first and wish.sandbox is not None:  # the first player seated fixes the room's mode
            changes["mode"] = "sandbox" if wish.sandbox else "arena"
        await self._rooms.ask(room.id, SERVER, Noted(changes))
        enter = player_commands.Enter(
            room=room.cold.code, name=short_name(person.name), sit=True, password=self._desks.identities.door
        )
        try:
            said = await self._rooms.ask(room.id, Who(player), await hashing.sealed(enter, room.id))
        except Refused as refused:
            await self._rooms.ask(room.id, SERVER, Noted({f"p:{player}": None}))
            if refused.code == "room.full":
                raise Denied("Room is full") from None
            if refused.code == "room.no_spectators":
                raise Denied("Game already started") from None
            raise
        # A player counts as connected only with a socket; joining over REST is not enough.
        await self._rooms.ask(room.id, SERVER, Lost(player, said["gen"]))
        return token

    async def find(self, name: str, wish: Wish) -> dict[str, Json] | None:
        """Join the first waiting sandbox where somebody of that name sits; None if there is none."""
        wanted = " ".join(name.split()).casefold()
        for room in await self._desks.listed():
            cold = room.cold
            if cold.phase != LOBBY or cold.notes["mode"] != "sandbox":
                continue
            people = [cold.notes.get(f"p:{seat.player}") for seat in cold.seats if seat.player]
            known = {part.casefold() for p in people if p for part in (p["name"], p["first"], p["last"])}
            if wanted in known and len(people) < self._desks.settings.seats:
                return await self.join(room, wish)
        return None

    async def leave(self, room: Room, token: str) -> None:
        """Leave the room. This may be repeated, but is refused during a competitive match."""
        player = player_of(token)
        note = room.cold.notes.get(f"p:{player}")
        if note is None:
            raise NotYours
        desk = await self._desks.desk(room.id)
        async with desk.lock:
            room = await self._rooms.room(room.id)
            if room.seat_of(player) is not None and room.cold.phase != OVER:
                try:
                    await self._rooms.ask(room.id, Who(player), player_commands.Leave())
                except Refused as refused:
                    if refused.code == "LEAVE_FORBIDDEN":
                        raise Denied("Cannot leave while the game is playing") from None
                    if refused.code != "seat.none":
                        raise
            await self._marks.release(_WHO, note["who"], room.id)
            await desk.learn()


def short_name(name: str) -> str:
    """The name, cut to fit the platform's rooms; the arena itself shows all of it."""
    try:
        return clean(name[: player_commands.NAME_LIMIT], player_commands.NAME_LIMIT)
    except ValueError:
        return "Bot player"
