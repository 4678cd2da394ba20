"""The strong bot's judgement of decisions on turn. Calls and catches are not judged: the table shows their results."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

from msgspec.structs import replace

from games.api import Case, Judgement
from games.chance import Chance
from games.reviewing import by_bots
from games.uno.actions import Action, ChallengeWd4, ChooseColor, DrawCard, PlayCard, SkipTurn
from games.uno.rules.calls import UNO_CARDS
from games.uno.views.types import Own
from games.uno.words import Did, Phase

from . import strong
from .memory import recall
from .position import Position

_DECIDED: Final = (Phase.turn, Phase.drawn, Phase.pendingDraw, Phase.chooseColor)
_ON_TURN: Final = (PlayCard, DrawCard, SkipTurn, ChallengeWd4, ChooseColor)


def review(case: Case, chance: Chance) -> Judgement | None:
    """Judges a decision against the bot's own; None if there was nothing to decide."""
    table, own, seat = case.table, case.own, int(case.seat)
    if table.currentPlayer != seat or table.phase not in _DECIDED or not isinstance(case.action, _ON_TURN):
        return None
    if not _has_a_choice(own):
        return None
    position = Position(table, own, seat, recall(case.memory, len(table.players)))
    best = strong.decide(table, own, seat, position, strong.weigh(position))
    if best is None:
        return None
    done = _as_called(own, case.action)
    if _what(done) == _what(best):
        return Judgement()
    return by_bots(dataclasses.replace(case, action=done), best, chance)


def _has_a_choice(own: Own) -> bool:
    """Is there a choice between actions on turn, or at least between colours or targets?"""
    on_turn = [a for a in own.legalActions if a.action not in (Did.CALL_UNO, Did.CHALLENGE_UNO)]
    return len(on_turn) > 1 or any(a.needsColor or len(a.targets) > 1 or a.action == Did.CHOOSE_COLOR for a in on_turn)


def _as_called(own: Own, action: Action) -> Action:
    """The play with the call that it needs: many players call with a separate button."""
    if isinstance(action, PlayCard) and len(own.hand) == UNO_CARDS:
        return PlayCard(replace(action.payload, uno=True))
    return action


def _what(action: Action) -> tuple[Any, ...]:
    """The choice in an action, without turn and call."""
    if isinstance(action, PlayCard):
        return PlayCard, action.payload.card_id, action.payload.chosen_color, action.payload.swap_target_id
    return type(action), action.payload.color if isinstance(action, ChooseColor) else None
