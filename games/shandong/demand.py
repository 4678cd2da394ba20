"""What a lead demands of a pool that is large enough (shandong.md 7.2 and 7.3)."""

from __future__ import annotations

from typing import Final, NamedTuple

from .cards import each_card, pairs_in
from .placing import FLASH, PAIR, RAIN, SINGLE, TRACTOR, Shape, covers, in_placing_order, shape_of_run
from .trumps import REMEMBERED, Trumps
from .types import CardType

FREE: Final = 0
"""What the demanded shapes leave open is free."""
HIGHEST: Final = 1
"""All cards must be the highest of the pool."""
HIGHEST_LOOSE: Final = 2
"""Every pair of the pool is played; the rest must be the highest cards that are not in a pair."""
ONE_LOOSE: Final = 3
"""One card besides the pairs played: the highest that is not in a pair, or any if there is none."""


class Demand(NamedTuple):
    """The shapes that a follow must cover, and what its other cards must be."""

    required: tuple[Shape, ...]  # in the order of 7.3
    placing: tuple[Shape, ...]  # the same, `in_placing_order`
    fill: int  # FREE, HIGHEST, HIGHEST_LOOSE or ONE_LOOSE
    size: int  # how many cards the fill is about
    total: int  # the sum of their values: equal sums are equal multisets, since the sum is the greatest possible
    among: int  # the (counted) cards of the pool that they come from


NOTHING: Final = Demand((), (), FREE, 0, 0, 0)


def demand_of(lead: CardType, pool: int, trumps: Trumps) -> Demand:
    """What this lead demands of a (counted) pool of at least as many cards."""
    key = (pool, lead.type == "mixed", lead.shapes)
    known = trumps.demands.get(key)
    if known is None:
        known = _demand_of(lead, pool, trumps)
        if len(trumps.demands) >= REMEMBERED:
            trumps.demands.clear()
        trumps.demands[key] = known
    return known


def _demand_of(lead: CardType, pool: int, trumps: Trumps) -> Demand:
    if not trumps.rules.strict_follow_rules:  # 7.1: the duty of shape is off
        return NOTHING
    suit = lead.suit
    assert suit is not None, "an invalid type is not led"
    if lead.type == "mixed":
        return _of_throw(lead, pool, suit, trumps)
    (shape,) = lead.shapes
    if shape.form == SINGLE:
        return NOTHING
    if shape.form == TRACTOR:
        return _of_pairs(demand(shape.size, (), pool, suit, trumps), 2 * shape.size, pool, trumps)
    if covers(pool, (shape,), suit, trumps):
        return _demand((shape,), FREE, 0, 0, trumps)
    if shape.form in (RAIN, FLASH) and trumps.rules.special_follow == "pairs":
        return _of_pairs(demand(shape.cards // 2, (), pool, suit, trumps), shape.cards, pool, trumps)
    return _demand((), HIGHEST, shape.cards, pool, trumps)


def demand(pairs: int, required: tuple[Shape, ...], pool: int, suit: int, trumps: Trumps) -> tuple[Shape, ...]:
    """`required` extended with what the pool can offer for a tractor of so many pairs (7.2)."""
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


def _of_throw(lead: CardType, pool: int, suit: int, trumps: Trumps) -> Demand:
    required: tuple[Shape, ...] = ()
    for shape in lead.shapes:
        if shape.form == TRACTOR:
            required = demand(shape.size, required, pool, suit, trumps)
        elif shape.form == PAIR:
            required = demand(1, required, pool, suit, trumps)
        elif shape.form in (RAIN, FLASH):
            longer = (*required, shape)
            if covers(pool, in_placing_order(longer), suit, trumps):
                required = longer
    return _demand(required, FREE, 0, 0, trumps)


def _of_pairs(required: tuple[Shape, ...], count: int, pool: int, trumps: Trumps) -> Demand:
    """The demand of a lead that asks for pairs first and for high cards after them."""
    pairs = pairs_in(pool)
    asked = sum(s.size for s in required)
    left = count - 2 * asked
    if not left:
        return _demand(required, FREE, 0, 0, trumps)
    loose = pool & ~(pairs * 0b11)
    if asked == pairs.bit_count():
        return _demand(required, HIGHEST_LOOSE, left, loose, trumps)
    if not loose:
        return _demand(required, FREE, 0, 0, trumps)
    return _demand(required, ONE_LOOSE, left, loose, trumps)


def _demand(required: tuple[Shape, ...], fill: int, count: int, among: int, trumps: Trumps) -> Demand:
    ranked = sorted((trumps.values[c] for c in each_card(among)), reverse=True)
    return Demand(required, in_placing_order(required), fill, count, sum(ranked[:count]), among)


def fill_is_right(demanded: Demand, play: int, trumps: Trumps) -> bool:
    """Are the cards of a (counted) play that covers the demand, besides the demanded shapes, what they must be?"""
    if demanded.fill == FREE:
        return True
    if demanded.fill == ONE_LOOSE:
        play &= ~(pairs_in(play) * 0b11)
    play &= demanded.among
    return sum([trumps.values[c] for c in each_card(play)]) == demanded.total


def fits(demanded: Demand, play: int, suit: int, trumps: Trumps) -> bool:
    """Is a (counted) play out of the pool, of the right number of cards, legal?"""
    return covers(play, demanded.placing, suit, trumps) and fill_is_right(demanded, play, trumps)
