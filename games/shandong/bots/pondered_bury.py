"""The strong bot buries the cards that do best when the round is played out in guessed deals."""

from __future__ import annotations

from typing import Final

from games.chance import Chance
from games.shandong.options import rules_of
from games.shandong.rules.cards import pairs_in
from games.shandong.rules.trumps import trumps_for
from games.shandong.views.structs import Own, Table

from .deal import Deal
from .position import Position
from .rollout import play_out
from .search import PLAYS, Trial, best_of
from .strong_burying import buries


class BuryTrial(Trial):
    """Trials of buries; if the burier does not know the trump suit, it is guessed along with the cards."""

    def __init__(self, table: Table, own: Own, o: Position, chance: Chance) -> None:
        super().__init__(table, own, o, chance)
        self.table: Final = table
        self.known: Final = own.knowsTrump
        self.leader: Final = o.seat if rules_of(table.house).first_lead == "burier" else table.dealer or 0

    def guessed(self) -> Deal:
        deal = self.guesses.deal()
        holder = self.table.trumpHolder
        if self.known or holder is None:
            return deal
        suit = likely_suit(deal.hands[holder])
        trumps = trumps_for(self.table.level, suit, rules_of(self.table.house))
        return Deal(trumps, deal.hands, 0, self.leader, [], 0, deal.dealer_side, deal.voids)

    def points(self, deal: Deal, choice: int) -> int:
        hands = list(deal.hands)
        burier = self.guesses.o.seat
        hands[burier] &= ~choice
        return play_out(Deal(deal.trumps, hands, choice, self.leader, [], 0, deal.dealer_side, list(deal.voids)))


def likely_suit(hand: int) -> int:
    """The longest suit with a pair: the one that the holder of this hand would have shown."""
    best, most = 0, -1
    for suit in range(4):
        cards = hand >> 26 * suit & (1 << 26) - 1
        count = cards.bit_count() if pairs_in(cards) else 0
        if count > most:
            best, most = suit, count
    return best


def best_bury(table: Table, own: Own, o: Position, chance: Chance) -> int:
    """The four cards at first sight, or others that are clearly better."""
    return best_of(buries(own.hand, o.trumps), BuryTrial(table, own, o, chance), 4 * PLAYS // 104)
