"""Bots at the table: when they are asked, and what they plan. `bot_actions.py` carries it out.

A bot sees what its seat sees. It is asked after every step of the game, and acts when its plan is due.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from games.api import Plan, Seat, Told
from games.chance import Chance
from games.views import Event

from . import bot_faults, lesson_moves
from .decision import Decision
from .document import PLAYING, PlanDoc, SeatDoc
from .game_codec import encode_action
from .game_options import auto_level, known_level
from .room import Room

MEMORY_LIMIT: Final = 1024
STAND_IN_MS: Final = 1_500
SILENCE_MS: Final = 5_000
"""After this, if no clock is running, a move is found for a bot that must act but plans none."""
LISTENING_MS: Final = 2_000
TELLING_MS: Final = 600
"""At a table that is being read out, bots wait for the speech: LISTENING_MS, and TELLING_MS more for each event."""
MOST_LISTENING_MS: Final = 8_000
_CHANCE_OFFSET: Final = 1 << 40  # a stream of chance apart from that of the game's steps


def new_seat(level: str, names: Sequence[str]) -> SeatDoc:
    number = 1
    while f"Bot {number}" in names:
        number += 1
    return SeatDoc(name=f"Bot {number}", bot=level)


def seats_of_bots(d: Decision) -> dict[Seat, str]:
    """The seats that bots play now, and their levels."""
    found = {seat: known_level(d.room, name) for seat, name in d.room.seated.bots.items()}
    found = {seat: level for seat, level in found.items() if level in d.game.bot_levels}
    for seat in d.game.autopilot(d.state):
        if seat not in found and (name := auto_level(d.room)):
            found[seat] = known_level(d.room, name)
    return found


def plan(d: Decision) -> None:
    """Ask every bot for its plan."""
    if d.room.cold.lesson is not None:
        d.room = d.room.with_hot(plans=lesson_moves.plans(d, _least_ms(d)))
        return
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
    heard = seen_by(d.told, seat)
    if bot_faults.rests(d.game, level):
        return _stood_in(d, seat, level, memory, STAND_IN_MS)
    try:
        made = bot(d.table(), d.own(seat), seat, heard, memory, chance_of(d, seat), level)
        action = b"" if made.action is None else encode_action(msgspec.convert(made.action, d.game.Action))
        due = max(hot.now + _least_ms(d), min(int(made.due(hot.now)), hot.now + bot_faults.MOST_THINK_MS))
        memory, ponder = bytes(made.memory[:MEMORY_LIMIT]), bool(made.ponder)
    except Exception as error:
        bot_faults.failed(d, seat, level, error, bot_faults.thought(d, seat, level, heard, memory, chance_of(d, seat)))
        return _stood_in(d, seat, level, memory, STAND_IN_MS)
    if not action and not ponder and hot.wake is None and seat in d.game.to_act(d.state):
        if not before or not before.action:
            asked = bot_faults.thought(d, seat, level, heard, memory, chance_of(d, seat))
            bot_faults.failed(d, seat, level, None, asked, "silent")
        return _stood_in(d, seat, level, memory, SILENCE_MS)
    if before and before.action == action and before.ponder == ponder and (action or ponder):
        due = min(due, before.due)  # its intention is unchanged, so it does not start thinking again
    return PlanDoc(seat, due, action, ponder, memory)


def _least_ms(d: Decision) -> int:
    """The time that speech needs; never so long that a bot runs out of time."""
    if not d.room.seated.listening:
        return 0
    wake, now = d.room.hot.wake, d.room.hot.now
    least = min(LISTENING_MS + TELLING_MS * len(d.told), MOST_LISTENING_MS)
    return least if wake is None else max(0, min(least, (wake - now) // 2))


def _stood_in(d: Decision, seat: Seat, level: str, memory: bytes, wait_ms: int) -> PlanDoc:
    """The plan in place of a bot that has failed; without an action if none is needed."""
    action = next(bot_faults.stand_ins(d, seat, level, chance_of(d, seat)), None)
    return PlanDoc(seat, d.room.hot.now + wait_ms, b"" if action is None else encode_action(action), False, memory)


def chance_of(d: Decision, seat: Seat) -> Chance:
    """The stream of chance of this seat's bot at this step, from its beginning."""
    return Chance(d.room.hot.secret, _CHANCE_OFFSET + d.room.hot.step * 64 + seat)


def seen_by(told: Sequence[Told], seat: Seat) -> list[Event]:
    """The events as this seat was told them."""
    seen = (t.secret.get(seat, t.public) for t in told)
    return [event for event in seen if event is not None]


def next_plan(room: Room) -> PlanDoc | None:
    """The plan that is due first."""
    meant = [p for p in room.hot.plans if p.action or p.ponder]
    return min(meant, key=lambda p: (p.due, p.seat), default=None)


def drop(d: Decision, seat: Seat) -> None:
    """Drop the bot's plan, which has been carried out or is void; keep its memory."""
    plans = tuple(PlanDoc(p.seat, p.due, b"", False, p.memory) if p.seat == seat else p for p in d.room.hot.plans)
    d.room = d.room.with_hot(plans=plans)
