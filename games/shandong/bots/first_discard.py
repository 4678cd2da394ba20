"""The cards that are easiest to give up, and those with the most points to give."""

from __future__ import annotations

from typing import Final

from games.shandong.rules.cards import TRUMP

from .sight import Sight, twins

WHOLE: Final = 8
"""The cost of breaking a pair."""
NO_PLACE: Final = 1 << 30


def cheapest(v: Sight, suit: int, cards: int) -> int:
    """The card of a suit that is easiest to give up: low, without points, and not part of a pair."""
    values = v.order.values[suit]
    bare = cards & ~v.order.counting[suit]
    from_all = bare or cards
    first = from_all & -from_all
    pairs = twins(v.own[suit])
    loose = from_all & ~(pairs * 3)
    if not loose or loose & first:
        return first
    other = loose & -loose
    return first if values[first.bit_length() - 1] + WHOLE < values[other.bit_length() - 1] else other


def richest(v: Sight, suit: int, cards: int) -> int:
    """The card of a suit with the most points; among equals, the lowest."""
    tens = cards & v.order.tens[suit]
    chosen = tens or cards & v.order.counting[suit] or cards
    return chosen & -chosen


def price(v: Sight, suit: int, card: int) -> int:
    """The cost of giving up a card voluntarily."""
    place = card.bit_length() - 1
    paired = twins(v.own[suit]) * 3 & card
    return v.order.values[suit][place] + 3 * v.order.points[suit][place] + (WHOLE if paired else 0)


def throw_off(v: Sight, generous: bool, given: list[int]) -> int:
    """The suit of the card to discard next; `given` has the cards already given."""
    best, worth = -1, NO_PLACE
    for suit in range(5):
        cards = v.own[suit] & ~given[suit]
        if not cards:
            continue
        if generous:
            card = richest(v, suit, cards)
            place = card.bit_length() - 1
            cost = v.order.values[suit][place] - 100 * v.order.points[suit][place]
        else:
            cost = price(v, suit, cheapest(v, suit, cards))
            if suit != TRUMP:
                cost += v.own[suit].bit_count()
        if cost < worth:
            best, worth = suit, cost
    return best


def discard(v: Sight, count: int, generous: bool, given: list[int]) -> None:
    for _ in range(count):
        suit = throw_off(v, generous, given)
        cards = v.own[suit] & ~given[suit]
        given[suit] |= richest(v, suit, cards) if generous else cheapest(v, suit, cards)
