"""How the strong bot leads at first sight, and how it expects everybody to lead."""

from __future__ import annotations

from games.shandong.rules.cards import POINTS, TRUMP, bits_of, each_card
from games.shandong.rules.phases.automatic import lowest_lead
from games.shandong.rules.placing import FLASH, PAIR, SINGLE, TRACTOR

from .leading import PLAIN, is_allowed, parts, sure_throw, to_partners_ruff, whole_hand
from .position import Position


def strong_lead(o: Position) -> int:
    """Cash what is sure, draw trumps with sure ones, lead pairs, and otherwise low from a short suit."""
    for choose in (whole_hand, sure_throw, _sure_or_pairs, _draw_trumps, to_partners_ruff):
        cards = choose(o)
        if cards and is_allowed(o, cards):
            return cards
    values, plain = o.trumps.values, o.hand & ~o.trumps.masks[TRUMP]
    low = [c for c in each_card(plain) if not POINTS[c]]
    if low:
        return 1 << min(low, key=lambda c: (2 * o.of_suit(o.trumps.effective[c]).bit_count() + values[c], c))
    if plain:
        trumps = [c for c in each_card(o.of_suit(TRUMP)) if not POINTS[c]]
        if trumps:
            return 1 << min(trumps, key=lambda c: (values[c], c))
    return 1 << lowest_lead(list(each_card(o.hand)), o.trumps)


def _sure_or_pairs(o: Position) -> int:
    """Tractors, then sure pairs and aces, then pairs without points, of plain suits that nobody has ruffed."""
    open_suits = [suit for suit in PLAIN if not o.may_be_ruffed(suit, o.opponents)]
    mine = [(unit, suit) for suit in open_suits for unit in parts(o, suit)]
    runs = [unit for unit, _ in mine if unit.shape.form == TRACTOR]
    if runs:
        return bits_of(max(runs, key=lambda unit: (len(unit.cards), unit.value)).cards)
    sure = [unit for unit, suit in mine if unit.shape.form in (PAIR, SINGLE) and o.sure(unit.shape, unit.value, suit)]
    if sure:
        return bits_of(max(sure, key=lambda unit: (len(unit.cards), unit.value)).cards)
    pairs = [unit for unit, _ in mine if unit.shape.form == PAIR and not POINTS[unit.cards[0]]]
    return bits_of(max(pairs, key=lambda unit: unit.value).cards) if pairs else 0


def _draw_trumps(o: Position) -> int:
    """With more trumps than the others hold on average: sure ones, runs and flashes, or else low ones."""
    mine, others = o.of_suit(TRUMP), o.unseen & o.trumps.masks[TRUMP]
    if not others or mine.bit_count() * 3 <= others.bit_count():
        return 0
    held = parts(o, TRUMP)
    sure = [unit for unit in held if o.sure(unit.shape, unit.value, TRUMP)]
    if sure:
        return bits_of(max(sure, key=lambda unit: (len(unit.cards), -unit.value)).cards)
    runs = [unit for unit in held if unit.shape.form in (TRACTOR, FLASH)]
    if runs:
        return bits_of(max(runs, key=lambda unit: unit.value).cards)
    single = [unit for unit in held if unit.shape.form == SINGLE and not POINTS[unit.cards[0]]]
    return bits_of(min(single, key=lambda unit: unit.value).cards) if single else 0
