"""Bots act: their planned or pondered actions take the same path as all others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from games.api import BotSeat, Json, Refused

from . import bot_faults, bots, match
from .decision import Decision
from .document import PLAYING, PlanDoc
from .game_codec import decode_action, decode_state, read_action
from .server_commands import Pondered


def carry_out(d: Decision, intention: PlanDoc) -> None:
    """Act on a bot's plan. If it comes too early or too late, drop it: the bot is asked again at the next step."""
    _act(d, intention, lambda: decode_action(d.game, intention.action))


def pondered(d: Decision, message: Pondered) -> Json:
    """A pondered action is ready. It is valid only for the position it was made for."""
    intention = next((p for p in d.room.hot.plans if p.seat == message.seat and p.ponder), None)
    if intention is None or d.room.hot.step != message.step or d.room.cold.phase != PLAYING:
        return {}
    _act(d, intention, lambda: read_action(d.game, message.action))
    return {}


def _act(d: Decision, intention: PlanDoc, read: Callable[[], Any]) -> None:
    """Act once; if that is not a legal action, try others until one is accepted."""
    seat = intention.seat
    bots.drop(d, seat)
    try:
        match.step_game(d, BotSeat(seat), read())
        return
    except (Refused, msgspec.DecodeError) as error:
        if isinstance(error, Refused) and error.code in d.game.timely:
            return
        fault = error
    d.state = decode_state(d.game, d.room.hot.state)
    level = bots.seats_of_bots(d).get(seat, "")
    chance = bots.chance_of(d, seat)
    asked = bot_faults.thought(d, seat, level, [], intention.memory, bots.chance_of(d, seat))
    bot_faults.failed(d, seat, level, fault, asked, "illegal")
    for action in bot_faults.stand_ins(d, seat, level, chance):
        try:
            match.step_game(d, BotSeat(seat), action)
            return
        except Refused:
            continue
