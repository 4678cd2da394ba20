"""The author's bot, and moves for slow players and for the kit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..api import Plan, Seat
from ..chance import Chance
from ..views import Event
from .hidden import Hidden
from .parts import Context, Kept, Parts
from .sight import Sight


class Bots:
    """The one level `plain`. It sees a match as its seat does, with the hidden cards dealt anew.

    If the author gives none, the game gets a bot that searches such matches, but not from here.
    """

    def __init__(self, parts: Parts, sight: Sight, hidden: Hidden) -> None:
        self._parts = parts
        self._sight = sight
        self._hidden = hidden

    def bot(
        self, table: Any, own: Any, seat: Seat, events: Sequence[Event], memory: bytes, chance: Chance, level: str
    ) -> Plan[Any]:
        if self._parts.bot is None or not own.legal:
            return Plan(None)
        think_ms = chance.between(600, 1400)
        kept = self._hidden.guess(table, own, int(seat), chance)
        move = self._parts.bot(kept.state, int(seat), Context(chance, 0))
        return Plan(move, think_ms, deadline=table.deadline or None)

    def choice(self, kept: Kept[Any], seat: Seat, scene: Context) -> Any:
        """The move of a player who is too slow."""
        if self._parts.bot is None:
            return self.random_action(kept, seat, scene.chance)
        table, own = self._sight.table(kept), self._sight.own(kept, seat)
        return self.bot(table, own, seat, [], b"", scene.chance, "").action

    def random_action(self, kept: Kept[Any], seat: Seat, chance: Chance) -> Any:
        moves = list(self._parts.moves(kept.state, seat)) if seat in self._parts.acting(kept) else []
        return chance.choice(moves) if moves else None
