"""Bots act: their planned or pondered actions go the same way as every action."""

from __future__ import annotations

from games.api import BotSeat, Json, Refused

from . import bots, match
from .decision import Decision
from .document import PLAYING, PlanDoc
from .game_codec import decode_action, read_action
from .server_commands import Pondered


def carry_out(d: Decision, intention: PlanDoc) -> None:
    """A bot carries out its plan. If the game refuses, the plan is dropped; the bot is asked again at the next step."""
    bots.drop(d, intention.seat)
    try:
        match.step_game(d, BotSeat(intention.seat), decode_action(d.game, intention.action))
    except Refused:
        return


def pondered(d: Decision, message: Pondered) -> Json:
    """A pondered action is ready: it only counts for the position it was made for."""
    intention = next((p for p in d.room.hot.plans if p.seat == message.seat and p.ponder), None)
    if intention is None or d.room.hot.step != message.step or d.room.cold.phase != PLAYING:
        return {}
    bots.drop(d, message.seat)
    try:
        match.step_game(d, BotSeat(message.seat), read_action(d.game, message.action))
    except Refused:
        return {}
    return {}
