"""What the strong bot would play if it saw all hands: a twin for measuring, which no room has."""

from __future__ import annotations

from typing import Any

from games.api import Seat
from games.chance import Chance
from games.shandong.rules.cards import bits_of
from games.shandong.state import Phase, State
from games.shandong.views.structs import Own, Table

from .bidding import play
from .candidates import candidates
from .deal import Deal
from .memory import Memory
from .player import ponder
from .position import position_of
from .search import Trial, worth


def ponder_knowing(state: State, table: Table, own: Own, seat: Seat, memory: bytes, chance: Chance, level: str) -> Any:
    """The play that comes out best on the true hands. It buries like others."""
    if table.phase is Phase.bottom:
        return ponder(table, own, seat, memory, chance, level)
    o = position_of(table, own, seat, Memory.read(memory, table))
    trial, now = Trial(table, own, o, chance), state.round
    hands, bottom = [bits_of(hand) for hand in now.hands], bits_of(now.bottom)
    deal = Deal(o.trumps, hands, bottom, o.leader, list(o.plays), now.points, trial.guesses.side, list(o.voids))
    sign = 1 if trial.defending else -1
    return play(max(candidates(o), key=lambda cards: sign * worth(trial.points(deal, cards))))
