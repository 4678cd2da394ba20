"""The strong bot's candidates for burying: the four cards at first sight, and alternatives."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from games.shandong.rules.cards import POINTS, TRUMP, bits_of
from games.shandong.rules.keep_values import BURIED, keep_values
from games.shandong.rules.trumps import Trumps

POINTS_KEPT: Final = 15
LONG: Final = 6
"""A suit as long as this is not worth emptying."""
SHORT: Final = 3
"""For each card fewer than LONG, the suit's other cards lose this much value."""
THOUGHT_OF: Final = 8
"""This many of the least valuable cards are considered."""


def least_worth(hand: Sequence[int], trumps: Trumps, short: int = SHORT) -> list[int]:
    """The hand, the least valuable cards first: points are not risked in the bottom, and short suits can be emptied."""
    worth = keep_values(hand, trumps)
    lengths = [0] * 5
    for card in hand:
        lengths[trumps.effective[card]] += 1
    for card in hand:
        suit = trumps.effective[card]
        worth[card] += POINTS_KEPT if POINTS[card] else 0
        worth[card] -= 0 if suit == TRUMP else short * max(0, LONG - lengths[suit])
    return sorted(hand, key=lambda c: (worth[c], c))


def buries(hand: Sequence[int], trumps: Trumps) -> list[int]:
    """Bit sets of four, the one at first sight first; every short suit may be emptied."""
    ranked = least_worth(hand, trumps)
    found = [bits_of(ranked[:BURIED])]
    found += [bits_of(cards) for cards in combinations(ranked[:THOUGHT_OF], BURIED)]
    for suit in range(4):
        cards = [card for card in ranked if trumps.effective[card] == suit]
        if 0 < len(cards) <= BURIED:
            others = [card for card in ranked if card not in cards]
            found.append(bits_of(cards + others[: BURIED - len(cards)]))
    return list(dict.fromkeys(found))
