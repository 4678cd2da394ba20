"""The bottom at the end of a round (shandong.md 12)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from .cards import TRUMP, points_of
from .placing import FLASH, PAIR, RAIN, SINGLE, Shape
from .trumps import Trumps
from .types import CardType


class BottomScore(msgspec.Struct, frozen=True):
    """The value of the buried cards, and what the defenders get (or lose) for them."""

    points: int
    multiplier: int
    defender_delta: int


def bottom_score(
    bottom: Iterable[int], last_lead: CardType, winning_play: Iterable[int], defenders_won: bool, trumps: Trumps
) -> BottomScore:
    """The score of the buried cards after the last trick. `last_lead` is the forced unit after a failed throw."""
    rules = trumps.rules
    points, times = points_of(bottom), multiplier(last_lead, trumps)
    if rules.bottom_trump_only and any(trumps.effective[c] != TRUMP for c in winning_play):
        times = 0
    if defenders_won:
        return BottomScore(points, times, points * times)
    return BottomScore(points, times, -points * times if rules.dealer_bottom_penalty else 0)


def multiplier(last_lead: CardType, trumps: Trumps) -> int:
    """The multiplier of the bottom after a last trick with this lead."""
    if trumps.rules.bottom_multiplier == "cards":
        return len(last_lead.cards)
    if last_lead.type != "mixed":
        return _of_shape(last_lead.shapes[0])
    if last_lead.shapes[0].form == SINGLE:  # units are in canonical order, so no unit is larger
        return 3
    return max((shape.cards, _of_shape(shape)) for shape in last_lead.shapes)[1]


def _of_shape(shape: Shape) -> int:
    if shape.form == RAIN:
        return 5
    if shape.form in (FLASH, PAIR):
        return 4
    return 2 if shape.form == SINGLE else 2 + 2 * shape.size
