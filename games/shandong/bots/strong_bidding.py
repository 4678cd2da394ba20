"""How the strong bot settles trump. Figures are levels per round, over thousands of deals played out by rules alone."""

from __future__ import annotations

from typing import Final

from games.api import Seat
from games.shandong.actions import Action, Cards, Declare, Pass
from games.shandong.options import rules_of
from games.shandong.rules.cards import ids_of, suit_of
from games.shandong.state import SEATS, Phase, team
from games.shandong.views.structs import Own, Table

from .bidding import PASS_MS, SHOW_MS, in_window, strongest, suit_shown

FAIR: Final = 6
"""With this many of 26 cards in the suit, declare early: another card is worth 0.04, the choice itself 0.2."""
LATE: Final = 16
"""With this many cards in hand, it is better to declare anything than to leave it to the others."""
MONSTER: Final = 12
"""This many cards of the suit are worth more than the hope that the dealers cannot declare."""


def strong_in_window(table: Table, own: Own, seat: int) -> tuple[Action, int] | None:
    """The action while trump is being settled, and the delay before it; None: nothing."""
    if not own.declares:
        return in_window(table, own, seat)
    cards = strongest(own.declares, table, own)
    suit, held = suit_shown(cards), len(own.hand)
    length = held if suit is None else sum(card < 104 and suit_of(card) == suit for card in own.hand)
    if is_worth_declaring(length, held, hopes(table, seat)):
        return Declare(Cards(ids_of(cards))), SHOW_MS
    return (Pass(), PASS_MS) if own.mayPass else None


def is_worth_declaring(length: int, held: int, hoping: bool) -> bool:
    """So many of the suit among the cards held so far; `hoping` that nobody declares."""
    return length >= MONSTER or (not hoping and (held >= LATE or length * 26 >= FAIR * held))


def silent_seats(table: Table) -> list[Seat]:
    """Who would have declared by now with a joker and a pair: without a pair is nobody."""
    if table.declarer is not None or table.phase not in (Phase.dealing, Phase.declaring):
        return []
    return [s for s in SEATS if table.handCounts[s] >= LATE and not hopes(table, s)]


def hopes(table: Table, seat: int) -> bool:
    """Is this seat better off if nobody declares? In one deal in ten the dealers cannot, which is three levels."""
    if table.dealer is None or team(table.dealer) == team(seat):
        return False
    return table.phase in (Phase.dealing, Phase.declaring) and rules_of(table.house).no_declare == "up3"
