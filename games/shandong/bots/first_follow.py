"""How a good player follows single cards and pairs at first sight; the strong bot expects it of everybody."""

from __future__ import annotations

from typing import Final

from games.shandong.rules.cards import TRUMP

from .first_discard import cheapest, discard, richest
from .sight import Sight, Trick, highest, twins

LOW: Final = 8
"""A plain single below this rank is a low card."""
MANY_POINTS: Final = 10
FEW_LEFT: Final = 3
"""With fewer unseen cards of a suit, a card that beats the partner may well come."""


def follow_single(v: Sight, trick: Trick, ours: bool) -> list[int]:
    """Follow a single card; `ours`: the partner is winning."""
    given = [0] * 5
    suit, best = trick.suit, trick.best
    pool = v.own[suit]
    overruffs, rest = _threat(v, trick)
    above = v.order.above[TRUMP if trick.ruffed else suit][best]
    if ours and not overruffs:
        danger = 0 if trick.ruffed else rest & above
        generous = not danger or (not danger & (danger - 1) and rest.bit_count() >= FEW_LEFT)
    else:
        generous = ours and trick.ruffed and not v.rest(TRUMP) & above
    if generous:
        if pool:
            given[suit] = richest(v, suit, pool)
        else:
            discard(v, 1, True, given)
    elif pool:
        winning = 0 if trick.ruffed or (ours and not trick.points) else pool & above
        given[suit] = (winning and _win(v, trick, winning, ours, overruffs, rest)) or cheapest(v, suit, pool)
    else:
        ruff = 0 if ours else _ruff(v, trick)
        if ruff:
            given[TRUMP] = ruff
        else:
            discard(v, 1, False, given)
    return given


def _threat(v: Sight, trick: Trick) -> tuple[bool, int]:
    """May the next seat ruff, and what may it hold of the suit? No other opponent can still play."""
    if trick.played == 3:
        return False, 0
    rival = v.seat + 1
    return v.ruffs(rival, trick.suit), 0 if v.out(rival, trick.suit) else v.rest(trick.suit)


def _win(v: Sight, trick: Trick, winning: int, ours: bool, overruffs: bool, rest: int) -> int:
    """The card to win with, if any: with points if nothing can beat it, otherwise without."""
    suit = trick.suit
    counting = v.order.counting[suit]
    sure = _sure(v, suit, winning, overruffs, rest)
    if ours:
        return sure & -sure
    if sure:
        wasted = suit == TRUMP and not trick.points and not sure & counting
        return 0 if wasted else richest(v, suit, sure)
    bare = winning & ~counting
    return bare & -bare


def _sure(v: Sight, suit: int, winning: int, overruffs: bool, rest: int) -> int:
    """The winning cards that nobody after this seat can beat."""
    if overruffs:
        return 0
    return winning & ~v.order.below[suit][rest.bit_length() - 1] if rest else winning


def _ruff(v: Sight, trick: Trick) -> int:
    """The lowest trump that wins, if the trick is worth one; with points if nobody can overruff."""
    trumps = v.own[TRUMP]
    if trick.suit == TRUMP or not trumps:
        return 0
    if trick.points < MANY_POINTS and v.order.values[trick.suit][trick.lead] < LOW:
        return 0
    if trick.ruffed:
        trumps &= v.order.above[TRUMP][trick.best]
    rich = trumps & v.order.counting[TRUMP]
    chosen = rich if rich and trick.played == 3 else trumps
    return chosen & -chosen


def follow_pair(v: Sight, trick: Trick, ours: bool) -> list[int]:
    """Follow a pair; `ours`: the partner is winning."""
    given = [0] * 5
    suit, best = trick.suit, trick.best
    pool = v.own[suit]
    overruffs, rest = _threat(v, trick)
    rest = twins(rest)
    above = v.order.above[TRUMP if trick.ruffed else suit][best]
    beaten = twins(v.rest(TRUMP)) & above if trick.ruffed else rest & above
    generous = ours and (not overruffs or trick.ruffed) and not (beaten and trick.played < 3)
    count = pool.bit_count()
    if count <= 2:
        given[suit] = pool
        pairs = 0 if count or ours or suit == TRUMP else twins(v.own[TRUMP])
        if trick.ruffed:
            pairs &= above
        if pairs:
            given[TRUMP] = 3 * (pairs & -pairs)
        else:
            discard(v, 2 - count, generous, given)
        return given
    pairs = twins(pool)
    if not pairs:
        given[suit] = highest(pool, 2)
        return given
    counting = v.order.counting[suit]
    chosen = 0
    winning = 0 if ours or trick.ruffed else pairs & above
    if winning:
        sure = _sure(v, suit, winning, overruffs, rest)
        bare = winning & ~counting
        chosen = richest(v, suit, sure) if sure else bare & -bare
    if not chosen:
        bare = pairs & ~counting or pairs
        chosen = richest(v, suit, pairs) if generous else bare & -bare
    given[suit] = 3 * chosen
    return given
