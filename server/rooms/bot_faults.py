"""Deals with bots that fail: reports them, finds moves in their place, and rests some of them for a while."""

from __future__ import annotations

import base64
import logging
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from games.api import AnyGame, BotSeat, Seat
from games.chance import Chance
from games.views import Event

from .decision import Decision
from .guard import TooLong, guard

log = logging.getLogger("paiju.rooms")
REST_S: Final = 60.0
"""How long a level is left alone after it has blocked the loop for its whole time limit."""
MOST_THINK_MS: Final = 60_000
_SEEDS: Final = 8
"""Blocks of the bot's random numbers that are kept with a thought: far more than a bot draws."""
_pack = msgspec.msgpack.Encoder().encode

counted: Final[Counter[tuple[str, str]]] = Counter()
"""Faults by game and kind."""
_resting: dict[tuple[str, str], float] = {}


class Thought(msgspec.Struct, array_like=True):
    """The complete input of a bot, so that it can be asked again."""

    level: str
    seat: int
    table: bytes
    own: bytes
    events: bytes
    memory: bytes
    chance: bytes


def total() -> float:
    """How often bots have failed, for the metrics."""
    return float(counted.total())


def rests(game: AnyGame, level: str) -> bool:
    """Did this level exceed its time limit a short while ago?"""
    return bool(_resting) and time.monotonic() < _resting.get((game.id, level), 0)


def failed(d: Decision, seat: Seat, level: str, error: BaseException | None, asked: Thought, what: str = "") -> None:
    """Count it, and log how to reproduce it. The log reveals only the random numbers that the bot may have drawn."""
    if isinstance(error, TooLong):
        what = "too long"
        _resting[d.game.id, level] = time.monotonic() + REST_S
        guard.begin_again()
    counted[d.game.id, what or "raised"] += 1
    log.error(
        "room %s step %d: the bot of seat %d (%s, %s) failed (%s); to see it again: paiju think %s %s",
        d.room.id,
        d.room.hot.step,
        seat,
        d.game.id,
        level,
        what or "raised",
        d.game.id,
        base64.urlsafe_b64encode(zlib.compress(_pack(asked))).decode(),
        exc_info=error,
    )


def thought(d: Decision, seat: Seat, level: str, events: list[Event], memory: bytes, chance: Chance) -> Thought:
    """The bot's input now. `chance`: its stream, from the beginning."""
    seeds = b"".join(chance.secret() for _ in range(_SEEDS))
    return Thought(level, seat, _pack(d.table()), _pack(d.own(seat)), _pack(events), memory, seeds)


def stand_ins(d: Decision, seat: Seat, level: str, chance: Chance) -> Iterator[Any]:
    """Actions to try in the bot's place: those of other levels, then some legal action if the seat must act."""
    game, table, own = d.game, d.table(), d.own(seat)
    for other in game.bot_levels:
        if other == level or rests(game, other) or game.bot is None:
            continue
        try:
            plan = game.bot(table, own, BotSeat(seat), [], b"", chance, other)
            if plan.action is not None:
                msgspec.convert(msgspec.to_builtins(plan.action), game.Action)
                yield plan.action
        except Exception:
            log.exception("the level %s of %s failed in place of %s", other, game.id, level)
            guard.begin_again()
    if seat not in game.to_act(d.state):
        return
    if game.random_action is not None and (action := game.random_action(d.state, seat, chance)) is not None:
        yield action
    if game.listed is not None:
        yield from game.listed(own)
