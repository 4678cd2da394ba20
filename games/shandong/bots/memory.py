"""What a bot remembers of a round: the suits that each seat is out of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.shandong.rules.trumps import Trumps
from games.shandong.views.structs import Play, Table


@dataclass(slots=True)
class Memory:
    round: int
    voids: list[int] = field(default_factory=lambda: [0] * 4)

    @classmethod
    def read(cls, stored: bytes, table: Table) -> Memory:
        """What was remembered, as far as it belongs to this round."""
        memory = cls(table.round)
        if len(stored) == 5 and stored[0] == table.round % 256:
            memory.voids = list(stored[1:])
        return memory

    def store(self) -> bytes:
        return bytes([self.round % 256, *self.voids])

    def watch(self, table: Table, trumps: Trumps) -> None:
        """Note who could not follow in the tricks that can be seen."""
        for plays in (table.lastTrick.plays if table.lastTrick else (), table.trick.plays if table.trick else ()):
            self._note(plays, trumps)

    def _note(self, plays: Sequence[Play], trumps: Trumps) -> None:
        if not plays:
            return
        suit = trumps.effective[plays[0].cards[0]]
        for play in plays[1:]:
            if any(trumps.effective[c] != suit for c in play.cards):
                self.voids[play.seat] |= 1 << suit
