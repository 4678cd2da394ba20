"""How a good player leads at first sight; the strong bot expects it of everybody."""

from __future__ import annotations

from typing import Final

from games.shandong.rules.cards import TRUMP

from .sight import PAIRS, SINGLE, THROW, TOP, Sight, play_of, twins

EARLY: Final = 13
"""With this many cards left, a bare joker is worth more in the hand."""


def first_lead(v: Sight) -> int:
    """Cash sure winners, draw trumps with sure ones, lead pairs, and otherwise lead low from a short suit."""
    own = v.own
    suits = (own[0] > 0) + (own[1] > 0) + (own[2] > 0) + (own[3] > 0) + (own[4] > 0)
    if suits == 1:
        only = 0
        while not own[only]:
            only += 1
        whole = _whole(own[only], only)
        if all_sure(v, only) and (whole >> 3 & 7 != THROW or _may_throw(v, only)):
            return whole
    flash = flash_of(v)
    if flash:
        return play_of(flash, TOP, TRUMP)
    held = twins(own[TRUMP])
    run = longest_run(held, v.order.links[TRUMP]) if held & (held - 1) else 0
    if run:
        return play_of(run, PAIRS, TRUMP)
    return _sure_throw(v) or _sure_or_pairs(v) or _draw_trumps(v) or _to_partners_ruff(v) or _low(v)


def all_sure(v: Sight, suit: int) -> bool:
    """Is every card and pair of this suit safe from anything that others may hold of it?"""
    mine, rest = v.own[suit], v.rest(suit)
    if not rest:
        return True
    above = v.order.above[suit]
    pairs = twins(mine)
    loose = mine & ~(pairs * 3)
    if loose and rest & above[(loose & -loose).bit_length() - 1]:
        return False
    return not pairs or not twins(rest) & above[(pairs & -pairs).bit_length() - 1]


def _may_throw(v: Sight, suit: int) -> bool:
    """Some tables forbid throws of trumps of several suits (shandong.md 6.1); then we consider no trump throws."""
    return suit != TRUMP or v.order.trumps.rules.allow_mixed_trump_in_mixed


def _whole(cards: int, suit: int) -> int:
    count = cards.bit_count()
    if count == 1:
        return play_of(cards, SINGLE, suit)
    return play_of(cards, PAIRS if count == 2 and twins(cards) else THROW, suit)


def _sure_throw(v: Sight) -> int:
    """The largest throw of certain winners, in a plain suit that nobody has ruffed."""
    best, most = 0, 1
    for suit in range(4):
        mine = v.own[suit]
        if not mine & (mine - 1) or v.opponents_ruff(suit):
            continue
        pairs, loose = sure_units(v, suit)
        count = pairs.bit_count() + loose.bit_count()
        if count > 1:
            cards = pairs * 3 | loose
            size = count + pairs.bit_count()
            if size > most:
                best, most = play_of(cards, THROW, suit), size
    return best


def sure_units(v: Sight, suit: int) -> tuple[int, int]:
    """First copies of the pairs, and the loose cards, that nothing of the suit can beat."""
    mine, rest = v.own[suit], v.rest(suit)
    pairs = twins(mine)
    loose = mine & ~(pairs * 3)
    if rest:
        below = v.order.below[suit]
        loose &= ~below[rest.bit_length() - 1]
        others = twins(rest)
        if others:
            pairs &= ~below[others.bit_length() - 1]
    return pairs, loose


def longest_run(pairs: int, links: int) -> int:
    """The longest tractor among these pairs; among equals, the highest; 0 if there is none."""
    found = 0
    run = pairs & pairs >> 2 & links
    if not run:
        return 0
    size = 1
    while run:
        found, size = run, size + 1
        run &= run >> 2 & links
    top = 1 << found.bit_length() - 1
    cards = 0
    for _ in range(size):
        cards |= top * 3
        top <<= 2
    return cards


