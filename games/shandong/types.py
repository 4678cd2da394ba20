"""Which type cards have as a lead (shandong.md 6)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from .placing import Shape
from .trumps import Trumps


class Unit(msgspec.Struct, frozen=True):
    """One piece of the canonical decomposition: `type` single, pair, consecutive_pairs, flash, thunder, straight."""

    type: str
    cards: tuple[int, ...]
    shape: Shape
    value: int


class CardType(msgspec.Struct, frozen=True):
    """What `identify_card_type` found. `type` 'invalid' has a `code`; everything else may be led."""

    type: str
    cards: tuple[int, ...]
    suit: int | None = None  # effective suit 0..4
    units: tuple[Unit, ...] = ()  # of a throw: its canonical decomposition; of other types: itself alone
    pair_count: int | None = None
    length: int | None = None
    pairs: int | None = None
    code: str | None = None

    @property
    def valid(self) -> bool:
        return self.code is None


def identify_card_type(cards: Iterable[int], trumps: Trumps) -> CardType:
    """The type of these cards, by the precedence of 6.2."""
    raise NotImplementedError
