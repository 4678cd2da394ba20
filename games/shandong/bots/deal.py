"""A guess at all hidden cards, and how plays change it under the table's rules."""

from __future__ import annotations

from typing import Final

from games.api import Seat
from games.shandong.rules.bottom_score import bottom_score
from games.shandong.rules.cards import cards_in, points_in
from games.shandong.rules.tricks import winning_play
from games.shandong.rules.trumps import Trumps
from games.shandong.rules.types import type_of


class Deal:
    """A guess at all hidden cards: hands, bottom and the open trick as bit sets, and the defenders' points so far."""

    def __init__(
        self,
        trumps: Trumps,
        hands: list[int],
        bottom: int,
        leader: Seat,
        plays: list[int],
        points: int,
        dealer_side: int,
        voids: list[int],
    ) -> None:
        self.trumps: Final = trumps
        self.hands = hands
        self.bottom: Final = bottom
        self.leader = leader
        self.plays = plays
        self.points = points
        self.dealer_side: Final = dealer_side
        self.voids = voids
        """For every seat, the suits that everybody knows it to be out of, as bits."""

    def copy(self) -> Deal:
        return Deal(
            self.trumps,
            list(self.hands),
            self.bottom,
            self.leader,
            list(self.plays),
            self.points,
            self.dealer_side,
            list(self.voids),
        )


def put(deal: Deal, cards: int) -> None:
    """The seat whose turn it is plays these cards; a full trick is scored, the last one with the bottom."""
    seat = (deal.leader + len(deal.plays)) % 4
    deal.hands[seat] &= ~cards
    deal.plays.append(cards)
    suit = deal.trumps.effective[deal.plays[0].bit_length() - 1]
    if cards & ~deal.trumps.masks[suit]:
        deal.voids[seat] |= 1 << suit
    if len(deal.plays) < 4:
        return
    lead = type_of(deal.plays[0], deal.trumps)
    place, _ = winning_play(lead, deal.plays, deal.trumps)
    winner = (deal.leader + place) % 4
    won = winner % 2 != deal.dealer_side
    if won:
        deal.points += sum([points_in(play) for play in deal.plays])
    if not deal.hands[winner]:
        deal.points += won_bottom(deal, deal.plays[0], deal.plays[place], won)
    deal.leader, deal.plays = winner, []


def won_bottom(deal: Deal, lead: int, winning: int, won: bool) -> int:
    """The defenders' points for the buried cards after the last trick."""
    if not points_in(deal.bottom):
        return 0
    last = type_of(lead, deal.trumps)
    return bottom_score(cards_in(deal.bottom), last, cards_in(winning), won, deal.trumps).defender_delta
