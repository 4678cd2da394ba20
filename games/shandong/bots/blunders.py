"""Plays that no good player makes, told from what the seat itself sees: what bots are measured by.

Each is a rule without excuses that depend on hidden cards: had the seat looked once more at its own view, it would have
played otherwise.
"""

from __future__ import annotations

from typing import Final

from games.api import Seat
from games.shandong.actions import Action, Play
from games.shandong.rules.cards import CARD_OF, POINTS, TRUMP, bits_of, each_card, is_joker, pairs_in, points_in
from games.shandong.rules.tricks import winning_play
from games.shandong.state import Phase
from games.shandong.views.structs import Own, Table

from .memory import Memory
from .position import Position, follow_at_price, position_of

BARE_JOKER: Final = "bare_joker_led_early"
POINTS_GIVEN: Final = "points_thrown_to_the_enemy"
TRUMP_WASTED: Final = "trump_wasted"
PAIR_BROKEN: Final = "pair_broken_for_nothing"
LAST_TRICK: Final = "last_trick_given_away"
BLUNDERS: Final = (BARE_JOKER, POINTS_GIVEN, TRUMP_WASTED, PAIR_BROKEN, LAST_TRICK)

EARLY: Final = 13
"""With so many cards in hand a joker is led too early."""
ENDING: Final = 2


def blunders(table: Table, own: Own, seat: Seat, action: Action) -> list[str]:
    """The names of the blunders that this action is, seen from this seat before it."""
    if not isinstance(action, Play) or table.phase is not Phase.playing or table.currentTurn != seat:
        return []
    o = position_of(table, own, seat, Memory(table.round))
    cards = bits_of(CARD_OF[text] for text in action.payload.cards)
    if not o.plays:
        found = {
            BARE_JOKER: bare_joker(o, cards),
            PAIR_BROKEN: _half_a_pair_led(o, cards),
            LAST_TRICK: _last(o, cards),
        }
    else:
        found = {
            POINTS_GIVEN: _points_given(o, cards),
            TRUMP_WASTED: _trump_wasted(o, cards),
            PAIR_BROKEN: _pair_broken(o, cards),
        }
    return [name for name, is_one in found.items() if is_one]


def bare_joker(o: Position, cards: int) -> bool:
    """A single joker is led with half the hand still to play, and something else could have been."""
    return cards.bit_count() == 1 and is_joker(cards.bit_length() - 1) and o.hand.bit_count() >= EARLY


def _half_a_pair_led(o: Position, cards: int) -> bool:
    """One card of a plain pair is led, though a lower loose one of the suit without points was there."""
    card = cards.bit_length() - 1
    suit = o.trumps.effective[card]
    return cards.bit_count() == 1 and suit != TRUMP and bool(_looser(o, card, o.of_suit(suit)))


def _last(o: Position, cards: int) -> bool:
    """Of the last two cards the one that nobody can beat is led, and the last trick left to others."""
    if o.hand.bit_count() != ENDING or cards.bit_count() != 1:
        return False
    return _unbeatable(o, cards) and not _unbeatable(o, o.hand & ~cards)


def _unbeatable(o: Position, cards: int) -> bool:
    card = cards.bit_length() - 1
    suit, value = o.trumps.effective[card], o.trumps.values[card]
    trumps_out = o.unseen & o.trumps.masks[TRUMP]
    if suit != TRUMP and trumps_out:
        return False
    return all(o.trumps.values[other] <= value for other in each_card(o.unseen & o.trumps.masks[suit]))


def _points_given(o: Position, cards: int) -> bool:
    """The enemy wins the trick whatever the partner does, and fewer points would have been legal."""
    if not points_in(cards) or o.partner in o.waiting() or _winner_after(o, cards) not in o.opponents:
        return False
    shy = [1000 * points + value for points, value in zip(POINTS, o.trumps.values, strict=True)]
    return points_in(follow_at_price(o.lead, o.hand, shy, o.trumps)) < points_in(cards)


def _trump_wasted(o: Position, cards: int) -> bool:
    """Trumps without points on a plain trick that they do not win, or that the partner has won already."""
    lead = o.lead
    assert lead.suit is not None
    trumps = cards & o.trumps.masks[TRUMP]
    plain = o.hand & ~o.trumps.masks[TRUMP]
    if lead.suit == TRUMP or not trumps or points_in(trumps) or plain.bit_count() < cards.bit_count():
        return False
    if _winner_after(o, cards) != o.seat:
        return True
    place, _ = winning_play(lead, o.plays, o.trumps)
    return len(o.plays) == 3 and (o.leader + place) % 4 == o.partner


def _pair_broken(o: Position, cards: int) -> bool:
    """One card of a pair that neither wins nor carries points, though a lower loose one was legal."""
    if cards.bit_count() != 1 or points_in(cards) or _winner_after(o, cards) == o.seat:
        return False
    card = cards.bit_length() - 1
    return bool(_looser(o, card, o.of_suit(o.trumps.effective[card])))


def _looser(o: Position, card: int, among: int) -> list[int]:
    """Lower cards without points that belong to no pair, where this one does."""
    pairs = pairs_in(o.hand) * 3
    if not pairs >> card & 1:
        return []
    values = o.trumps.values
    return [c for c in each_card(among & ~pairs) if values[c] < values[card] and not POINTS[c]]


def _winner_after(o: Position, cards: int) -> Seat:
    place, _ = winning_play(o.lead, [*o.plays, cards], o.trumps)
    return (o.leader + place) % 4
