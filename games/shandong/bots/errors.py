"""The mistakes of bots that are pleasant to beat: like people, they forget played cards and overlook pairs."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.chance import Chance
from games.shandong.rules.cards import POINTS, TRUMP, each_card, pairs_in
from games.shandong.rules.tricks import winning_play

from .first_sight import first_play
from .position import Position, cheapness, follow_at_price

ALWAYS_KEPT: Final = 990
"""Jokers, level cards, 2, 3 and 5: everybody remembers that such a card has been played."""
RICH: Final = 10
"""With this many points in a trick, the bot looks twice."""


def forgetful(o: Position, one_in: int, chance: Chance) -> Position:
    """The position as seen by a player who has forgotten one in `one_in` of the played cards."""
    kept = o.hand
    for play in o.plays:
        kept |= play
    gone = ~(o.unseen | kept) & (1 << 108) - 1
    forgotten = 0
    for card in each_card(gone):
        if o.trumps.values[card] < ALWAYS_KEPT and chance.chance(1, one_in):
            forgotten |= 1 << card
    voids = [bits if not chance.chance(1, one_in) else 0 for bits in o.voids]
    return replace(o, unseen=o.unseen | forgotten, voids=voids)


def play_like_people(o: Position, forgets: int, overlooks: int, chance: Chance) -> int:
    """The play at first sight; one in `forgets` cards is forgotten, one time in `overlooks` a chance is missed."""
    chosen = first_play(forgetful(o, forgets, chance))
    if not chance.chance(1, overlooks):
        return chosen
    return _overlooked(o, chosen) if o.plays else _without_pairs(o, chosen)


def _without_pairs(o: Position, chosen: int) -> int:
    """A pair was overlooked: a low loose card is led instead, plain and without points."""
    loose = o.hand & ~(pairs_in(o.hand) * 3) & ~o.trumps.masks[TRUMP]
    low = [c for c in each_card(loose) if not POINTS[c]]
    if chosen.bit_count() == 1 or not low:
        return chosen
    return 1 << min(low, key=lambda c: (o.trumps.values[c], c))


def _overlooked(o: Position, chosen: int) -> int:
    """A chance to win, ruff or feed was overlooked, and a cheap card is given; nobody overlooks a rich trick."""
    place, _ = winning_play(o.lead, [*o.plays, chosen], o.trumps)
    if place == len(o.plays) and o.points() >= RICH:
        return chosen
    return follow_at_price(o.lead, o.hand, cheapness(o.hand, o.trumps), o.trumps)
