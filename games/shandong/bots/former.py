"""The plans of bots at levels that are no longer offered.

Matches with these bots are replayed (`replay`) by asking them again, so their plans, timing and memory must never
change. The former strong bot's pondered actions are logged with each match, so it may play as the new one does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.api import Plan
from games.shandong.actions import Bury
from games.shandong.rules.cards import bits_of
from games.shandong.rules.keep_values import BURIED
from games.shandong.rules.trumps import Trumps
from games.shandong.views.structs import Own, Table

from .bidding import bury, play
from .following import choose_follow
from .leading import choose_lead
from .position import Position
from .strong_burying import least_worth

FORMER_NORMAL: Final = "former-normal"
FORMER_EASY: Final = "former-easy"
FORMER_STRONG: Final = "former-strong"
BASELINE: Final = "baseline"
"""The bot of shandong.md 15.3, as the former normal one was."""
FORMER_LEVELS: Final = (FORMER_NORMAL, FORMER_EASY, FORMER_STRONG, BASELINE)
RENAMED_LEVELS: Final = ({"normal": FORMER_NORMAL, "easy": FORMER_EASY, "strong": FORMER_STRONG},)
"""In rooms stored before today's bots existed, these names mean the former ones."""

PONDER_MS: Final = 600
PLAY_MS: Final = 900
SHORT: Final = 2


def former_bury(own: Own, trumps: Trumps, level: str) -> Bury:
    if level != FORMER_STRONG:
        return bury(own.suggestedBury or ())
    return bury(sorted(least_worth(own.hand, trumps, SHORT)[:BURIED]))


def former_play(table: Table, own: Own, o: Position, stored: bytes, level: str) -> Plan[Any]:
    if level == FORMER_STRONG:
        return Plan(None, PONDER_MS, stored, ponder=True)
    if level == FORMER_EASY:
        return Plan(play(bits_of(_suggested(own))), PLAY_MS, stored)
    return Plan(play(choose_lead(o) if table.trick is None else choose_follow(o)), PLAY_MS, stored)


def _suggested(own: Own) -> Sequence[int]:
    """The table's suggestion, as everybody gets it: legal, and without any thought."""
    return own.duty.suggestions[0] if own.duty else own.suggestedLead or ()
