"""How trump is settled in guessed hands: from now on everybody bids as the strong bot does (shandong.md 10.2, 10.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.api import Seat
from games.shandong.options import Rules, rules_of
from games.shandong.rules.cards import BIG_JOKER, SMALL_JOKER, TRUMP, bits_of, cards_in, pairs_in
from games.shandong.rules.offers import sticks
from games.shandong.rules.trumps import trumps_for
from games.shandong.state import SEATS, Phase, after, partner, team
from games.shandong.views.structs import Table
from games.shandong.views.words import Bid

from .bidding import ENOUGH_TO_COUNTER
from .deal import Deal
from .strong_bidding import hopes, is_worth_declaring
from .strong_burying import least_worth

BOTTOM: Final = 4
SMALL: Final = 0b11 << 2 * SMALL_JOKER
BIG: Final = 0b11 << 2 * BIG_JOKER
RED: Final = (0, 3)
"""Hearts and diamonds."""


class Settling:
    """The bids of a round that has not begun to be played. `coming`: the cards not dealt yet, the bottom last."""

    def __init__(self, table: Table, hands: Sequence[int], coming: Sequence[int], suit: int | None) -> None:
        self.table: Final = table
        self.rules: Final = rules_of(table.house)
        self.phase = table.phase
        self.hands: Final = list(hands)
        self.coming: Final = coming
        self.dealer = table.dealer
        self.level = table.level
        self.declarer = table.declarer
        self.holder = table.trumpHolder
        self.suit = suit
        self.shown = 0
        """The declarer's three cards, as far as they are known."""
        self.sticker: Seat | None = None
        self.countered: bool = any(shown.bid is Bid.counter for shown in table.shown)
        self.passed: Final = list(table.passed)

    def declare(self, seat: Seat, suit: int | None, cards: int) -> None:
        self.declarer = self.holder = seat
        self.suit, self.shown = suit, cards
        if self.phase is Phase.declaring:
            self._open(Phase.countering)

    def counter(self, seat: Seat, suit: int | None) -> None:
        self.holder, self.suit, self.countered = seat, suit, True
        if self.phase is Phase.countering:
            self._open(Phase.sticking)

    def stick(self, seat: Seat, back: int) -> None:
        assert self.declarer is not None
        taken = self._shown_by(self.declarer)
        self.hands[seat] = self.hands[seat] & ~back | taken
        self.hands[self.declarer] = self.hands[self.declarer] & ~taken | back
        self.sticker = seat
        self._open(Phase.bottom)

    def settle(self) -> bool:
        """Everything up to the bottom. False: nobody has declared."""
        if self.phase is Phase.dealing:
            self._deal()
        if self.phase is Phase.declaring:
            for seat in self._waiting(None):
                if self.declarer is None:
                    self._may_declare(seat)
            if self.declarer is None and not self._others_take():
                return False
        if self.phase is Phase.countering:
            for seat in self._waiting(self.declarer):
                self._may_counter(seat)
            if self.phase is Phase.countering:
                self._open(Phase.sticking)
        if self.phase is Phase.sticking and self.rules.sticking:
            for seat in self._waiting(self.declarer):
                self._may_stick(seat)
        return True

    def buried(self) -> Deal:
        """What is played then: the burier buries at first sight, with the trumps as they know them."""
        holder, hands = self.holder, list(self.hands)
        assert holder is not None
        dealer = holder if self.dealer is None else self.dealer
        burier = partner(holder) if team(holder) == team(dealer) else after(holder)
        trumps = trumps_for(self.level, self.suit, self.rules)
        knows = self.rules.open_declare or (burier == self.sticker and not self.countered)
        seen = trumps if knows else trumps_for(self.level, None, self.rules)
        hands[burier] |= bits_of(self.coming[-BOTTOM:])
        bottom = bits_of(least_worth(cards_in(hands[burier]), seen)[:BOTTOM])
        hands[burier] &= ~bottom
        leader = burier if self.rules.first_lead == "burier" else dealer
        return Deal(trumps, hands, bottom, leader, [], 0, team(dealer), [0] * 4)

    def _open(self, phase: Phase) -> None:
        self.phase = phase
        self.passed.clear()

    def _waiting(self, but: Seat | None) -> list[Seat]:
        """Who may still speak in the open window."""
        first = self.coming[0]  # by chance
        order = [(first + ahead) % 4 for ahead in SEATS]
        return [seat for seat in order if seat != but and seat not in self.passed]

    def _deal(self) -> None:
        first = self.dealer or 0
        dealt = sum(self.table.handCounts)
        for place, card in enumerate(self.coming[:-BOTTOM], dealt):
            seat = (first + place) % 4
            self.hands[seat] |= 1 << card
            if self.declarer is None:
                self._may_declare(seat)
            else:
                self._may_counter(seat)
        self._open(Phase.declaring if self.declarer is None else Phase.sticking if self.countered else Phase.countering)

    def _others_take(self) -> bool:
        """With noDeclare 'take' the others have a second window, and the deal (10.7). Does one of them declare?"""
        if self.dealer is None or self.rules.no_declare != "take":
            return False
        others = [seat for seat in SEATS if team(seat) != team(self.dealer)]
        table = self.table
        if table.phase is Phase.declaring and not any(s in table.mayAct or s in table.passed for s in others):
            return False  # this was the second one
        self.dealer = after(self.dealer)
        self.level = table.teamLevels[team(self.dealer)]
        self.passed.clear()
        for seat in others:
            if self.declarer is None:
                self._may_declare(seat)
        return self.declarer is not None

    def _may_declare(self, seat: Seat) -> None:
        hand = self.hands[seat]
        suit = suit_to_show(hand, self.level, self.rules)
        if suit is None:
            return
        length = (hand & natural(suit)).bit_count()
        if is_worth_declaring(length, hand.bit_count(), hopes(self.table, seat)):
            self.declare(seat, suit, _three_cards(hand, suit))

    def _may_counter(self, seat: Seat) -> None:
        holder, hand = self.holder, self.hands[seat]
        if self.countered or holder is None or team(holder) == team(seat):
            return
        if hand & SMALL != SMALL and hand & BIG != BIG:
            return
        suit = longest(hand, self.level, self.rules)
        if suit is not None and trumps_held(hand, suit, self.level, self.rules) >= ENOUGH_TO_COUNTER:
            self.counter(seat, suit)

    def _may_stick(self, seat: Seat) -> None:
        declarer, hand = self.declarer, self.hands[seat]
        if declarer is None or self.sticker is not None or seat == self.holder or team(declarer) == team(seat):
            return
        if not hand & (SMALL | BIG):
            return
        offers = sticks(cards_in(hand), trumps_for(self.level, None, self.rules))
        if offers:
            self.stick(seat, bits_of(offers[0].give_back))

    def _shown_by(self, declarer: Seat) -> int:
        """The declarer's three cards; those that nobody else knows are guessed with the hand."""
        if self.shown:
            return self.shown
        hand = self.hands[declarer]
        suit = self.suit if not self.countered else longest(hand, self.level, self.rules)
        return _three_cards(hand, 0 if suit is None else suit)


