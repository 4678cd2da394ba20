"""The play at first sight: by rules of thumb, without trying anything out."""

from __future__ import annotations

from games.shandong.rules.tricks import winning_play

from .first_follow import follow_pair, follow_single
from .first_follow_long import follow_long
from .first_lead import first_lead
from .leading import choose_lead, is_allowed
from .order import order_of
from .position import Position
from .sight import Sight, Trick


def sight_of(o: Position) -> Sight:
    order = order_of(o.trumps)
    return Sight(order, o.seat, order.split(o.hand), order.split(o.hand | o.unseen), list(o.voids))


def first_play(o: Position) -> int:
    if not o.plays:
        lead = first_lead(sight_of(o))
        cards = order_of(o.trumps).joined(lead & 7, lead >> 6)
        # A table may refuse trump pairs or throws of mixed trumps (shandong.md 8.1).
        return cards if is_allowed(o, cards) else choose_lead(o)
    led = o.lead
    if led.type not in ("single", "pair"):
        return follow_long(o)
    assert led.suit is not None
    v = sight_of(o)
    order = v.order
    place, rank = winning_play(led, o.plays, o.trumps)
    trick = Trick(led.suit, order.place[led.cards[0]], o.points())
    best = o.plays[place]
    trick.best = order.place[(best & -best).bit_length() - 1]
    trick.ruffed = rank[0] == 1
    trick.played = len(o.plays)
    ours = (o.leader + place) % 2 == o.seat % 2
    given = follow_single(v, trick, ours) if led.type == "single" else follow_pair(v, trick, ours)
    return order.all_joined(given)
