"""Leading, and whether a throw stands (shandong.md 8.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from games.api import Refused

from .cards import TRUMP, bits_of, counted
from .placing import FLASH, PAIR, RAIN, SINGLE, TRACTOR, best_value
from .trumps import Trumps
from .types import CardType, identify_card_type
from .units import Unit

_CLASSES: Final = (FLASH, RAIN, TRACTOR, PAIR, SINGLE)
"""The order of candidates; it is not the order of units."""


class ThrowCheck(msgspec.Struct, frozen=True):
    """`ok`, or the units one of which must be led, the default first.

    `forced` is set if there is nothing to choose; otherwise `chooser` is the seat that chooses.
    """

    ok: bool
    candidates: tuple[Unit, ...] = ()
    forced: tuple[int, ...] | None = None
    chooser: int | None = None


def check_lead(cards: Iterable[int], trumps: Trumps, *, big_joker_played: bool = True) -> CardType:
    """The type of a lead; raises Refused with the code of 6.2 or BIG_JOKER_FIRST (option trumpPairNeedsBigJoker)."""
    lead = identify_card_type(cards, trumps)
    if lead.code is not None:
        raise Refused(lead.code)
    waits = trumps.rules.trump_pair_needs_big_joker and not big_joker_played
    if waits and lead.type == "pair" and lead.suit == TRUMP:
        raise Refused("BIG_JOKER_FIRST")
    return lead


def check_throw(lead: CardType, seat: int, hands: Mapping[int, Iterable[int]], trumps: Trumps) -> ThrowCheck:
    """Judge a lead of type mixed (any other type stands) against the hands of the others (the leader's is ignored)."""
    if lead.type != "mixed" or lead.suit is None:
        return ThrowCheck(True)
    suit = lead.suit
    pools = [counted(bits_of(cards) & trumps.masks[suit]) for other, cards in hands.items() if other != seat]

    def falls(unit: Unit) -> bool:
        best = (best_value(pool, unit.shape, suit, trumps) for pool in pools)
        return any(value is not None and value > unit.value for value in best)

    fallen = [unit for unit in _smallest(lead.units) if falls(unit)]
    if not fallen:
        return ThrowCheck(True)
    fallen.sort(key=lambda u: (_CLASSES.index(u.shape.form), -len(u.cards), -u.value))
    if len(fallen) > 1 and trumps.rules.throw_chooser == "next":
        return ThrowCheck(False, tuple(fallen), None, (seat + 1) % 4)
    return ThrowCheck(False, tuple(fallen), fallen[0].cards, None)


def _smallest(units: Iterable[Unit]) -> list[Unit]:
    """The lowest unit of every shape; among equals the first in suit order."""
    lowest: dict[object, Unit] = {}
    for unit in units:
        known = lowest.get(unit.shape)
        if known is None or unit.value < known.value:  # units of equal value come in suit order
            lowest[unit.shape] = unit
    return list(lowest.values())
