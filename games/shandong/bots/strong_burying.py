"""What the strong bot buries (shandong.md 15.3 with two changes of its own)."""

from __future__ import annotations

from collections.abc import Sequence

from games.shandong.rules.cards import POINTS, TRUMP
from games.shandong.rules.keep_values import BURIED, keep_values
from games.shandong.rules.trumps import Trumps

POINTS_KEPT = 15
LONG = 6
"""A suit as long as this is not worth emptying."""


def strong_bury(hand: Sequence[int], trumps: Trumps) -> tuple[int, ...]:
    """Points are not risked in the bottom, and short suits go first so that they can be ruffed."""
    worth = keep_values(hand, trumps)
    lengths = [0] * 5
    for card in hand:
        lengths[trumps.effective[card]] += 1
    for card in hand:
        suit = trumps.effective[card]
        worth[card] += POINTS_KEPT if POINTS[card] else 0
        worth[card] -= 0 if suit == TRUMP else 2 * max(0, LONG - lengths[suit])
    return tuple(sorted(sorted(hand, key=lambda c: (worth[c], c))[:BURIED]))
