"""The demands of a lead on a pool that is large enough (shandong.md 7.2 and 7.3)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from .cards import each_card, pairs_in
from .placing import FLASH, PAIR, RAIN, SINGLE, TRACTOR, Shape, covers, in_placing_order, shape_of_run
from .trumps import Trumps
from .types import CardType


class Demand(NamedTuple):
    """The shapes that a follow must cover, and which of its other cards must be the highest."""

    required: tuple[Shape, ...]  # in the order of 7.3
    placing: tuple[Shape, ...]  # the same, `in_placing_order`
    size: int = 0  # this many of the other cards must be the highest ...
    among: int = 0  # ... of these (counted) cards of the pool
    total: int = 0  # the sum of their values: the maximum, so equal sums are equal multisets


NOTHING: Final = Demand((), ())


def demand_of(lead: CardType, pool: int, trumps: Trumps) -> Demand:
    """The demand of this lead on a (counted) pool of at least as many cards."""
    assert lead.suit is not None, "an invalid type cannot be led"
    return demand_of_shapes(lead.shapes, lead.type == "mixed", lead.suit, pool, trumps)


@lru_cache(maxsize=8192)
def demand_of_shapes(shapes: tuple[Shape, ...], thrown: bool, suit: int, pool: int, trumps: Trumps) -> Demand:
    """The demand of a lead of these shapes; leads that differ only in rank demand the same."""
    if not trumps.rules.strict_follow_rules:  # 7.1: the duty of shape is off
        return NOTHING
    if thrown:
        return _of_throw(shapes, pool, suit, trumps)
    (shape,) = shapes
    if shape.form == SINGLE:
        return NOTHING
    if shape.form == TRACTOR:
        return _of_pairs(demand(shape.size, (), pool, suit, trumps), 2 * shape.size, pool, trumps)
    if covers(pool, (shape,), suit, trumps):
        return _demand((shape,))
    if shape.form in (RAIN, FLASH) and trumps.rules.special_follow == "pairs":
        return _of_pairs(demand(shape.cards // 2, (), pool, suit, trumps), shape.cards, pool, trumps)
    return _highest((), shape.cards, pool, trumps)


def demand(pairs: int, required: tuple[Shape, ...], pool: int, suit: int, trumps: Trumps) -> tuple[Shape, ...]:
    """`required`, extended by the shapes that the pool offers for a tractor of this many pairs (7.2)."""
    while pairs > 0:
        for size in range(pairs, 0, -1):
            longer = (*required, shape_of_run(size))
            if covers(pool, in_placing_order(longer), suit, trumps):
                required = longer
                pairs -= size
                break
        else:
            break
    return required


def _of_throw(shapes: tuple[Shape, ...], pool: int, suit: int, trumps: Trumps) -> Demand:
    required: tuple[Shape, ...] = ()
    for shape in shapes:
        if shape.form == TRACTOR:
            required = demand(shape.size, required, pool, suit, trumps)
        elif shape.form == PAIR:
            required = demand(1, required, pool, suit, trumps)
        elif shape.form in (RAIN, FLASH):
            longer = (*required, shape)
            if covers(pool, in_placing_order(longer), suit, trumps):
                required = longer
    return _demand(required)


def _of_pairs(required: tuple[Shape, ...], count: int, pool: int, trumps: Trumps) -> Demand:
    """The demand of a lead that asks for pairs first and for high cards after them."""
    pairs = pairs_in(pool)
    asked = sum(s.size for s in required)
    left = count - 2 * asked
    if not left:
        return _demand(required)
    loose = pool & ~(pairs * 0b11)
    if not loose:  # specialFollow: one card is missing, and any half of a pair may fill the gap
        return _demand(required)
    return _highest(required, left, loose, trumps)


def _demand(required: tuple[Shape, ...]) -> Demand:
    return Demand(required, in_placing_order(required))


def _highest(required: tuple[Shape, ...], size: int, among: int, trumps: Trumps) -> Demand:
    ranked = sorted((trumps.values[c] for c in each_card(among)), reverse=True)
    return Demand(required, in_placing_order(required), size, among, sum(ranked[:size]))


def fill_is_right(demanded: Demand, play: int, trumps: Trumps) -> bool:
    """Given a (counted) play that covers the demand: are its other cards the right ones?"""
    if not demanded.size:
        return True
    return sum([trumps.values[c] for c in each_card(play & demanded.among)]) == demanded.total


def fits(demanded: Demand, play: int, suit: int, trumps: Trumps) -> bool:
    """Is a (counted) play from the pool, with the right number of cards, legal?"""
    return covers(play, demanded.placing, suit, trumps) and fill_is_right(demanded, play, trumps)
