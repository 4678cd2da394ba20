"""How tractors, throws, flashes and rains are followed at first sight, exactly as the rules have them."""

from __future__ import annotations

from games.shandong.rules.cards import each_card, points_in
from games.shandong.rules.tricks import rank_of_play, winning_play
from games.shandong.state import team

from .beating import winning_plays
from .following import is_certain
from .position import Position, cheapness, follow_at_price, generosity


def follow_long(o: Position) -> int:
    """As the baseline does, but points are risked only where the trick is sure."""
    lead, price = o.lead, cheapness(o.hand, o.trumps)
    assert lead.suit is not None
    place, best = winning_play(lead, o.plays, o.trumps)
    ours = team(o.leader + place) == team(o.seat)
    if ours and is_certain(o, best):
        return follow_at_price(lead, o.hand, generosity(o.trumps), o.trumps)
    void = not o.of_suit(lead.suit)
    play = 0
    if not ours:
        play = _ruff(o, best, price) if void else _beat(o, best, price)
    return play or follow_at_price(lead, o.hand, price, o.trumps)


def _certain(o: Position, play: int) -> bool:
    rank = rank_of_play(o.lead, play, o.trumps)
    return rank is not None and is_certain(o, rank)


def _beat(o: Position, best: tuple[int, int], price: list[int]) -> int:
    """Win with points where that is sure, otherwise with the lowest cards that carry none."""
    beating = list(winning_plays(o.lead, o.hand, best, price, o.trumps))
    sure = [play for play in beating if _certain(o, play)]
    if sure:
        return max(sure, key=points_in)
    return next((play for play in beating if not points_in(play)), 0)


def _ruff(o: Position, best: tuple[int, int], price: list[int]) -> int:
    """The cheapest ruff; with points if no opponent can overruff."""
    beating = list(winning_plays(o.lead, o.hand, best, price, o.trumps))
    if not beating:
        return 0
    if any(seat in o.opponents for seat in o.waiting()):
        return beating[0]
    return max(beating, key=lambda play: (points_in(play) > 0, -sum(o.trumps.values[c] for c in each_card(play))))
