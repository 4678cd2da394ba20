"""A practice room that plays on from a moment of a finished match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.api import Json, Seat, SeatBack, Step

from . import bots, match, player_commands
from .decision import Decision, Who
from .document import PLAYING, Cold, Hot, LastAnswer, LessonDoc, SeatDoc
from .game_codec import decode_state
from .room import Room
from .room_view import MatchBegan


@dataclass(frozen=True, slots=True)
class ForkPoint:
    """The moment from which a match is played on."""

    preset: str
    options: dict[str, Any]
    levels: tuple[str, ...]
    """The levels of the bots, for all seats except the asker's."""
    stored: bytes
    """The state."""
    step: int
    """The room's count of steps, including the deal."""
    now: int
    """The game clock."""
    secret: bytes
    """Gives the same random numbers from there on; empty: different ones."""
    told: str
    """The room's origin, shown to everybody: the record's id and the step, and `redealt` if cards were dealt again."""


def fork(d: Decision, who: Who, message: player_commands.Fork, point: ForkPoint, code: str) -> Json:
    return play_on(d, who, (message.seat, message.name), point, code)


def play_on(
    d: Decision, who: Who, asker: tuple[Seat, str], point: ForkPoint, code: str, lesson: LessonDoc | None = None
) -> Json:
    """Fill the empty room: the asker sits in the seat they have chosen, as host, and bots in all others."""
    game, (me, name) = d.game, asker
    seats: list[SeatDoc] = []
    for seat, level in enumerate(point.levels):
        others = [name, *(doc.name for doc in seats)]
        one = SeatDoc(player=who.player, name=name) if seat == me else bots.new_seat(level, others)
        seats.append(one)
    none = len(seats)
    secret = point.secret or d.chance.secret()
    cold = Cold(
        code=code, game=game.id, version=game.version, preset=point.preset, options=point.options, host=who.player,
        seats=tuple(seats), phase=PLAYING, base=d.platform - point.now, matches=1, created=d.platform,
        practice=d.chance.secret().hex()[:16], fork=point.told,
        lesson=lesson, locked=lesson is not None, spectators=lesson is None, chat=lesson is None,
    )  # fmt: skip
    hot = Hot(priv=(0,) * none, acts=(LastAnswer(),) * none, secret=secret, step=point.step - 1)
    d.room = Room(d.room.id, game, cold, hot)
    state = decode_state(game, point.stored)
    d.took(Step(state), point.stored, point.now)
    d.touched = None
    d.tell(MatchBegan(1))
    match.refresh_plans(d)
    if me in game.autopilot(state):
        match.host_step(d, SeatBack(me))
    return {"code": code}
