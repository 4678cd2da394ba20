"""Hands in display order (shandong.md 4)."""

from __future__ import annotations

from collections.abc import Iterable

from .cards import TRUMP
from .trumps import Trumps


def sort_hand(cards: Iterable[int], trumps: Trumps) -> list[int]:
    """Trumps first, descending; then the plain suits, cyclically from the trump suit, descending."""
    first = trumps.suit or 0

    def place(card: int) -> tuple[int, int, int]:
        suit = trumps.effective[card]
        return (-1 if suit == TRUMP else (suit - first) % 4, -trumps.values[card], card)

    return sorted(cards, key=place)
