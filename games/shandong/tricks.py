"""Who wins a trick (shandong.md 8.2 to 8.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .trumps import Trumps
from .types import CardType


def trick_winner(lead: CardType, plays: Sequence[Iterable[int]], trumps: Trumps) -> int:
    """The index of the winning play; `plays[0]` is the lead, a throw is taken as standing; fewer than four are fine."""
    raise NotImplementedError
