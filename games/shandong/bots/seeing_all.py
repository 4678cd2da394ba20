"""The strong bot's twin that sees all hands: for measuring only, never in a room."""

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
    """The play that does best with the true hands. It buries without seeing them."""
    if table.phase is Phase.bottom:
        return ponder(table, own, seat, memory, chance, level)
    o = position_of(table, own, seat, Memory.read(memory, table))
    trial, now = Trial(table, own, o, chance), state.round
    hands, bottom = [bits_of(hand) for hand in now.hands], bits_of(now.bottom)
    deal = Deal(o.trumps, hands, bottom, o.leader, list(o.plays), now.points, trial.guesses.side, list(o.voids))
    sign = 1 if trial.defending else -1
    return play(max(candidates(o), key=lambda cards: sign * worth(trial.points(deal, cards))))
