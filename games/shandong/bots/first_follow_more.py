"""How tractors, throws, flashes and rains are followed in simulations: legally, but with less thought."""

from __future__ import annotations

from games.shandong.rules.cards import TRUMP

from .first_discard import cheapest, discard, richest
from .sight import THROW, TOP, Sight, highest, twins


def follow_more(v: Sight, form: int, suit: int, size: int, pairs_led: int, generous: bool, may_ruff: bool) -> list[int]:
    """Follow a tractor, a throw, a flash or a rain."""
    given = [0] * 5
    pool = v.own[suit]
    count = pool.bit_count()
    if count <= size:
        given[suit] = pool
        if not count and may_ruff:
            trumps = v.own[TRUMP]
            pairs = twins(trumps)
            if form == THROW and trumps.bit_count() >= size and pairs.bit_count() >= pairs_led:
                for _ in range(pairs_led):
                    given[TRUMP] |= 3 * (pairs & -pairs)
                    pairs &= pairs - 1
                for _ in range(size - 2 * pairs_led):
                    given[TRUMP] |= cheapest(v, TRUMP, trumps & ~given[TRUMP])
                return given
        discard(v, size - count, generous, given)
        return given
    if form == TOP:
        given[suit] = highest(pool, size)
        return given
    pairs = twins(pool)
    chosen = 0
    for _ in range(pairs_led):
        if pairs:
            pair = richest(v, suit, pairs) if generous else cheapest(v, suit, pairs)
            chosen |= 3 * pair
            pairs &= ~pair
    missing = size - chosen.bit_count()
    if missing and form != THROW:
        chosen |= highest(pool & ~chosen, missing)
    else:
        for _ in range(missing):
            left = pool & ~chosen
            chosen |= richest(v, suit, left) if generous else cheapest(v, suit, left)
    given[suit] = chosen
    return given
