"""Hands in display order (shandong.md 4)."""

from __future__ import annotations

from collections.abc import Iterable

from .trumps import Trumps


def sort_hand(cards: Iterable[int], trumps: Trumps) -> list[int]:
    """Trumps first, descending; then the plain suits, cyclically from the trump suit, descending."""
    raise NotImplementedError
