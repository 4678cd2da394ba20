"""How tractors, throws, flashes and rains are followed at first sight, exactly by the rules."""

from __future__ import annotations

from games.shandong.rules.cards import each_card, points_in
from games.shandong.rules.tricks import rank_of_play

from .beating import winning_plays
from .following import feed_or_take, is_certain, is_void
from .position import Position


def follow_long(o: Position) -> int:
    """Like the baseline, but points are risked only if the trick is certain."""
    return feed_or_take(o, _take)


def _take(o: Position, ours: bool, best: tuple[int, int], price: list[int]) -> int:
    if ours:
        return 0
    return _ruff(o, best, price) if is_void(o) else _beat(o, best, price)


def _certain(o: Position, play: int) -> bool:
    rank = rank_of_play(o.lead, play, o.trumps)
    return rank is not None and is_certain(o, rank)


def _beat(o: Position, best: tuple[int, int], price: list[int]) -> int:
    """Win with points if that is certain, otherwise with the lowest cards without points."""
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
