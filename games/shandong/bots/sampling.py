"""Guesses the hidden cards consistently with everything that a seat knows."""

from __future__ import annotations

from typing import Final

from games.api import Seat
from games.chance import Chance
from games.shandong.rules.cards import POINTS, SMALL_JOKER, TRUMP, bits_of, each_card, is_joker
from games.shandong.views.structs import Own, Table
from games.shandong.views.words import Joker

from ..state import SEATS, Phase
from .deal import Deal
from .position import Position
from .strong_bidding import silent_seats

TRIES: Final = 8
REST: Final = 4
"""The bottom, and what is not dealt yet: a place beside the four seats."""
LIKELY: Final = 16
UNLIKELY: Final = 2
WORD: Final = 0xFFFFFFFF


class Guesses:
    """Deals of the unseen cards to the other hands and the bottom, as likely as the seat's knowledge suggests."""

    def __init__(self, table: Table, own: Own, o: Position, chance: Chance) -> None:
        self.o: Final = o
        self.chance: Final = chance
        self.points: Final = table.defenderPoints
        self.side: Final = 0 if table.dealer is None else table.dealer % 2
        self.hands: Final = [0] * 4
        self.hands[o.seat] = o.hand
        self.bottom: Final = bits_of(own.buried or ())
        self.word = chance.below(WORD) + 1
        hidden = o.unseen
        for seat, cards in known_cards(table, own, o):
            self.hands[seat] |= cards & hidden
            hidden &= ~cards
        self.room: Final = [0 if s == o.seat else table.handCounts[s] - self.hands[s].bit_count() for s in SEATS]
        self.cards: Final = list(each_card(hidden))
        self.room.append(len(self.cards) - sum(self.room))
        self.settling: Final = table.phase < Phase.bottom
        self.silent: Final = silent_seats(table)
        self.weights: Final = [self._weights(card) for card in range(108)]
        self.open: Final = [sum([weight > 0 for weight in weights]) for weights in self.weights]

    def _weights(self, card: int) -> list[int]:
        """How likely each place is to have this card, if it has room."""
        o = self.o
        weights = [0 if s == o.seat else self._weight(s, card) for s in SEATS]
        if not self.room[REST]:
            weights.append(0)
        else:
            weights.append(LIKELY if self.settling else _buried_weight(o, card))
        return weights

    def _weight(self, seat: Seat, card: int) -> int:
        o, memory = self.o, self.o.memory
        suit = o.trumps.effective[card]
        if o.void(seat, suit):
            return 0
        if seat in self.silent and is_joker(card):
            return UNLIKELY
        if memory is None:
            return LIKELY
        if o.trumps.values[card] > memory.limit(seat, suit, o.trumps):
            return 0
        return UNLIKELY if POINTS[card] and memory.pointless[seat] >> suit & 1 else LIKELY

    def below(self, n: int) -> int:
        """A small random number, from a separate fast generator: each decision draws thousands."""
        word = self.word
        word ^= word << 13 & WORD
        word ^= word >> 17
        word ^= word << 5 & WORD
        self.word = word
        return word % n

    def deal(self) -> Deal:
        o = self.o
        placed = self._placed(True)
        for _ in range(TRIES):
            if placed is not None:
                break
            placed = self._placed(True)
        if placed is None:
            placed = self._placed(False)
        assert placed is not None, "without conditions there is room for all"
        bottom = placed.pop() | self.bottom
        return Deal(o.trumps, placed, bottom, o.leader, list(o.plays), self.points, self.side, list(o.voids))

    def _placed(self, strict: bool) -> list[int] | None:
        """The hands and the bottom; with `strict`, nobody gets cards that they cannot have. None: the guess failed."""
        places = [*self.hands, 0]
        room = list(self.room)
        cards = list(self.cards)
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        if strict:
            cards.sort(key=self.open.__getitem__)
        for card in cards:
            weights = self.weights[card]
            total = 0
            for place in range(5):
                total += room[place] * (weights[place] if strict else LIKELY)
            if not total:
                return None
            pick = self.below(total)
            for place in range(5):
                pick -= room[place] * (weights[place] if strict else LIKELY)
                if pick < 0:
                    places[place] |= 1 << card
                    room[place] -= 1
                    break
        return places


def _buried_weight(o: Position, card: int) -> int:
    """Players bury mostly low plain cards without points."""
    if o.trumps.effective[card] == TRUMP:
        return 0
    if POINTS[card]:
        return 6
    return max(1, LIKELY // 2 * (15 - o.trumps.values[card]))


def _jokers(ranks: list[Joker], unseen: int) -> int:
    """This many unseen jokers of these ranks; which copy makes no difference."""
    found = 0
    for rank in ranks:
        for card in (2 * (SMALL_JOKER + rank), 2 * (SMALL_JOKER + rank) + 1):
            if unseen & ~found & 1 << card:
                found |= 1 << card
                break
    return found


def known_cards(table: Table, own: Own, o: Position) -> list[tuple[Seat, int]]:
    """Cards that are certainly in another hand: those of a failed throw, and those that the trump holder showed."""
    found = []
    for failed in table.throws:
        if failed.seat != o.seat:
            found.append((failed.seat, bits_of(failed.attempted) & o.unseen))
    if table.givenBack == 0:
        for shown in table.shown:
            if shown.cards and shown.seat not in (o.seat, table.burier):
                found.append((shown.seat, bits_of(shown.cards) & o.unseen))
            elif not table.played and shown.seat != o.seat and shown.jokers:
                found.append((shown.seat, _jokers(shown.jokers, o.unseen)))
    return found