def suit_to_show(hand: int, level: int, rules: Rules) -> int | None:
    """The suit that the strong bot declares with this hand; None: it cannot."""
    if not hand & (SMALL | BIG):
        return None
    return longest(hand, level, rules, rules.declare_joker_color)


def longest(hand: int, level: int, rules: Rules, by_color: bool = False) -> int | None:
    """The suit with a pair that would make the longest trumps; `by_color`: and with a joker of its colour."""
    best, most = None, -1
    for suit in range(4):
        if not pairs_in(hand & natural(suit)) or (by_color and not hand & (BIG if suit in RED else SMALL)):
            continue
        count = trumps_held(hand, suit, level, rules)
        if count > most:
            best, most = suit, count
    return best


def trumps_held(hand: int, suit: int, level: int, rules: Rules) -> int:
    return (hand & trumps_for(level, suit, rules).masks[TRUMP]).bit_count()


def natural(suit: int) -> int:
    """Every card of a natural suit."""
    return (1 << 26) - 1 << 26 * suit


def _three_cards(hand: int, suit: int) -> int:
    """The lowest joker and the lowest pair of the suit; where a guess has none, other low cards."""
    jokers = hand & (SMALL | BIG)
    pairs = pairs_in(hand & natural(suit))
    cards = jokers & -jokers
    cards |= 3 * (pairs & -pairs)
    while cards.bit_count() < 3:
        rest = hand & ~cards
        cards |= rest & -rest
    return cards
