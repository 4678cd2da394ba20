"""Leading, and whether a throw stands (shandong.md 8.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from .trumps import Trumps
from .types import CardType, Unit


class ThrowCheck(msgspec.Struct, frozen=True):
    """`ok`, or the units one of which must be led, the default first.

    `forced` is set when there is nothing to choose, else `chooser` is the seat that chooses.
    """

    ok: bool
    candidates: tuple[Unit, ...] = ()
    forced: tuple[int, ...] | None = None
    chooser: int | None = None


def check_lead(cards: Iterable[int], trumps: Trumps, *, big_joker_played: bool = True) -> CardType:
    """The type of a lead; raises Refused with the code of 6.2 or BIG_JOKER_FIRST (option trumpPairNeedsBigJoker)."""
    raise NotImplementedError


def check_throw(lead: CardType, seat: int, hands: Mapping[int, Iterable[int]], trumps: Trumps) -> ThrowCheck:
    """Judge a lead of type mixed (any other type stands) against the other seats' hands (own seat ignored)."""
    raise NotImplementedError
