"""The entry point of the bots: a plan for every phase and level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from games.api import Plan, Seat
from games.chance import Chance
from games.shandong.actions import Ready
from games.shandong.rules.cards import cards_in
from games.shandong.views.structs import Own, Table
from games.views import Event

from ..state import Phase
from .bidding import bury, in_window, play, throw_choice
from .errors import play_like_people
from .former import FORMER_LEVELS, former_bury, former_play
from .memory import Memory
from .pondered_bury import best_bury
from .position import Position, position_of
from .search import best_play
from .strong_bidding import strong_in_window
from .thinking import think_ms

EASY: Final = "easy"
NORMAL: Final = "normal"
STRONG: Final = "strong"
LEVELS: Final = (EASY, NORMAL, STRONG, *FORMER_LEVELS)
BURY_MS: Final = 2_500
CHOOSE_MS: Final = 900
READY_MS: Final = 3_000

FORGETS: Final = {NORMAL: 6, EASY: 1}
"""Of the played cards, one in this many is forgotten."""
OVERLOOKS: Final = {NORMAL: 12, EASY: 2}
"""One time in this many, a pair, a ruff or a partner's trick is overlooked."""


def bot(
    table: Table, own: Own, seat: Seat, events: Sequence[Event], memory: bytes, chance: Chance, level: str
) -> Plan[Any]:
    remembered = Memory.read(memory, table)
    position = position_of(table, own, seat, remembered)
    if own.knowsTrump:
        remembered.watch(table, position.trumps)
    stored = remembered.store() if level == STRONG else remembered.store_voids()
    if table.phase is Phase.round_end:
        return Plan(None if table.ready[seat] else Ready(), READY_MS, stored)
    if table.phase in (Phase.dealing, Phase.declaring, Phase.countering, Phase.sticking):
        settle = strong_in_window if level == STRONG else in_window
        action, wait = settle(table, own, int(seat)) or (None, 0)
        return Plan(action, wait, stored)
    on_turn = table.burier if table.phase is Phase.bottom else table.currentTurn
    if on_turn != seat:
        return Plan(None, 0, stored)
    return replace(_on_turn(table, own, position, stored, chance, level), deadline=table.deadline)


def _on_turn(table: Table, own: Own, position: Position, stored: bytes, chance: Chance, level: str) -> Plan[Any]:
    if table.phase is Phase.bottom:
        if level == STRONG:
            return Plan(None, BURY_MS, stored, ponder=True)
        return Plan(former_bury(own, position.trumps, level), BURY_MS, stored)
    if table.phase is Phase.throw_choice:
        return Plan(throw_choice(table, position), CHOOSE_MS, stored)
    if level in FORMER_LEVELS:
        return former_play(table, own, position, stored, level)
    wait = think_ms(position)
    if level == STRONG:
        return Plan(None, wait, stored, ponder=True)
    return Plan(play(play_like_people(position, FORGETS[level], OVERLOOKS[level], chance)), wait, stored)


def ponder(table: Table, own: Own, seat: Seat, memory: bytes, chance: Chance, level: str) -> Any:
    """The strong bot's action, found by trials."""
    position = position_of(table, own, seat, Memory.read(memory, table))
    if table.phase is Phase.bottom:
        return bury(cards_in(best_bury(table, own, position, chance)))
    return play(best_play(table, own, position, chance))