def _sure_or_pairs(v: Sight) -> int:
    """Tractors, then sure pairs and aces, then pairs without points, of plain suits that nobody has ruffed."""
    order = v.order
    run, run_size, sure, sure_worth, pair, pair_worth = 0, 0, 0, 0, 0, 0
    for suit in range(4):
        mine = v.own[suit]
        if not mine or v.opponents_ruff(suit):
            continue
        values = order.values[suit]
        pairs = twins(mine)
        if pairs & (pairs - 1):
            cards = longest_run(pairs, order.links[suit])
            if cards and cards.bit_count() > run_size:
                run, run_size = play_of(cards, PAIRS, suit), cards.bit_count()
        best_pairs, loose = sure_units(v, suit)
        if best_pairs:
            place = best_pairs.bit_length() - 1
            if 100 + values[place] > sure_worth:
                sure, sure_worth = play_of(3 << place, PAIRS, suit), 100 + values[place]
        elif loose and sure_worth < 100:
            place = loose.bit_length() - 1
            if values[place] > sure_worth:
                sure, sure_worth = play_of(1 << place, SINGLE, suit), values[place]
        if pairs:
            place = pairs.bit_length() - 1
            if values[place] > pair_worth:
                pair, pair_worth = play_of(3 << place, PAIRS, suit), values[place]
    return run or sure or pair


def _draw_trumps(v: Sight) -> int:
    """With more trumps than the others hold on average: sure ones, but no bare joker early, pairs, or else low ones."""
    mine, others = v.own[TRUMP], v.rest(TRUMP)
    if not mine or not others or mine.bit_count() * 3 <= others.bit_count():
        return 0
    if v.out(v.seat + 1, TRUMP) and v.out(v.seat + 3, TRUMP):
        return 0
    pairs, loose = sure_units(v, TRUMP)
    if pairs:
        return play_of(3 << (pairs & -pairs).bit_length() - 1, PAIRS, TRUMP)
    if loose & v.order.jokers and _cards_left(v) >= EARLY:
        loose &= ~v.order.jokers
    if loose:
        return play_of(loose & -loose, SINGLE, TRUMP)
    held = twins(mine)
    if held:
        return play_of(3 << held.bit_length() - 1, PAIRS, TRUMP)
    low = mine & ~(held * 3) & ~v.order.counting[TRUMP]
    return play_of(low & -low, SINGLE, TRUMP) if low else 0


def _cards_left(v: Sight) -> int:
    return sum([cards.bit_count() for cards in v.own])


def flash_of(v: Sight) -> int:
    """All cards of the highest rank that shows its four suits in the hand."""
    mine = v.own[TRUMP]
    for masks in v.order.flashes:
        if mine & masks[0] and mine & masks[1] and mine & masks[2] and mine & masks[3]:
            return mine & (masks[0] | masks[1] | masks[2] | masks[3])
    return 0


def _to_partners_ruff(v: Sight) -> int:
    """A low card of a suit that the partner is out of."""
    partner = v.seat + 2
    best, worth = 0, 99
    if v.out(partner, TRUMP):
        return 0
    for suit in range(4):
        mine = v.own[suit]
        if mine and v.out(partner, suit) and not v.opponents_ruff(suit):
            place = (mine & -mine).bit_length() - 1
            if v.order.values[suit][place] < worth:
                best, worth = play_of(1 << place, SINGLE, suit), v.order.values[suit][place]
    return best


def _low(v: Sight) -> int:
    """A low card without points of a short plain suit, or else a low trump, or else the cheapest card."""
    order = v.order
    best, worth = 0, 999
    plain = False
    for suit in range(4):
        mine = v.own[suit]
        if not mine:
            continue
        plain = True
        bare = mine & ~order.counting[suit]
        if bare:
            place = (bare & -bare).bit_length() - 1
            price = 2 * mine.bit_count() + order.values[suit][place]
            if price < worth:
                best, worth = play_of(1 << place, SINGLE, suit), price
    if best:
        return best
    trumps = v.own[TRUMP]
    bare = trumps & ~order.counting[TRUMP]
    if bare and plain:
        return play_of(bare & -bare, SINGLE, TRUMP)
    if not plain:
        low = bare or trumps
        return play_of(low & -low, SINGLE, TRUMP)
    for suit in range(4):
        mine = v.own[suit]
        if mine:
            place = (mine & -mine).bit_length() - 1
            price = 10 * order.points[suit][place] + order.values[suit][place]
            if price < worth:
                best, worth = play_of(1 << place, SINGLE, suit), price
    return best
