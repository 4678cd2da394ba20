"""The bottom at the end of a round (shandong.md 12)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from .trumps import Trumps
from .types import CardType


class BottomScore(msgspec.Struct, frozen=True):
    points: int
    multiplier: int
    defender_delta: int


def bottom_score(
    bottom: Iterable[int], last_lead: CardType, winning_play: Iterable[int], defenders_won: bool, trumps: Trumps
) -> BottomScore:
    """What the last trick makes of the buried cards. `last_lead` is the forced unit after a failed throw."""
    raise NotImplementedError
