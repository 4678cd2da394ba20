"""Plays that no good player makes, recognised from the seat's own view; used to measure bots.

Each rule is independent of hidden cards: had the seat looked once more at its own view, it would have played
differently. If the seat had no chance to make the mistake, the answer is None.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from games.api import Seat
from games.shandong.actions import Play
from games.shandong.rules.cards import (
    CARD_OF,
    POINTS,
    TRUMP,
    bits_of,
    each_card,
    is_joker,
    pairs_in,
    points_in,
)
from games.shandong.rules.tricks import winning_play
from games.shandong.state import Phase
from games.shandong.views.structs import Own, Table

from .memory import Memory
from .position import Position, follow_at_price, generosity, position_of

EARLY: Final = 13
"""With this many cards in hand, it is too early to lead a joker."""
ENDING: Final = 2


def bare_joker(o: Position, cards: int) -> bool | None:
    """A single joker is led with half the hand still to play, although another lead was possible."""
    if o.plays or o.hand.bit_count() < EARLY or not any(is_joker(card) for card in each_card(o.hand)):
        return None
    return cards.bit_count() == 1 and is_joker(cards.bit_length() - 1)


def _points_given(o: Position, cards: int) -> bool | None:
    """The opponents win the trick whatever the partner does, and fewer points would have been legal."""
    if not o.plays or o.partner in o.waiting():
        return None
    shy = [1000 * points + value for points, value in zip(POINTS, o.trumps.values, strict=True)]
    fewest = points_in(follow_at_price(o.lead, o.hand, shy, o.trumps))
    if points_in(follow_at_price(o.lead, o.hand, generosity(o.trumps), o.trumps)) <= fewest:
        return None
    return points_in(cards) > fewest and _winner_after(o, cards) in o.opponents


def _trump_wasted(o: Position, cards: int) -> bool | None:
    """Trumps without points, on a plain trick that they do not win or that the partner has already won."""
    if not o.plays or o.lead.suit == TRUMP:
        return None
    trumps = o.trumps.masks[TRUMP]
    count, plain = cards.bit_count(), o.hand & ~trumps
    assert o.lead.suit is not None
    if not o.hand & trumps or plain.bit_count() < count or o.of_suit(o.lead.suit).bit_count() >= count:
        return None
    if not cards & trumps or points_in(cards & trumps):
        return False
    if _winner_after(o, cards) != o.seat:
        return True
    place, _ = winning_play(o.lead, o.plays, o.trumps)
    return len(o.plays) == 3 and (o.leader + place) % 4 == o.partner


def _pair_broken(o: Position, cards: int) -> bool | None:
    """One card of a pair is led, or given without winning or carrying points, although a lower loose card of the suit
    was available.
    """
    if cards.bit_count() != 1:
        return None
    if o.plays:
        assert o.lead.suit is not None
        pool = o.of_suit(o.lead.suit) or o.hand
    else:
        pool = o.hand & ~o.trumps.masks[TRUMP]
    broken = [card for card in each_card(pool) if _looser(o, card)]
    if not broken:
        return None
    if o.plays and (points_in(cards) or _winner_after(o, cards) == o.seat):
        return False
    return cards.bit_length() - 1 in broken


def _last(o: Position, cards: int) -> bool | None:
    """The unbeatable trump is led from the last two cards: it would also have won the last trick."""
    if o.plays or o.hand.bit_count() != ENDING:
        return None
    sure = [card for card in each_card(o.hand) if _unbeatable(o, card)]
    if len(sure) != 1 or o.trumps.effective[sure[0]] != TRUMP:
        return None
    return cards == 1 << sure[0]


def _unbeatable(o: Position, card: int) -> bool:
    suit, value = o.trumps.effective[card], o.trumps.values[card]
    if suit != TRUMP and o.unseen & o.trumps.masks[TRUMP]:
        return False
    return all(o.trumps.values[other] <= value for other in each_card(o.unseen & o.trumps.masks[suit]))


def _looser(o: Position, card: int) -> bool:
    """Is this card part of a pair, and is there a lower one of its suit without points that is not?"""
    pairs, values = pairs_in(o.hand) * 3, o.trumps.values
    if not pairs >> card & 1:
        return False
    loose = o.of_suit(o.trumps.effective[card]) & ~pairs
    return any(values[other] < values[card] and not POINTS[other] for other in each_card(loose))


def _winner_after(o: Position, cards: int) -> Seat:
    place, _ = winning_play(o.lead, [*o.plays, cards], o.trumps)
    return (o.leader + place) % 4


Judge = Callable[[Position, int], bool | None]


def _judged(judge: Judge, table: Table, own: Own, seat: Seat, action: Any) -> bool | None:
    """The verdict of a judge of plays on a view and an action."""
    if not isinstance(action, Play) or table.phase is not Phase.playing or table.currentTurn != seat:
        return None
    cards = bits_of([CARD_OF[text] for text in action.payload.cards])
    return judge(position_of(table, own, seat, Memory(table.round)), cards)


BLUNDERS: Final[Mapping[str, Callable[[Table, Own, Seat, Any], bool | None]]] = {
    "bareJokerLedEarly": partial(_judged, bare_joker),
    "pointsThrownToTheEnemy": partial(_judged, _points_given),
    "trumpWasted": partial(_judged, _trump_wasted),
    "pairBrokenForNothing": partial(_judged, _pair_broken),
    "lastTrickGivenAway": partial(_judged, _last),
}
