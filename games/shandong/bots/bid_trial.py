"""Bids tried out in guessed hands: how trump is settled after each, and what the round then brings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.chance import Chance
from games.shandong.actions import Action, Cards, Counter, Declare, Pass, Stick, StickCards
from games.shandong.rules.cards import CARD_OF, bits_of, each_card, ids_of, is_joker, suit_of
from games.shandong.state import Phase, team
from games.shandong.views.structs import Own, Table
from games.shandong.views.words import Bid

from .deal import Deal
from .pondered_bury import likely_suit
from .position import Position
from .rollout import play_out
from .search import Trial, worth
from .settling import Settling
from .strong_bidding import strong_in_window

EVEN: Final = 1.95
"""What an even round is worth to the defenders: needed where a bid decides who they are."""
THE_DEAL: Final = 0.25
"""What it is worth to deal an even round."""
CLIMBED: Final = 200
"""Points that bring the defenders as much as when the dealers cannot declare: three levels and the deal."""
STICKS: Final = 3
"""Ways to stick that are thought of."""


class Offer:
    """Something to bid, or to say nothing. `cards`: what is shown; `back`: what is given back."""

    def __init__(self, action: Action, cards: int = 0, back: int = 0) -> None:
        self.action: Final = action
        self.cards: Final = cards
        self.back: Final = back

    @property
    def suit(self) -> int | None:
        """That of the pair: jokers are the highest of all cards."""
        lowest = next(each_card(self.cards))
        return None if is_joker(lowest) else suit_of(lowest)

    @property
    def does(self) -> tuple[Any, ...]:
        """What makes a difference: neither copies of a card, nor which pair of a suit is shown."""
        if isinstance(self.action, Stick):
            return Stick, tuple(card >> 1 for card in each_card(self.back))
        if isinstance(self.action, Pass):
            return (Pass,)
        return type(self.action), self.suit


def offer_of(action: Action) -> Offer:
    if isinstance(action, (Declare, Counter)):
        return Offer(action, _bits(action.payload.cards))
    if isinstance(action, Stick):
        return Offer(action, _bits(action.payload.cards), _bits(action.payload.giveBack))
    return Offer(Pass())


def offers(table: Table, own: Own, seat: int) -> list[Offer]:
    """What could be bid now, each thing once; what the strong bot would do comes first.

    To take the partner's cards is not thought of.
    """
    planned = strong_in_window(table, own, seat)
    found = [offer_of(planned[0] if planned else Pass()), Offer(Pass())]
    found += [offer_of(Declare(Cards(ids_of(cards)))) for cards in own.declares]
    found += [offer_of(Counter(Cards(ids_of(cards)))) for cards in own.counters]
    if own.mayStick and table.declarer is not None and team(table.declarer) != team(seat):
        found += [offer_of(Stick(StickCards(ids_of(s.cards), ids_of(s.giveBack)))) for s in own.sticks[:STICKS]]
    return list({offer.does: offer for offer in reversed(found)}.values())[::-1]


class BidTrial(Trial):
    """The choices are places in a list of offers."""

    def __init__(self, table: Table, own: Own, o: Position, chance: Chance, choices: Sequence[Offer]) -> None:
        super().__init__(table, own, o, chance)
        self.table: Final = table
        self.choices: Final = choices
        self.coming: list[int] = []
        """The cards not dealt yet in the guess that is tried, the bottom last."""
        self.known: Final = own.knowsTrump
        self.suit: Final = own.trumpSuit
        declared = [shown.cards for shown in (*own.ownShown, *table.shown) if shown.bid is Bid.declare and shown.cards]
        self.shown: Final = bits_of(declared[0]) if declared else 0

    def guessed(self) -> Deal:
        deal = self.guesses.deal()
        coming = list(each_card(deal.bottom))
        for i in range(len(coming) - 1, 0, -1):
            j = self.guesses.below(i + 1)
            coming[i], coming[j] = coming[j], coming[i]
        self.coming = coming
        return deal

    def brings(self, deal: Deal, choice: int) -> float:
        settling = Settling(self.table, deal.hands, self.coming, self._suit(deal))
        settling.shown = self.shown
        offer, seat = self.choices[choice], self.guesses.o.seat
        if isinstance(offer.action, Declare):
            settling.declare(seat, offer.suit, offer.cards)
        elif isinstance(offer.action, Counter):
            settling.counter(seat, offer.suit)
        elif isinstance(offer.action, Stick):
            settling.stick(seat, offer.back)
        elif settling.phase is not Phase.dealing:
            settling.passed.append(seat)
        side, brought = _played_out(settling)
        return -brought if side == team(seat) else brought

    def _suit(self, deal: Deal) -> int | None:
        """The trump suit; where it is dark, what the holder of the guessed hand would have shown."""
        holder = self.table.trumpHolder
        return self.suit if self.known or holder is None else likely_suit(deal.hands[holder])


def _played_out(settling: Settling) -> tuple[int, float]:
    """Who has dealt in the end, and what the round brings to the others."""
    if settling.settle():
        deal = settling.buried()
        return deal.dealer_side, worth(play_out(deal)) - EVEN
    if settling.dealer is None:  # a new deal, and nothing is decided (10.7)
        return 0, 0.0
    if settling.rules.no_declare == "up3":
        return team(settling.dealer), worth(CLIMBED) - EVEN
    return team(settling.dealer), -THE_DEAL


def _bits(cards: Sequence[str]) -> int:
    return bits_of([CARD_OF[text] for text in cards])
