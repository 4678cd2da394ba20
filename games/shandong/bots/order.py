"""The cards of each effective suit in the order of their value, so that a hand is five small numbers.

A bot that simulates rounds needs the highest, the lowest and the pairs of a suit some thousand times for each
decision. In this order they are the ends of a number, and no suit has more than 54 cards: such numbers are machine
words in a release.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from games.shandong.rules.cards import POINTS, SMALL_JOKER, TRUMP
from games.shandong.rules.trumps import Trumps

TWINS: Final = 0x15555555555555
"""The bit of the first copy of every kind."""
SUITS: Final = range(5)


class Order:
    """Places of cards: in suit `s`, bit `p` is the card `cards[s][p]`; the two copies of a kind are neighbours."""

    def __init__(self, trumps: Trumps) -> None:
        self.trumps: Final = trumps
        values, effective = trumps.values, trumps.effective
        self.cards: Final[list[list[int]]] = []
        self.values: Final[list[list[int]]] = []
        """The value of the card at each place."""
        self.points: Final[list[list[int]]] = []
        self.above: Final[list[list[int]]] = []
        """The places of the suit that are worth more than each place."""
        self.below: Final[list[list[int]]] = []
        """The places that are worth less."""
        self.counting: Final[list[int]] = []
        """The places that carry points."""
        self.tens: Final[list[int]] = []
        """The places that carry ten of them."""
        self.links: Final[list[int]] = []
        """The first copies of those pairs that the pair of the next kind continues."""
        self.flashes: Final[list[list[int]]] = []
        """For each rank that may flash, the highest first: the places of its cards, by natural suit."""
        self.place: Final[list[int]] = [0] * 108
        """The place of every card in its suit."""
        for suit in SUITS:
            cards = sorted((c for c in range(108) if effective[c] == suit), key=lambda c: (values[c], c))
            worth = [values[c] for c in cards]
            points = [POINTS[c] for c in cards]
            steps = [trumps.sequence[c >> 1] for c in cards]
            self.cards.append(cards)
            self.values.append(worth)
            self.points.append(points)
            self.above.append([_bits(other > value for other in worth) for value in worth])
            self.below.append([_bits(other < value for other in worth) for value in worth])
            self.counting.append(_bits(p > 0 for p in points))
            self.tens.append(_bits(p == 10 for p in points))
            self.links.append(
                sum(1 << p for p in range(0, len(cards) - 2, 2) if steps[p] and steps[p + 2] == steps[p] + 1)
            )
            for place, card in enumerate(cards):
                self.place[card] = place
        self.jokers: Final = _bits(card >= 2 * SMALL_JOKER for card in self.cards[TRUMP])
        for rank in trumps.eligible:
            kinds = [13 * suit + rank for suit in range(4)]
            self.flashes.append([0b11 << self.place[2 * kind] for kind in kinds])

    def split(self, bits: int) -> list[int]:
        """A bit set of cards as places, suit by suit."""
        found = [0] * 5
        effective, place = self.trumps.effective, self.place
        while bits:
            card = bits.bit_length() - 1
            found[effective[card]] |= 1 << place[card]
            bits ^= 1 << card
        return found

    def joined(self, suit: int, places: int) -> int:
        """The bit set of the cards at these places of a suit."""
        bits = 0
        cards = self.cards[suit]
        while places:
            low = places & -places
            bits |= 1 << cards[low.bit_length() - 1]
            places ^= low
        return bits

    def all_joined(self, places: list[int]) -> int:
        return (
            self.joined(0, places[0])
            | self.joined(1, places[1])
            | self.joined(2, places[2])
            | self.joined(3, places[3])
            | self.joined(TRUMP, places[TRUMP])
        )


def _bits(flags: Iterable[bool]) -> int:
    return sum(1 << place for place, flag in enumerate(flags) if flag)


@lru_cache(maxsize=128)
def order_of(trumps: Trumps) -> Order:
    return Order(trumps)
