"""Guessing the hidden cards so that they agree with everything that a seat knows."""

from __future__ import annotations

from games.chance import Chance
from games.shandong.rules.cards import POINTS, TRUMP, bits_of, each_card
from games.shandong.views.structs import Own, Table

from ..state import SEATS
from .position import Position
from .rollout import Deal

TRIES = 8
BOTTOM = 4


def guess(table: Table, own: Own, o: Position, chance: Chance) -> Deal:
    """A deal of the unseen cards to the other hands and the bottom."""
    hands = [0] * 4
    hands[o.seat] = o.hand
    bottom = bits_of(own.buried or ())
    hidden = o.unseen
    for seat, cards in _known(table, own, o):
        hands[seat] |= cards
        hidden &= ~cards
    if not bottom:
        bottom = _guess_bottom(hidden, o, chance)
        hidden &= ~bottom
    for attempt in range(TRIES + 1):
        filled = _fill(list(hands), hidden, table, o, chance, strict=attempt < TRIES)
        if filled is not None:
            hands = filled
            break
    side = 0 if table.dealer is None else table.dealer % 2
    return Deal(o.trumps, hands, bottom, o.leader, list(o.plays), table.defenderPoints, side)


def _known(table: Table, own: Own, o: Position) -> list[tuple[int, int]]:
    """Cards that lie in another hand for sure: those of a failed throw, and what the trump holder showed."""
    found = []
    for failed in table.throws:
        if failed.seat != o.seat:
            found.append((failed.seat, bits_of(failed.attempted) & o.unseen))
    if table.givenBack == 0:
        for shown in table.shown:
            if shown.cards and shown.seat not in (o.seat, table.burier):
                found.append((shown.seat, bits_of(shown.cards) & o.unseen))
    return found


def _guess_bottom(hidden: int, o: Position, chance: Chance) -> int:
    """Mostly low plain cards without points lie there."""
    plain = [c for c in each_card(hidden) if o.trumps.effective[c] != TRUMP]
    chance.shuffle(plain)
    plain.sort(key=lambda c: o.trumps.values[c] + POINTS[c] // 2 + chance.below(8))
    chosen = plain[:BOTTOM]
    if len(chosen) < BOTTOM:
        chosen += [c for c in each_card(hidden) if c not in chosen][: BOTTOM - len(chosen)]
    return bits_of(chosen)


def _fill(
    hands: list[int], hidden: int, table: Table, o: Position, chance: Chance, *, strict: bool
) -> list[int] | None:
    """Deal the rest at random; with `strict` nobody gets a suit that they are out of. None: it did not work out."""
    room = [0 if s == o.seat else table.handCounts[s] - hands[s].bit_count() for s in SEATS]
    cards = list(each_card(hidden))
    chance.shuffle(cards)

    def open_to(card: int) -> list[int]:
        suit = o.trumps.effective[card]
        return [s for s in SEATS if s != o.seat and not (strict and o.void(s, suit))]

    cards.sort(key=lambda c: len(open_to(c)))
    for card in cards:
        seats = [s for s in open_to(card) if room[s] > 0]
        if not seats:
            return None
        pick = chance.below(sum(room[s] for s in seats))
        for seat in seats:
            pick -= room[seat]
            if pick < 0:
                break
        hands[seat] |= 1 << card
        room[seat] -= 1
    return hands
