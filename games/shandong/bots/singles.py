"""Tricks of single cards, which are most of them: the same as elsewhere, with less ado."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.shandong.rules.cards import TRUMP, each_card, points_in
from games.shandong.rules.tricks import winning_single
from games.shandong.rules.trumps import Trumps

from .position import Position, cheapness, generosity

LOW = 8
"""A plain single below this rank is a low card."""
MANY_POINTS = 10


@lru_cache(maxsize=8192)
def above(value: int, suit: int, trumps: Trumps) -> int:
    """The cards of a suit that are worth more."""
    return sum(1 << card for card in each_card(trumps.masks[suit]) if trumps.values[card] > value)


def follow_single(o: Position) -> int:
    """What `strong_follow` does, for a single card."""
    trumps = o.trumps
    suit = trumps.effective[o.plays[0].bit_length() - 1]
    place, (ruffed, value) = winning_single(o.plays, trumps)
    ours = (o.leader + place) % 2 == o.seat % 2
    pool = o.of_suit(suit)
    waits = len(o.plays) < 3  # the only opponent who can still play is the next seat
    ruffs = waits and o.may_be_ruffed(suit, ((o.seat + 1) % 4,))

    def certain(value: int, ruffed: int) -> bool:
        if not waits:
            return True
        return not (ruffs and not ruffed) and not o.unseen & above(value, TRUMP if ruffed else suit, trumps)

    if ours and certain(value, ruffed):
        return _cheapest(pool or o.hand, generosity(trumps))
    points = o.points()
    winning = _winning(o, suit, pool, ruffed, value)
    chosen = 0
    if ours:
        if pool and points:
            chosen = next((card for card in winning if certain(trumps.values[card.bit_length() - 1], 0)), 0)
    elif not pool:
        lead = o.plays[0].bit_length() - 1
        if winning and (suit == TRUMP or trumps.values[lead] >= LOW or points >= MANY_POINTS):
            chosen = winning[0] if waits else next((card for card in winning if points_in(card)), winning[0])
    elif winning:
        sure = [card for card in winning if certain(trumps.values[card.bit_length() - 1], 0)]
        chosen = max(sure, key=points_in) if sure else next((card for card in winning if not points_in(card)), 0)
    return chosen or _cheapest(pool or o.hand, cheapness(o.hand, trumps))


def _winning(o: Position, suit: int, pool: int, ruffed: int, best: int) -> list[int]:
    """The cards that would win, the lowest first."""
    if pool:
        cards = 0 if ruffed else pool & above(best, suit, o.trumps)
    else:
        cards = o.of_suit(TRUMP) & (above(best, TRUMP, o.trumps) if ruffed else -1) if suit != TRUMP else 0
    return [1 << card for card in sorted(each_card(cards), key=o.trumps.values.__getitem__)]


def _cheapest(cards: int, price: Sequence[int]) -> int:
    return 1 << min(each_card(cards), key=price.__getitem__)
