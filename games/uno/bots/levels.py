"""How bots behave at the table: when they act, forget to call UNO, and catch others who forget (uno.md 20, 20.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from games.api import Plan
from games.chance import Chance
from games.uno.actions import Action, CallUno, CatchPayload, ChallengeUno, PlayCard
from games.uno.views.types import Own, Status, Table
from games.uno.words import Did, Phase
from games.views import Event

from . import at_random, baseline, heuristic, strong
from .baseline import plain
from .careless import ERRS, perhaps_careless
from .memory import Memory, keep, recall
from .position import Position

FORMER_LEVELS: Final = ("baseline", "heuristic")
"""The bots of uno.md 20.1 and 20.2; presets, stored rooms and programs still name them."""
LEVELS: Final = (*ERRS, *FORMER_LEVELS)
MEASURED_LEVELS: Final = ("random",)
"""Levels that no room accepts."""

_MISSES: Final = {"easy": 15, "normal": 5, "strong": 0, "baseline": 10, "heuristic": 3}
"""How many times in a hundred a bot forgets to call UNO in a friendly room."""
_CATCHES: Final = {"easy": 40, "normal": 80, "strong": 100, "baseline": 50, "heuristic": 90}
"""How many times in a hundred it notices a missing call."""
_REACTION: Final = {
    "easy": (1500, 3000),
    "normal": (500, 1200),
    "strong": (200, 600),
    "baseline": (1200, 3000),
    "heuristic": (500, 1500),
}
"""The time it takes to catch, beyond the grace time."""
_JUMPS_AFTER: Final = (600, 1500)
_REMEMBERS_AFTER: Final = (1500, 3000)
_THINKS: Final = (900, 2000)
_COURTESY_MS: Final = 300
"""People get this much longer than the grace time to catch before a bot closes their window."""
_EACH_MS: Final = 100
_MOST_WEIGHED: Final = 7
_HARD_MS: Final = 250
_HARD: Final = 0.01
"""A choice is hard if the best two differ by less than this."""
_WAVERS: Final = (0, 150)


def bot(
    table: Table, own: Own, seat: int, events: Sequence[Event], memory: bytes, chance: Chance, level: str
) -> Plan[Any]:
    """A bot's plan: its action, and when."""
    if level in MEASURED_LEVELS:
        return Plan(at_random.decide(table, own, int(seat), chance))
    mind = recall(memory, len(table.players))
    mind.listen(events, seat)
    action, think = _intention(table, own, int(seat), mind, chance, level if level in LEVELS else "baseline")
    return Plan(action, think, keep(mind), deadline=table.deadline if table.currentPlayer == seat else None)


def _intention(
    table: Table, own: Own, seat: int, mind: Memory, chance: Chance, level: str
) -> tuple[Action | None, int]:
    if table.status == Status.ended or table.phase == Phase.roundEnd:
        return None, 0
    catch = next((a for a in own.legalActions if a.action == Did.CHALLENGE_UNO), None)
    if catch is not None:
        reaction = _reaction(table, mind, chance, level)
        if reaction >= 0:
            assert catch.targetPlayerId is not None
            payload = CatchPayload(target_player_id=catch.targetPlayerId, turn=table.turnNumber)
            return ChallengeUno(payload), table.house.unoGraceMs + reaction
    action, think = _choice(table, own, seat, mind, chance, level)
    if action is not None:
        action = _perhaps_forget(table, action, chance, level)
        if table.currentPlayer != seat:
            return action, chance.between(*_JUMPS_AFTER)
        return action, _thinking(table, chance, think, window_open=catch is not None)
    if len(own.hand) == 1 and any(a.action == Did.CALL_UNO for a in own.legalActions):
        return plain(table, CallUno), chance.between(*_REMEMBERS_AFTER)
    return None, 0


def _choice(table: Table, own: Own, seat: int, mind: Memory, chance: Chance, level: str) -> tuple[Action | None, int]:
    """Its action, and the time to find it; -1: the usual time."""
    if level == "baseline":
        return baseline.decide(table, own, seat), -1
    if level == "heuristic":
        return heuristic.decide(table, own, seat, mind), -1
    on_turn = table.currentPlayer == seat
    if not on_turn and not any(a.action == Did.PLAY_CARD for a in own.legalActions):
        return None, -1
    position = Position(table, own, seat, mind)
    if not on_turn:
        return strong.jump_in(position), -1
    weighed = strong.weigh(position)
    think = _difficulty(weighed) + chance.between(*_WAVERS)
    return strong.decide(table, own, seat, position, perhaps_careless(weighed, level, chance)), think


def _difficulty(weighed: Sequence[strong.Weighed]) -> int:
    """The ms to choose: more with many choices, or if the best two are close. Depends only on what the seat sees."""
    hard = len(weighed) > 1 and weighed[0].worth - weighed[1].worth < _HARD
    return _THINKS[0] + _EACH_MS * min(len(weighed), _MOST_WEIGHED) + _HARD_MS * hard


def _reaction(table: Table, mind: Memory, chance: Chance, level: str) -> int:
    """The ms until the bot catches, or -1; decided once for each window."""
    if mind.window != table.turnNumber:
        mind.window = table.turnNumber
        mind.reaction = chance.between(*_REACTION[level]) if chance.chance(_CATCHES[level], 100) else -1
    return mind.reaction


def _perhaps_forget(table: Table, action: Action, chance: Chance, level: str) -> Action:
    friendly = not table.house.competition
    if isinstance(action, PlayCard) and action.payload.uno and friendly and chance.chance(_MISSES[level], 100):
        return PlayCard(replace(action.payload, uno=None))
    return action


def _thinking(table: Table, chance: Chance, think: int, *, window_open: bool) -> int:
    if table.house.competition:
        return table.house.turnGapMs  # as soon as the gap is over
    if think < 0:
        think = chance.between(*_THINKS)
    return max(think, table.house.unoGraceMs + _COURTESY_MS) if window_open else think
