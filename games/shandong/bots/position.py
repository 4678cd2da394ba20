"""A player's knowledge of a position: own cards, unseen cards, the open trick, and who is out of a suit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.api import Seat
from games.shandong.options import rules_of
from games.shandong.rules.cards import CARDS, POINTS, TRUMP, bits_of, counted, each_card, pairs_in, points_in
from games.shandong.rules.construct import follow_by_taste
from games.shandong.rules.placing import Shape, best_value
from games.shandong.rules.trumps import Trumps, trumps_for
from games.shandong.rules.types import CardType, type_of
from games.shandong.state import partner
from games.shandong.views.structs import Own, Table

from .memory import Memory

ALL_CARDS = (1 << CARDS) - 1


@dataclass(slots=True)
class Position:
    """A position as one seat sees it. Sets of cards are bit sets; `voids` has a bit for every suit a seat is out of."""

    seat: Seat
    trumps: Trumps
    hand: int
    unseen: int
    voids: Sequence[int]
    leader: Seat
    plays: Sequence[int]
    memory: Memory | None = None

    @property
    def opponents(self) -> tuple[Seat, Seat]:
        return (self.seat + 1) % 4, (self.seat + 3) % 4

    @property
    def partner(self) -> Seat:
        return partner(self.seat)

    @property
    def lead(self) -> CardType:
        """The lead of the open trick."""
        return type_of(self.plays[0], self.trumps)

    def of_suit(self, suit: int) -> int:
        """The cards of the hand in an effective suit."""
        return self.hand & self.trumps.masks[suit]

    def sure(self, shape: Shape, value: int, suit: int) -> bool:
        """Is such a unit safe from all unseen cards of this suit?"""
        best = best_value(counted(self.unseen & self.trumps.masks[suit]), shape, suit, self.trumps)
        return best is None or best <= value

    def may_be_ruffed(self, suit: int, seats: Iterable[Seat]) -> bool:
        """Is one of these seats out of a plain suit, but not known to be out of trumps?"""
        if suit == TRUMP or not self.unseen & self.trumps.masks[TRUMP]:
            return False
        return any(self.voids[s] >> suit & 1 and not self.voids[s] >> TRUMP & 1 for s in seats)

    def void(self, seat: Seat, suit: int) -> bool:
        return bool(self.voids[seat] >> suit & 1)

    def waiting(self) -> list[Seat]:
        """The seats that play to the open trick after this one."""
        return [(self.seat + ahead) % 4 for ahead in range(1, 4 - len(self.plays))]

    def points(self) -> int:
        """The points in the open trick."""
        return sum(points_in(play) for play in self.plays)


def position_of(table: Table, own: Own, seat: Seat, memory: Memory) -> Position:
    """The position in a view."""
    trumps = trumps_for(table.level, own.trumpSuit if own.knowsTrump else None, rules_of(table.house))
    plays = [bits_of(play.cards) for play in table.trick.plays] if table.trick else []
    seen = bits_of(own.hand) | bits_of(table.played) | bits_of(own.buried or ())
    for play in plays:
        seen |= play
    leader = table.trick.leader if table.trick else seat
    return Position(int(seat), trumps, bits_of(own.hand), ALL_CARDS & ~seen, memory.voids, leader, plays, memory)


def follow_at_price(lead: CardType, hand: int, price: Sequence[int], trumps: Trumps) -> int:
    """The legal follow with the lowest prices; unlike auto-play it is free to discard points or trumps."""
    assert lead.suit is not None
    pool = hand & trumps.masks[lead.suit]
    missing = len(lead.cards) - pool.bit_count()
    if missing < 0:
        return follow_by_taste(lead, hand, price, trumps)
    return pool | bits_of(sorted(each_card(hand & ~pool), key=price.__getitem__)[:missing])


def cheapness(hand: int, trumps: Trumps) -> list[int]:
    """The cost of giving up each card voluntarily: its rank, its points, and the pair that this breaks."""
    price = list(_with_points(trumps, 3))
    for c in each_card(pairs_in(hand)):
        price[c] += 8
        price[c + 1] += 8
    return price


def generosity(trumps: Trumps) -> tuple[int, ...]:
    """Points first, then low cards: for a trick that the bot's own side has won."""
    return _with_points(trumps, -100)


@lru_cache(maxsize=256)
def _with_points(trumps: Trumps, weight: int) -> tuple[int, ...]:
    """The values of all cards, plus this much for each of their points."""
    return tuple([value + weight * points for value, points in zip(trumps.values, POINTS, strict=True)])
