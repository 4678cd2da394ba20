"""The bots' door: what a bot means to do, for every phase and level."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.api import Plan, Seat
from games.chance import Chance
from games.shandong.actions import Ready
from games.shandong.rules.cards import bits_of
from games.shandong.views.structs import Own, Table
from games.views import Event

from ..state import Phase
from .bidding import bury, in_window, play, throw_choice
from .following import choose_follow
from .leading import choose_lead
from .memory import Memory
from .position import position_of
from .search import best_play
from .strong_burying import strong_bury

EASY: Final = "easy"
STRONG: Final = "strong"
LEVELS: Final = ("normal", EASY, STRONG, "baseline")
"""The first is what a bot gets by itself. `baseline` is what `normal` was called: rooms are stored with it."""
PONDER_MS: Final = 600
BURY_MS: Final = 2_500
PLAY_MS: Final = 900
READY_MS: Final = 3_000


def bot(
    table: Table, own: Own, seat: Seat, events: Sequence[Event], memory: bytes, chance: Chance, level: str
) -> Plan[Any]:
    remembered = Memory.read(memory, table)
    position = position_of(table, own, seat, remembered)
    if own.knowsTrump:
        remembered.watch(table, position.trumps)
    stored = remembered.store()
    if table.phase is Phase.round_end:
        return Plan(None if table.ready[seat] else Ready(), READY_MS, stored)
    if table.phase in (Phase.dealing, Phase.declaring, Phase.countering, Phase.sticking):
        action, wait = in_window(table, own, int(seat)) or (None, 0)
        return Plan(action, wait, stored)
    if table.phase is Phase.bottom and table.burier == seat:
        cards = strong_bury(own.hand, position.trumps) if level == STRONG else own.suggestedBury or ()
        return Plan(bury(cards), BURY_MS, stored)
    if table.currentTurn != seat:
        return Plan(None, 0, stored)
    if table.phase is Phase.throw_choice:
        return Plan(throw_choice(table, position), PLAY_MS, stored)
    if level == STRONG:
        return Plan(None, PONDER_MS, stored, ponder=True)
    if level == EASY:
        return Plan(play(bits_of(_suggested(own))), PLAY_MS, stored)
    chosen = choose_lead(position) if table.trick is None else choose_follow(position)
    return Plan(play(chosen), PLAY_MS, stored)


def _suggested(own: Own) -> Sequence[int]:
    """What the table suggests, as it does to everybody: legal, and without a thought."""
    return own.duty.suggestions[0] if own.duty else own.suggestedLead or ()


def ponder(table: Table, own: Own, seat: Seat, memory: bytes, chance: Chance, level: str) -> Any:
    """What the strong bot plays, after trying things out."""
    position = position_of(table, own, seat, Memory.read(memory, table))
    return play(best_play(table, own, position, chance))
