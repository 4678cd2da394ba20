"""How much a card is worth keeping when burying (shandong.md 15.3, Bury)."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import EFFECTIVE_SUITS, POINTS, RANK_INDEX, TRUMP, bits_of, is_joker, kind_of, rank_of
from .trumps import Trumps
from .units import units

BURIED = 4
ACE = RANK_INDEX["A"]
KING = RANK_INDEX["K"]


def cheapest_bury(hand: Sequence[int], trumps: Trumps) -> tuple[int, ...]:
    """The four cards least worth keeping; ties go to the first in canonical order."""
    worth = keep_values(hand, trumps)
    return tuple(sorted(sorted(hand, key=lambda c: (worth[c], c))[:BURIED]))


def keep_values(hand: Sequence[int], trumps: Trumps) -> dict[int, int]:
    """The keep-value of every card in the hand."""
    suits: list[list[int]] = [[] for _ in EFFECTIVE_SUITS]
    kinds: dict[int, int] = {}
    for card in hand:
        suits[trumps.effective[card]].append(card)
        kinds[kind_of(card)] = kinds.get(kind_of(card), 0) + 1
    few_trumps = len(suits[TRUMP]) < 10
    top = KING if trumps.level == ACE else ACE
    worth: dict[int, int] = {}
    for suit, cards in enumerate(suits):
        short = suit != TRUMP and len(cards) <= 4 and not any(_is_top(c, top) for c in cards)
        in_unit = {c for unit in units(bits_of(cards), suit, trumps) if len(unit.cards) > 2 for c in unit.cards}
        for card in cards:
            value = 100 if suit == TRUMP else trumps.values[card]
            value += 15 if kinds[kind_of(card)] == 2 else 0
            value += 25 if card in in_unit else 0
            value += 12 if _is_top(card, top) else 0
            value += 40 if few_trumps and POINTS[card] else 0
            value -= 6 if short else 0
            worth[card] = value
    return worth


def _is_top(card: int, top: int) -> bool:
    return rank_of(card) == top and not is_joker(card)
