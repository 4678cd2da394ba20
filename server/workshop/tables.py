"""Tables at which the author sits in every seat: dealt from a seed, or played on from a moment of another table."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.api import Json, Refused, Seat
from games.chance import Chance
from server.doors.gate.tokens import Identity, Tokens
from server.rooms import match
from server.rooms.decision import Decision, Who
from server.rooms.document import LastAnswer, SeatDoc
from server.rooms.forking import ForkPoint
from server.rooms.player_commands import Create, Fork
from server.rooms.registry import Rooms
from server.rooms.room import Room

NOBODY = "0" * 26


class People:
    """The people in the seats: one person per seat number, the same at every table of this workshop."""

    def __init__(self, secret: bytes) -> None:
        self._tokens = Tokens(secret)

    def __getitem__(self, seat: Seat) -> Identity:
        return self._tokens.of_person(hashlib.blake2b(b"workshop seat %d" % seat, digest_size=16).digest())

    def doc(self, seat: Seat) -> SeatDoc:
        return SeatDoc(player=self[seat].player, name=f"Seat {seat}")


@dataclass(frozen=True, slots=True)
class Wanted:
    """The author's choices for a new table."""

    game: str
    players: int
    preset: str | None = None
    options: dict[str, Json] | None = None
    seed: str = ""
    """The same seed deals the same cards; empty: different cards each time."""


async def dealt(rooms: Rooms, people: People, wanted: Wanted) -> str:
    """A new table with a match on it; returns its code. Raises Refused."""

    def begin(room: Room, who: Who, command: object, platform: int, chance: Chance) -> tuple[Decision, Json]:
        d = Decision(room, platform, chance)
        if wanted.players > len(room.cold.seats):
            raise Refused("players.too_many", most=len(room.cold.seats))
        d.room = room.with_cold(seats=tuple(people.doc(seat) for seat in range(wanted.players)))
        match.begin(d, sealed=False)
        return d, {}

    made = await rooms.create(
        people[0].player,
        Create(
            game=wanted.game, name=people.doc(0).name, preset=wanted.preset, options=wanted.options,
            practice=wanted.seed or None,
        ),
    )  # fmt: skip
    await rooms.put(await rooms.find(made["code"]), begin)
    return str(made["code"])


async def played_on(rooms: Rooms, people: People, game: str, point: ForkPoint, ours: Sequence[Seat]) -> str:
    """A new table that plays on from there, with the author in those seats; returns its code."""
    fork = Fork(record=NOBODY, step=0, seat=ours[0], name=people.doc(ours[0]).name)
    made = await rooms.fork(people[ours[0]].player, fork, game, point)
    await rooms.put(await rooms.find(made["code"]), _seated(people, ours))
    return str(made["code"])


def _seated(people: People, ours: Sequence[Seat]) -> Callable[..., tuple[Decision, Json]]:
    def judge(room: Room, who: Who, command: object, platform: int, chance: Chance) -> tuple[Decision, Json]:
        d = Decision(room, platform, chance)
        for seat in ours:
            d.room = d.room.with_seat_doc(seat, people.doc(seat))
        none = len(d.room.cold.seats)
        d.room = d.room.with_hot(plans=(), priv=(0,) * none, acts=(LastAnswer(),) * none)
        match.refresh_plans(d)
        return d, {}

    return judge
