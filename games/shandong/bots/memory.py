"""A bot's memory of a round: what the others' plays have revealed about their hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from games.shandong.rules.cards import bits_of, counted, pairs_in, points_in
from games.shandong.rules.tricks import rank_of_play, winning_play
from games.shandong.rules.trumps import Trumps
from games.shandong.rules.types import CardType, type_of
from games.shandong.state import partner
from games.shandong.views.structs import Play, Table

NO_LIMIT: Final = 255
FIRST_FORM: Final = 5
"""The size of the oldest form, which contains only voids."""
FORM: Final = FIRST_FORM + 20 + 4


@dataclass(slots=True)
class Memory:
    round: int
    voids: list[int] = field(default_factory=lambda: [0] * 4)
    """For every seat, the suits that it is out of, as bits."""
    limits: list[int] = field(default_factory=lambda: [NO_LIMIT] * 20)
    """For every seat and suit, at 5 * seat + suit, a card (0..107): the seat has no higher one in the suit."""
    pointless: list[int] = field(default_factory=lambda: [0] * 4)
    """For every seat, the suits in which it probably has no points: its partner was winning, and it gave none."""

    @classmethod
    def read(cls, stored: bytes, table: Table) -> Memory:
        """The stored memory, as far as it belongs to this round."""
        memory = cls(table.round)
        if len(stored) in (FIRST_FORM, FORM) and stored[0] == table.round % 256:
            memory.voids = list(stored[1:FIRST_FORM])
            if len(stored) == FORM:
                memory.limits = list(stored[FIRST_FORM : FORM - 4])
                memory.pointless = list(stored[FORM - 4 :])
        return memory

    def store(self) -> bytes:
        return bytes([self.round % 256, *self.voids, *self.limits, *self.pointless])

    def store_voids(self) -> bytes:
        """The memory of bots that ignore limits."""
        return bytes([self.round % 256, *self.voids])

    def watch(self, table: Table, trumps: Trumps) -> None:
        """Note what the visible tricks reveal."""
        for plays in (table.lastTrick.plays if table.lastTrick else (), table.trick.plays if table.trick else ()):
            self._note(plays, trumps)

    def limit(self, seat: int, suit: int, trumps: Trumps) -> int:
        """The value that no card of this seat in this suit exceeds."""
        card = self.limits[5 * seat + suit]
        return 1000 if card == NO_LIMIT else trumps.values[card]

    def _note(self, plays: Sequence[Play], trumps: Trumps) -> None:
        if not plays:
            return
        bits = [bits_of(play.cards) for play in plays]
        lead = type_of(bits[0], trumps)
        if lead.suit is None:
            return
        for place in range(1, len(plays)):
            seat, cards = plays[place].seat, bits[place]
            if cards & ~trumps.masks[lead.suit]:
                self.voids[seat] |= 1 << lead.suit
                continue
            self._note_limit(seat, lead, cards, trumps)
            if place == 3 and not points_in(cards):
                winner, _ = winning_play(lead, bits[:place], trumps)
                if plays[winner].seat == partner(seat):
                    self.pointless[seat] |= 1 << lead.suit

    def _note_limit(self, seat: int, lead: CardType, cards: int, trumps: Trumps) -> None:
        """A seat that cannot match a pair (flash, rain) plays its highest (shandong.md 7.3): it has none higher."""
        rules = trumps.rules
        if not rules.strict_follow_rules or rules.special_follow != "highest":
            return
        if lead.type in ("single", "mixed") or rank_of_play(lead, cards, trumps) is not None:
            return
        loose = (
            counted(cards) & ~(pairs_in(counted(cards)) * 3) if lead.type in ("pair", "consecutive_pairs") else cards
        )
        if not loose:
            return
        assert lead.suit is not None
        lowest = min((c for c in range(108) if loose >> c & 1), key=trumps.values.__getitem__)
        place = 5 * seat + lead.suit
        known = self.limits[place]
        if known == NO_LIMIT or trumps.values[lowest] < trumps.values[known]:
            self.limits[place] = lowest
