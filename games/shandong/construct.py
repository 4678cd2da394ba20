"""A legal follow for any hand and lead (shandong.md 7.5)."""

from __future__ import annotations

from collections.abc import Iterable

from .trumps import Trumps
from .types import CardType


def construct_follow(lead: CardType, hand: Iterable[int], trumps: Trumps) -> tuple[int, ...]:
    """The play that auto-play and `expected` give, in canonical order."""
    raise NotImplementedError
