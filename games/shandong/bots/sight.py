"""The basis of decisions at first sight: own and unseen cards, suit by suit, and who is out of which suit."""

from __future__ import annotations

from typing import Final

from games.shandong.rules.cards import TRUMP

from .order import TWINS, Order

SINGLE: Final = 0
PAIRS: Final = 1
"""A pair or a tractor."""
THROW: Final = 2
TOP: Final = 3
"""A flash or a rain: a seat that cannot match it gives its highest cards."""


class Sight:
    """Cards are places (`order.py`), one number a suit. `pool` has the own cards and all that others may hold."""

    def __init__(self, order: Order, seat: int, own: list[int], pool: list[int], voids: list[int]) -> None:
        self.order: Final = order
        self.seat: Final = seat
        self.own: Final = own
        self.pool: Final = pool
        self.voids: Final = voids
        """For every seat the suits that it is known to be out of, as bits."""

    def rest(self, suit: int) -> int:
        """The cards of a suit that others may hold."""
        return self.pool[suit] & ~self.own[suit]

    def out(self, seat: int, suit: int) -> bool:
        return bool(self.voids[seat & 3] >> suit & 1)

    def ruffs(self, seat: int, suit: int) -> bool:
        """Is this seat known to be out of a plain suit, but not of trumps?"""
        known = self.voids[seat & 3]
        return suit != TRUMP and bool(known >> suit & 1) and not known >> TRUMP & 1 and bool(self.rest(TRUMP))

    def opponents_ruff(self, suit: int) -> bool:
        return self.ruffs(self.seat + 1, suit) or self.ruffs(self.seat + 3, suit)


def twins(cards: int) -> int:
    """The first copies of the pairs."""
    return cards & cards >> 1 & TWINS


def highest(cards: int, count: int) -> int:
    """The `count` highest of these cards."""
    chosen = 0
    for _ in range(count):
        top = 1 << cards.bit_length() - 1
        chosen |= top
        cards &= ~top
    return chosen


class Trick:
    """An open trick to which a single card or a pair was led."""

    def __init__(self, suit: int, lead: int, points: int) -> None:
        self.suit: Final = suit
        self.lead: Final = lead
        """Its place; the first copy of a pair."""
        self.best = lead
        """The place of the winning card: a trump if the trick has been ruffed."""
        self.ruffed = False
        self.points = points
        self.played = 1
        """The number of seats that have played."""


def play_of(cards: int, form: int, suit: int) -> int:
    """A lead as one number: cards, form, suit."""
    return cards << 6 | form << 3 | suit
