"""Playing a round to its end when every hand is known (or has been guessed)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.api import Seat

from ..bottom import bottom_score
from ..cards import each_card, points_in
from ..trumps import Trumps
from ..types import identify_card_type
from .beating import best_so_far
from .following import choose_follow
from .leading import choose_lead
from .outlook import Outlook


@dataclass(slots=True)
class Deal:
    """A guess at everything: hands and bottom as bit sets, the open trick, the defenders' points so far."""

    trumps: Trumps
    hands: list[int]
    bottom: int
    leader: Seat
    plays: list[int]
    points: int
    dealer_side: int

    def copy(self) -> Deal:
        return Deal(
            self.trumps, list(self.hands), self.bottom, self.leader, list(self.plays), self.points, self.dealer_side
        )


def put(deal: Deal, cards: int) -> None:
    """The seat whose turn it is plays these cards; a full trick is scored, the last one with the bottom."""
    seat = (deal.leader + len(deal.plays)) % 4
    deal.hands[seat] &= ~cards
    deal.plays.append(cards)
    if len(deal.plays) < 4:
        return
    lead = identify_card_type(each_card(deal.plays[0]), deal.trumps)
    place, _ = best_so_far(lead, deal.plays, deal.trumps)
    winner = (deal.leader + place) % 4
    won = winner % 2 != deal.dealer_side
    if won:
        deal.points += sum(points_in(play) for play in deal.plays)
    if not deal.hands[winner]:
        winning_play = each_card(deal.plays[place])
        deal.points += bottom_score(each_card(deal.bottom), lead, winning_play, won, deal.trumps).defender_delta
    deal.leader, deal.plays = winner, []


def play_out(deal: Deal) -> int:
    """The defenders' points if everybody goes on like the baseline bot."""
    while any(deal.hands):
        seat = (deal.leader + len(deal.plays)) % 4
        outlook = _outlook(deal, seat)
        put(deal, choose_follow(outlook) if deal.plays else choose_lead(outlook))
    return deal.points


def _outlook(deal: Deal, seat: Seat) -> Outlook:
    unseen = 0
    for other, hand in enumerate(deal.hands):
        if other != seat:
            unseen |= hand
    masks = deal.trumps.masks
    voids: Sequence[int] = [sum((not hand & mask) << suit for suit, mask in enumerate(masks)) for hand in deal.hands]
    return Outlook(seat, deal.trumps, deal.hands[seat], unseen, voids, deal.leader, deal.plays)
