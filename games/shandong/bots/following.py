"""How the baseline bot follows (shandong.md 15.3, Follow)."""

from __future__ import annotations

from games.shandong.rules.cards import TRUMP
from games.shandong.rules.tricks import winning_play

from ..state import team
from .beating import winning_plays
from .position import Position, cheapness, follow_at_price, generosity

MANY_POINTS = 10
LOW = 8
"""A single below this rank is a low card."""


def choose_follow(o: Position) -> int:
    lead, price = o.lead, cheapness(o.hand, o.trumps)
    assert lead.suit is not None
    place, best = winning_play(lead, o.plays, o.trumps)
    ours = team(o.leader + place) == team(o.seat)
    if ours and is_certain(o, best):
        return follow_at_price(lead, o.hand, generosity(o.trumps), o.trumps)
    void = not o.of_suit(lead.suit)
    if not ours and not void:
        beat = next(winning_plays(lead, o.hand, best, price, o.trumps), None)
        if beat is not None:
            return beat
    low = lead.type == "single" and lead.suit != TRUMP and o.trumps.values[lead.cards[0]] < LOW
    if void and (o.points() >= MANY_POINTS or (not ours and not low)):
        ruff = next(winning_plays(lead, o.hand, best, price, o.trumps), None)
        if ruff is not None:
            return ruff
    return follow_at_price(lead, o.hand, price, o.trumps)


def is_certain(o: Position, best: tuple[int, int]) -> bool:
    """Can no opponent who still plays beat what is winning?"""
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
