"""All legal follows of a hand (shandong.md 7.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .trumps import Trumps
from .types import CardType


def count_follows(lead: CardType, hand: Iterable[int], trumps: Trumps) -> int:
    """How many sets of cards are legal."""
    raise NotImplementedError


def legal_follows(lead: CardType, hand: Iterable[int], trumps: Trumps) -> Iterator[tuple[int, ...]]:
    """Every legal set of cards, lazily."""
    raise NotImplementedError
