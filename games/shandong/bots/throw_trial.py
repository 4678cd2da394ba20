"""Throws tried out in guessed hands, where they stand or fall (shandong.md 8.1), and the choice from one that fell."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.api import Seat
from games.chance import Chance
from games.shandong.rules.cards import bits_of, cards_in
from games.shandong.rules.throws import check_throw
from games.shandong.rules.types import type_of
from games.shandong.state import team
from games.shandong.views.structs import Own, Table

from .bidding import beaten_unit
from .deal import Deal, put
from .position import Position
from .rollout import play_out
from .search import Trial


class ThrowTrial(Trial):
    """Plays tried out; of a throw that falls only a unit is led."""

    def points(self, deal: Deal, choice: int) -> int:
        tried = deal.copy()
        put(tried, choice if tried.plays else led(tried, choice))
        return play_out(tried)


class ChoiceTrial(Trial):
    """The choices are places among the units of the throw that fell."""

    def __init__(self, table: Table, own: Own, o: Position, chance: Chance) -> None:
        thrown = table.throws[-1]
        super().__init__(table, own, replace(o, leader=Seat(thrown.seat)), chance)
        self.units: Final = [bits_of(unit.cards) for unit in thrown.candidates]

    def points(self, deal: Deal, choice: int) -> int:
        tried = deal.copy()
        put(tried, self.units[choice])
        return play_out(tried)


def led(deal: Deal, cards: int) -> int:
    """What such a lead comes to in these hands; a throw that falls may cost its side points."""
    lead = type_of(cards, deal.trumps)
    if lead.type != "mixed":
        return cards
    seat, rules = deal.leader, deal.trumps.rules
    check = check_throw(lead, seat, {other: cards_in(hand) for other, hand in enumerate(deal.hands)}, deal.trumps)
    if check.ok:
        return cards
    deal.points += rules.throw_penalty if team(seat) == deal.dealer_side else -rules.throw_penalty
    if check.forced is not None:
        return bits_of(check.forced)
    assert check.chooser is not None
    units = [unit.cards for unit in check.candidates]
    return bits_of(units[beaten_unit(units, deal.hands[check.chooser], deal.trumps)])
