"""Bots at the table: when they are asked, and what they plan. `bot_actions.py` carries it out.

A bot sees what its seat sees. It is asked after every step of the game, and acts when its plan is due.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from games.api import Plan, Seat, Told
from games.chance import Chance
from games.views import Event

from .decision import Decision
from .document import PLAYING, PlanDoc, SeatDoc
from .game_codec import encode_action
from .game_options import auto_level
from .room import Room

MEMORY_LIMIT: Final = 1024
_CHANCE_OFFSET: Final = 1 << 40  # a stream of chance separate from the game's steps


def new_seat(level: str, names: Sequence[str]) -> SeatDoc:
    number = 1
    while f"Bot {number}" in names:
        number += 1
    return SeatDoc(name=f"Bot {number}", bot=level)


def seats_of_bots(d: Decision) -> dict[Seat, str]:
    """The seats that bots play now, and their levels."""
    found = {seat: level for seat, level in d.room.seated.bots.items() if level in d.game.bot_levels}
    for seat in d.game.autopilot(d.state):
        if seat not in found and (level := auto_level(d.room)):
            found[seat] = level
    return found


def plan(d: Decision) -> None:
    """Ask every bot for its plan."""
    bot = d.game.bot
    if bot is None:
        return
    if d.room.cold.phase != PLAYING:
        if d.room.hot.plans:
            d.room = d.room.with_hot(plans=())
        return
    playing = seats_of_bots(d)
    before = {p.seat: p for p in d.room.hot.plans}
    if not playing and not before:
        return
    plans = tuple(_asked(d, bot, seat, level, before.get(seat)) for seat, level in playing.items())
    d.room = d.room.with_hot(plans=plans)


def _asked(d: Decision, bot: Callable[..., Plan[Any]], seat: Seat, level: str, before: PlanDoc | None) -> PlanDoc:
    hot = d.room.hot
    memory = before.memory if before else b""
    chance = Chance(hot.secret, _CHANCE_OFFSET + hot.step * 64 + seat)
    made = bot(d.table(), d.own(seat), seat, seen_by(d.told, seat), memory, chance, level)
    action = b"" if made.action is None else encode_action(made.action)
    due = hot.now + made.think_ms
    if before and before.action == action and before.ponder == made.ponder and (action or made.ponder):
        due = min(due, before.due)  # the same plan continues: thinking does not start again
    return PlanDoc(seat, due, action, made.ponder, made.memory[:MEMORY_LIMIT])


def seen_by(told: Sequence[Told], seat: Seat) -> list[Event]:
    """The events as this seat was told them."""
    seen = (t.secret.get(seat, t.public) for t in told)
    return [event for event in seen if event is not None]


def next_plan(room: Room) -> PlanDoc | None:
    """The plan that is due first."""
    meant = [p for p in room.hot.plans if p.action or p.ponder]
    return min(meant, key=lambda p: (p.due, p.seat), default=None)


def drop(d: Decision, seat: Seat) -> None:
    """Its plan is carried out or void; its memory stays."""
    plans = tuple(PlanDoc(p.seat, p.due, b"", False, p.memory) if p.seat == seat else p for p in d.room.hot.plans)
    d.room = d.room.with_hot(plans=plans)
