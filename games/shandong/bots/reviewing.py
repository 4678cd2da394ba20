"""The strong bot's judgement of plays and buries, in levels per round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.api import Case, Judgement
from games.chance import Chance
from games.comparing import judged
from games.shandong.actions import Bury, Play
from games.shandong.rules.cards import CARD_OF, bits_of, cards_in

from ..state import Phase
from .bidding import bury, play
from .candidates import candidates
from .leading import is_allowed
from .memory import Memory
from .pondered_bury import BuryTrial, best_bury
from .position import Position, position_of
from .search import PLAYS, Trial, best_play

LEVELS: Final = 0.1
"""A smaller gain is not worth mentioning."""
DEALS: Final = 400
"""The most guessed deals for one judgement."""
EFFORT: Final = 3 * PLAYS
"""Nobody is waiting for a move, so it thinks longer than at the table."""


def review(case: Case, chance: Chance) -> Judgement | None:
    """Judges against its own play or bury; None if there was nothing to decide."""
    table, own, action = case.table, case.own, case.action
    position = position_of(table, own, case.seat, Memory.read(case.memory, table))
    if isinstance(action, Bury) and table.phase is Phase.bottom and own.knowsTrump:
        done = _bits(action.payload.cards)
        best = best_bury(table, own, position, chance)
        trial: Trial = BuryTrial(table, own, position, chance)
        return _judged(case, trial, done, best, bury(cards_in(best)))
    if isinstance(action, Play) and table.phase is Phase.playing and table.currentTurn == case.seat:
        done = _bits(action.payload.cards)
        if not _had_a_choice(position) or not (position.plays or is_allowed(position, done)):
            return None
        best = best_play(table, own, position, chance, EFFORT)
        return _judged(case, Trial(table, own, position, chance), done, best, play(best))
    return None


def _judged(case: Case, trial: Trial, done: int, best: int, action: Any) -> Judgement:
    """Treats the two copies of a card as equal."""
    if _kinds(done) == _kinds(best):
        return Judgement()
    return judged(case, action, lambda: trial.gains([done, best], 1)[1][0], LEVELS, DEALS)


def _had_a_choice(o: Position) -> bool:
    if len(candidates(o)) > 1:
        return True
    return not o.plays and o.hand.bit_count() > 1


def _bits(cards: Sequence[str]) -> int:
    return bits_of([CARD_OF[text] for text in cards])


def _kinds(cards: int) -> list[int]:
    return [card >> 1 for card in cards_in(cards)]
