"""Plays worth considering."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.shandong.rules.cards import POINTS, TRUMP, bits_of, each_card
from games.shandong.rules.tricks import winning_play

from .beating import winning_plays
from .blunders import bare_joker
from .first_sight import first_play
from .leading import is_allowed, parts
from .position import Position, cheapness, follow_at_price, generosity

MANY_KINDS: Final = 9


def candidates(o: Position) -> list[int]:
    """The candidates without duplicates, the play at first sight first; no bare joker is led early."""
    found = list(dict.fromkeys(_follows(o) if o.plays else _leads(o)))
    return found if o.plays else [found[0], *(cards for cards in found[1:] if not bare_joker(o, cards))]


def _leads(o: Position) -> Iterator[int]:
    yield first_play(o)
    for suit in (*range(4), TRUMP):
        mine = parts(o, suit)
        if not mine:
            continue
        groups = [bits_of(unit.cards) for unit in mine if len(unit.cards) > 1]
        singles = list(each_card(o.of_suit(suit)))
        singles.sort(key=lambda c: (o.trumps.values[c], POINTS[c]))
        bare = [c for c in singles if not POINTS[c]]
        picks = groups[:3] + groups[-1:] + [1 << c for c in (singles[0], singles[-1], *bare[:1], *bare[-1:])]
        for cards in picks:
            if is_allowed(o, cards):
                yield cards


def _follows(o: Position) -> Iterator[int]:
    lead, price = o.lead, cheapness(o.hand, o.trumps)
    yield first_play(o)
    values = o.trumps.values
    shy = [value + 40 * points for value, points in zip(values, POINTS, strict=True)]
    for taste in (price, generosity(o.trumps), values, shy, [-value for value in values]):
        yield follow_at_price(lead, o.hand, taste, o.trumps)
    _, best = winning_play(lead, o.plays, o.trumps)
    beating = list(winning_plays(lead, o.hand, best, price, o.trumps))
    yield from beating[:2]
    yield from beating[-2:]
    if len(lead.cards) == 1:
        pool = o.of_suit(lead.suit or 0)
        yield from _kinds(pool, o) if pool else _discards(o)


def _kinds(pool: int, o: Position) -> Iterator[int]:
    """Every kind of card that follows suit; if there are many, every other one."""
    kinds = sorted({card & ~1 for card in each_card(pool)}, key=lambda c: o.trumps.values[c])
    step = 1 + len(kinds) // MANY_KINDS
    for card in kinds[::step]:
        yield 1 << card if pool >> card & 1 else 2 << card


def _discards(o: Position) -> Iterator[int]:
    """The lowest card of each plain suit, and the one with the most points."""
    for suit in range(4):
        cards = sorted(each_card(o.of_suit(suit)), key=lambda c: (POINTS[c], o.trumps.values[c]))
        if cards:
            yield 1 << cards[0]
            yield 1 << cards[-1]
