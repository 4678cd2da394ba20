"""The strong bot's judgement of every decision of a round, in levels per round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.api import Case, Judgement
from games.chance import Chance
from games.comparing import judged
from games.shandong.actions import Bury, ChooseThrow, Counter, Declare, Index, Pass, Play, Stick
from games.shandong.rules.cards import CARD_OF, bits_of, cards_in

from ..state import Phase
from .bid_trial import BidTrial, offer_of, offers
from .bidding import bury, play, throw_choice
from .candidates import candidates
from .leading import is_allowed
from .memory import Memory
from .pondered_bury import BuryTrial, best_bury
from .position import Position, position_of
from .search import FEWEST, PLAYS, Trial, best_of, best_play
from .throw_trial import ChoiceTrial, ThrowTrial

LEVELS: Final = 0.1
"""A smaller gain is not worth mentioning."""
GUESSED_LEVELS: Final = 0.2
"""The same for bids and for burying in the dark, where not only cards are guessed but also bids or the trump suit."""
DEALS: Final = 400
"""The most guessed deals for one judgement."""
EFFORT: Final = 3 * PLAYS
"""Nobody is waiting for a move, so it thinks longer than at the table."""
ROUND: Final = 104
"""Cards played in a whole round."""


def review(case: Case, chance: Chance) -> Judgement | None:
    """Judges against what it would have done itself; None if there was nothing to decide."""
    table, action = case.table, case.action
    o = position_of(table, case.own, case.seat, Memory.read(case.memory, table))
    if isinstance(action, (Declare, Counter, Stick, Pass)):
        return _bid(case, o, chance)
    if isinstance(action, Bury) and table.phase is Phase.bottom:
        return _buried(case, o, chance)
    if table.currentTurn != case.seat:
        return None
    if isinstance(action, Play) and table.phase is Phase.playing:
        return _played(case, o, chance)
    if isinstance(action, ChooseThrow) and table.phase is Phase.throw_choice:
        return _chosen(case, o, chance)
    return None


def _bid(case: Case, o: Position, chance: Chance) -> Judgement | None:
    """While cards are dealt, passing means to wait for more of them."""
    table, own, done = case.table, case.own, offer_of(case.action)
    choices = offers(table, own, int(case.seat))
    if done.does not in [offer.does for offer in choices]:
        choices.append(done)
    if len(choices) < 2 or table.phase >= Phase.bottom or (done.cards | done.back) & ~o.hand:
        return None
    trial = BidTrial(table, own, o, chance, choices)
    places = list(range(len(choices)))
    best = best_of(places, trial, EFFORT // ROUND)
    place = next(place for place in places if choices[place].does == done.does)
    return _judged(case, BidTrial(table, own, o, chance, choices), place, best, choices[best].action, GUESSED_LEVELS)


def _buried(case: Case, o: Position, chance: Chance) -> Judgement:
    table, own = case.table, case.own
    best = best_bury(table, own, o, chance)
    trial = BuryTrial(table, own, o, chance)
    return _of_cards(case, trial, best, bury(cards_in(best)), LEVELS if own.knowsTrump else GUESSED_LEVELS)


def _played(case: Case, o: Position, chance: Chance) -> Judgement | None:
    table, own = case.table, case.own
    if not _had_a_choice(o) or not (o.plays or is_allowed(o, _bits(case.action.payload.cards))):
        return None
    best = best_play(table, own, o, chance, EFFORT)
    return _of_cards(case, ThrowTrial(table, own, o, chance), best, play(best))


def _chosen(case: Case, o: Position, chance: Chance) -> Judgement | None:
    table, own, done = case.table, case.own, case.action.payload.index
    first = throw_choice(table, o).payload.index
    others = [place for place in range(len(table.throws[-1].candidates)) if place != first]
    effort = EFFORT // max(FEWEST, sum(table.handCounts))
    best = best_of([first, *others], ChoiceTrial(table, own, o, chance), effort)
    return _judged(case, ChoiceTrial(table, own, o, chance), done, best, ChooseThrow(Index(best)))


def _of_cards(case: Case, trial: Trial, best: int, action: Any, least: float = LEVELS) -> Judgement:
    """Treats the two copies of a card as equal."""
    done = _bits(case.action.payload.cards)
    if _kinds(done) == _kinds(best):
        return Judgement()
    return _judged(case, trial, done, best, action, least)


def _judged(case: Case, trial: Trial, done: int, best: int, action: Any, least: float = LEVELS) -> Judgement:
    if done == best:
        return Judgement()
    return judged(case, action, lambda: trial.gains([done, best], 1)[1][0], least, DEALS)


def _had_a_choice(o: Position) -> bool:
    if len(candidates(o)) > 1:
        return True
    return not o.plays and o.hand.bit_count() > 1


def _bits(cards: Sequence[str]) -> int:
    return bits_of([CARD_OF[text] for text in cards])


def _kinds(cards: int) -> list[int]:
    return [card >> 1 for card in cards_in(cards)]
