"""How the baseline bot follows (shandong.md 15.3, Follow)."""

from __future__ import annotations

from collections.abc import Callable

from games.shandong.rules.cards import TRUMP
from games.shandong.rules.tricks import winning_play

from ..state import team
from .beating import winning_plays
from .position import Position, cheapness, follow_at_price, generosity

MANY_POINTS = 10
LOW = 8
"""A single below this rank is a low card."""


Take = Callable[[Position, bool, tuple[int, int], list[int]], int]
"""(position, is the partner winning?, rank of the winning play, price of each card) -> cards that win it, or 0."""


def choose_follow(o: Position) -> int:
    return feed_or_take(o, _take)


def feed_or_take(o: Position, take: Take) -> int:
    """The partner's sure trick is fed; any other is taken, or given the cheapest cards."""
    lead, price = o.lead, cheapness(o.hand, o.trumps)
    place, best = winning_play(lead, o.plays, o.trumps)
    ours = team(o.leader + place) == team(o.seat)
    if ours and is_certain(o, best):
        return follow_at_price(lead, o.hand, generosity(o.trumps), o.trumps)
    return take(o, ours, best, price) or follow_at_price(lead, o.hand, price, o.trumps)


def _take(o: Position, ours: bool, best: tuple[int, int], price: list[int]) -> int:
    lead = o.lead
    wanted = not ours
    if is_void(o):
        low = lead.type == "single" and lead.suit != TRUMP and o.trumps.values[lead.cards[0]] < LOW
        wanted = o.points() >= MANY_POINTS or not (ours or low)
    return next(winning_plays(lead, o.hand, best, price, o.trumps), 0) if wanted else 0


def is_void(o: Position) -> bool:
    """Is the seat out of the suit that was led?"""
    assert o.lead.suit is not None
    return not o.of_suit(o.lead.suit)


def is_certain(o: Position, best: tuple[int, int]) -> bool:
    """Is the winning play safe from the opponents who have yet to play?"""
    lead = o.lead
    assert lead.suit is not None
    waiting = [s for s in o.waiting() if s in o.opponents]
    if not waiting:
        return True
    if best[0] == 0 and o.may_be_ruffed(lead.suit, waiting):
        return False
    if lead.type == "mixed":
        return best[0] == 0
    return o.sure(lead.shapes[0], best[1], TRUMP if best[0] else lead.suit)
