"""A legal follow for any hand and lead (shandong.md 7.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from .cards import EVEN, ID_ORDER, POINTS, TRUMP, bits_of, cards_in, counted, each_card, pairs_in
from .demand import Demand, demand_of
from .placing import PAIR, Shape, groups_of
from .trumps import Trumps
from .types import CardType

_BY_ID: Final = tuple(1 << 107 - ID_ORDER[c] for c in range(108))


def construct_follow(lead: CardType, hand: Iterable[int], trumps: Trumps) -> tuple[int, ...]:
    """The play that auto-play and `expected` give, in canonical order."""
    return cards_in(construct_bits(lead, bits_of(hand), trumps))


def construct_bits(lead: CardType, hand: int, trumps: Trumps) -> int:
    """`construct_follow` for bit sets of cards."""
    return follow_by_taste(lead, hand, trumps.values, trumps)


def follow_by_taste(lead: CardType, hand: int, taste: Sequence[int], trumps: Trumps) -> int:
    """The cheapest legal follow; `taste` is the price of each card where the rules leave a choice."""
    assert lead.suit is not None, "an invalid type cannot be led"
    count = len(lead.cards)
    pool = hand & trumps.masks[lead.suit]
    missing = count - pool.bit_count()
    if missing >= 0:
        return pool | bits_of(_others(hand & ~pool, taste, trumps)[:missing])
    demanded = demand_of(lead, counted(pool), trumps)
    placed = cheapest_placing(pool, demanded.placing, lead.suit, taste, trumps)
    assert placed is not None, "a demand is what the pool can offer"
    if demanded.size:
        return placed | bits_of(highest_fill(demanded, pool, trumps))
    free = sorted(each_card(pool & ~placed), key=lambda c: (taste[c], ID_ORDER[c]))
    return placed | bits_of(free[: count - placed.bit_count()])


def _others(others: int, taste: Sequence[int], trumps: Trumps) -> list[int]:
    def order(card: int) -> tuple[bool, int, int, int]:
        return (trumps.effective[card] == TRUMP, POINTS[card], taste[card], ID_ORDER[card])

    return sorted(each_card(others), key=order)


def highest_fill(demanded: Demand, pool: int, trumps: Trumps) -> list[int]:
    """The cards of the pool that the demand's fill requires: the highest; among equals deck 0 first, then by id."""
    among = [c for c in each_card(pool) if demanded.among >> (c & ~1) & 1]
    among.sort(key=lambda c: (-trumps.values[c], c & 1, ID_ORDER[c]))
    return among[: demanded.size]


def cheapest_placing(
    pool: int, shapes: tuple[Shape, ...], suit: int, taste: Sequence[int], trumps: Trumps
) -> int | None:
    """The cards of the cheapest placing; None if the shapes cannot be placed.

    Among equals, deck 0 comes before deck 1, then the sorted id list that comes first. All three criteria add up over
    disjoint groups (a list of ids comes first if it has the smallest id in which two sets differ), so one number per
    card can carry them all.
    """
    if not shapes:
        return 0
    prices = [(taste[c] << 120) + ((c & 1) << 112) - _BY_ID[c] for c in range(108)]
    best = _cheapest(pool, 0, 0, shapes, suit, prices, trumps, {})
    return None if best is None else best[1]


def _cheapest(
    pool: int,
    i: int,
    start: int,
    shapes: tuple[Shape, ...],
    suit: int,
    prices: list[int],
    trumps: Trumps,
    known: dict[tuple[int, int, int], tuple[int, int] | None],
) -> tuple[int, int] | None:
    """(price, cards) of the cheapest placing of shapes[i:], with groups from `start` on for shapes[i]."""
    if i == len(shapes):
        return 0, 0
    if shapes[i].form == PAIR:
        return _cheapest_pairs(pool, len(shapes) - i, prices)
    key = (pool, i, start)
    if key in known:
        return known[key]
    best: tuple[int, int] | None = None
    held = counted(pool)
    more_of_it = i + 1 < len(shapes) and shapes[i + 1] == shapes[i]
    for j, mask in enumerate(groups_of(shapes[i], suit, trumps).masks):
        if j < start or mask & held != mask:
            continue
        group = cards_of_group(mask, pool)
        rest = _cheapest(pool & ~group, i + 1, j if more_of_it else 0, shapes, suit, prices, trumps, known)
        if rest is not None:
            price = rest[0] + sum([prices[c] for c in each_card(group)])
            if best is None or price < best[0]:
                best = price, rest[1] | group
    known[key] = best
    return best


def _cheapest_pairs(pool: int, count: int, prices: list[int]) -> tuple[int, int] | None:
    pairs = sorted((prices[c] + prices[c + 1], 0b11 << c) for c in each_card(pairs_in(pool)))
    if len(pairs) < count:
        return None
    return sum(price for price, _ in pairs[:count]), sum(mask for _, mask in pairs[:count])


def cards_of_group(mask: int, pool: int) -> int:
    """The cards of a pool that form a counted group: the copy in deck 0 where one of two is enough."""
    twice = pairs_in(mask)
    once = mask & EVEN & ~twice
    return twice * 0b11 | once & pool | (once & ~pool) << 1
