"""Plays a round to its end with all hands known (or guessed)."""

from __future__ import annotations

from typing import Final

from games.api import Seat
from games.shandong.rules.cards import TRUMP
from games.shandong.rules.types import type_of

from .deal import Deal, put, won_bottom
from .first_follow import follow_pair, follow_single
from .first_follow_more import follow_more
from .first_lead import first_lead
from .first_sight import first_play
from .order import Order, order_of
from .position import Position
from .sight import PAIRS, SINGLE, THROW, Sight, Trick, twins


def play_out(deal: Deal) -> int:
    """The defenders' points if everybody plays on at first sight."""
    if deal.plays and type_of(deal.plays[0], deal.trumps).type not in ("single", "pair"):
        while deal.plays:
            put(deal, follow_in(deal, (deal.leader + len(deal.plays)) % 4))
    return Round(deal, order_of(deal.trumps)).play()


def follow_in(deal: Deal, seat: Seat) -> int:
    """How a seat follows in the open trick, exactly by the rules."""
    others = deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.hands[3]
    hand = deal.hands[seat]
    return first_play(Position(seat, deal.trumps, hand, others & ~hand, deal.voids, deal.leader, deal.plays))


class Round:
    """The remaining tricks, with cards as places (`order.py`)."""

    def __init__(self, deal: Deal, order: Order) -> None:
        self.deal: Final = deal
        self.order: Final = order
        self.leader = deal.leader
        self.points = deal.points
        self.lead: Final = deal.plays[0] if deal.plays else 0
        self.left = (deal.hands[deal.leader] | self.lead).bit_count()
        self.hands: Final = [order.split(hand) for hand in deal.hands]
        self.pool: Final = [self.hands[0][s] | self.hands[1][s] | self.hands[2][s] | self.hands[3][s] for s in range(5)]
        self.voids: Final = deal.voids
        self.lying: Final = [order.split(play) for play in deal.plays[1:]]
        """The follows in the open trick so far, in the order of play."""
        self.sights: Final = [Sight(order, seat, self.hands[seat], self.pool, self.voids) for seat in range(4)]

    def play(self) -> int:
        if self.lead:
            led = self.order.trumps.effective[self.lead.bit_length() - 1]
            open_lead = self.order.split(self.lead)[led]
            if open_lead & (open_lead - 1):
                self._pair(led, open_lead)
            else:
                self._single(led, open_lead)
            self.lying.clear()
        while self.left:
            lead = first_lead(self.sights[self.leader])
            suit, form, cards = lead & 7, lead >> 3 & 7, lead >> 6
            if form == SINGLE:
                self._single(suit, cards)
            elif form == PAIRS and cards.bit_count() == 2:
                self._pair(suit, cards)
            else:
                self._more(suit, form, cards)
        return self.points

    def _single(self, suit: int, card: int) -> None:
        leader = self.leader
        lead = card.bit_length() - 1
        values, worth = self.order.values, self.order.points
        trick = Trick(suit, lead, worth[suit][lead])
        winner, won_with = leader, suit
        self._take(leader, suit, card)
        for played in range(1, 4):
            seat = (leader + played) & 3
            trick.played = played
            given = self._lies(played) or follow_single(self.sights[seat], trick, not (winner ^ seat) & 1)
            other = suit
            if not given[suit]:
                self.voids[seat] |= 1 << suit
                other = 0
                while not given[other]:
                    other += 1
            place = given[other].bit_length() - 1
            trick.points += worth[other][place]
            self._take(seat, other, given[other])
            beats = values[other][place] > values[other][trick.best] if other == won_with else other == TRUMP
            if beats:
                trick.best, winner, won_with = place, seat, other
                trick.ruffed = other != suit
        self.left -= 1
        self._score(winner, trick.points, suit, card, won_with, 1 << trick.best)

    def _pair(self, suit: int, cards: int) -> None:
        leader = self.leader
        lead = cards.bit_length() - 2
        values = self.order.values
        trick = Trick(suit, lead, 2 * self.order.points[suit][lead])
        winner, won_with = leader, suit
        self._take(leader, suit, cards)
        for played in range(1, 4):
            seat = (leader + played) & 3
            trick.played = played
            given = self._lies(played) or follow_pair(self.sights[seat], trick, not (winner ^ seat) & 1)
            trick.points += self._given(seat, given, suit, 2)
            first = twins(given[won_with])
            if first and values[won_with][first.bit_length() - 1] > values[won_with][trick.best]:
                trick.best, winner = first.bit_length() - 1, seat
            elif won_with != TRUMP and twins(given[TRUMP]):
                trick.best, winner, won_with = twins(given[TRUMP]).bit_length() - 1, seat, TRUMP
                trick.ruffed = True
        self.left -= 2
        self._score(winner, trick.points, suit, cards, won_with, 3 << trick.best)

    def _more(self, suit: int, form: int, cards: int) -> None:
        """A tractor, a throw, a flash or a rain: only throws are ruffed, and only once."""
        leader = self.leader
        size, pairs = cards.bit_count(), twins(cards).bit_count()
        winner, won_with, winning = leader, suit, cards
        points = self._worth(suit, cards)
        self._take(leader, suit, cards)
        for played in range(1, 4):
            seat = (leader + played) & 3
            sight = self.sights[seat]
            ours = not (winner ^ seat) & 1
            safe = played == 3 or not sight.ruffs(seat + 1, suit)
            open_ = form == THROW and won_with == suit != TRUMP
            given = follow_more(sight, form, suit, size, pairs, ours and safe, open_ and not ours)
            points += self._given(seat, given, suit, size)
            if open_ and given[TRUMP].bit_count() == size and twins(given[TRUMP]).bit_count() >= pairs:
                winner, won_with, winning = seat, TRUMP, given[TRUMP]
        self.left -= size
        self._score(winner, points, suit, cards, won_with, winning)

    def _lies(self, played: int) -> list[int] | None:
        """The cards that this place has already given to the trick, if any."""
        return self.lying[played - 1] if played <= len(self.lying) else None

    def _given(self, seat: Seat, given: list[int], suit: int, size: int) -> int:
        """Take a seat's cards from its hand; returns their points."""
        if given[suit].bit_count() < size:
            self.voids[seat] |= 1 << suit
        points = 0
        for other in range(5):
            if given[other]:
                points += self._worth(other, given[other])
                self._take(seat, other, given[other])
        return points

    def _take(self, seat: Seat, suit: int, cards: int) -> None:
        self.hands[seat][suit] &= ~cards
        self.pool[suit] &= ~cards

    def _worth(self, suit: int, cards: int) -> int:
        counting = cards & self.order.counting[suit]
        if not counting:
            return 0
        return 5 * counting.bit_count() + 5 * (counting & self.order.tens[suit]).bit_count()

    def _score(self, winner: Seat, points: int, suit: int, lead: int, won_with: int, winning: int) -> None:
        deal = self.deal
        won = winner % 2 != deal.dealer_side
        if won:
            self.points += points
        if not self.left:
            order = self.order
            self.points += won_bottom(deal, order.joined(suit, lead), order.joined(won_with, winning), won)
        self.leader = winner
