"""How the baseline bot leads (shandong.md 15.3, Lead)."""

from __future__ import annotations

from functools import lru_cache

from games.shandong.rules.cards import POINTS, TRUMP, bits_of, each_card
from games.shandong.rules.phases.automatic import lowest_lead
from games.shandong.rules.placing import PAIR, SINGLE, TRACTOR
from games.shandong.rules.trumps import Trumps
from games.shandong.rules.types import type_of
from games.shandong.rules.units import Unit, units

from .position import Position

PLAIN = range(4)
GOOD_PAIR = 11
"""A pair of jacks or more is worth leading."""


def choose_lead(o: Position) -> int:
    for choose in (whole_hand, sure_throw, _strong_plain, _draw_trumps, to_partners_ruff):
        cards = choose(o)
        if cards and is_allowed(o, cards):
            return cards
    low = [c for c in each_card(o.hand & ~o.trumps.masks[TRUMP]) if not POINTS[c]]
    if low:
        return 1 << min(low, key=lambda c: (o.trumps.values[c], c))
    return 1 << lowest_lead(list(each_card(o.hand)), o.trumps)


def parts(o: Position, suit: int) -> tuple[Unit, ...]:
    """The units of the hand in a suit."""
    return _units(o.of_suit(suit), suit, o.trumps)


@lru_cache(maxsize=4096)
def _units(cards: int, suit: int, trumps: Trumps) -> tuple[Unit, ...]:
    """Cached, because guesses at hidden cards leave most hands unchanged."""
    return units(cards, suit, trumps)


def sure_units(o: Position, suit: int) -> list[Unit]:
    """The units of the hand in this suit that no unseen cards can beat."""
    return [unit for unit in parts(o, suit) if o.sure(unit.shape, unit.value, suit)]


def is_allowed(o: Position, cards: int) -> bool:
    """`trumpPairNeedsBigJoker` and throws of mixed trumps are the only leads that a table may refuse."""
    lead = type_of(cards, o.trumps)
    waits = o.trumps.rules.trump_pair_needs_big_joker and lead.type == "pair" and lead.suit == TRUMP
    return lead.valid and not waits


def whole_hand(o: Position) -> int:
    """The last trick multiplies the bottom: win it with everything that is left."""
    for suit in (*PLAIN, TRUMP):
        if o.of_suit(suit) == o.hand:
            mine = parts(o, suit)
            if all(o.sure(unit.shape, unit.value, suit) for unit in mine):
                return o.hand
    return 0


def sure_throw(o: Position) -> int:
    """The largest throw of units that are all certainly the highest."""
    best = 0
    for suit in PLAIN:
        if o.may_be_ruffed(suit, o.opponents):
            continue
        sure = sure_units(o, suit)
        cards = bits_of(c for unit in sure for c in unit.cards)
        again = _units(cards, suit, o.trumps)  # on their own they may form other units
        if len(sure) > 1 and all(o.sure(u.shape, u.value, suit) for u in again):
            best = max(best, cards, key=int.bit_count)
    return best


def _strong_plain(o: Position) -> int:
    """The highest tractor, then the highest pair or a sure card, of a plain suit that nobody has ruffed."""
    open_suits = [suit for suit in PLAIN if not o.may_be_ruffed(suit, o.opponents)]
    mine = [(unit, suit) for suit in open_suits for unit in parts(o, suit)]
    runs = [unit for unit, _ in mine if unit.shape.form == TRACTOR]
    if runs:
        return bits_of(max(runs, key=lambda unit: (len(unit.cards), unit.value)).cards)
    strong = [
        unit
        for unit, suit in mine
        if (unit.shape.form == PAIR and unit.value >= GOOD_PAIR)
        or (unit.shape.form in (PAIR, SINGLE) and o.sure(unit.shape, unit.value, suit))
    ]
    if strong:
        return bits_of(max(strong, key=lambda unit: (unit.value, len(unit.cards))).cards)
    return 0


def _draw_trumps(o: Position) -> int:
    """With more trumps than the others hold on average: the highest of them."""
    mine, others = o.of_suit(TRUMP), o.unseen & o.trumps.masks[TRUMP]
    if not others or mine.bit_count() * 3 <= others.bit_count():
        return 0
    return bits_of(max(parts(o, TRUMP), key=lambda unit: (unit.shape.form == TRACTOR, unit.value)).cards)


def to_partners_ruff(o: Position) -> int:
    """A low card of a suit that the partner is out of."""
    if o.void(o.partner, TRUMP):
        return 0
    low = [
        c
        for suit in PLAIN
        if o.void(o.partner, suit) and not o.may_be_ruffed(suit, o.opponents)
        for c in each_card(o.of_suit(suit))
    ]
    return 1 << min(low, key=lambda c: (o.trumps.values[c], c)) if low else 0
