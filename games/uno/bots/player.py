"""How bots behave at the table: when they act, how they forget UNO, and how they catch (uno.md 20, 20.3)."""

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

from . import at_random, baseline, heuristic
from .baseline import plain
from .memory import Memory, keep, recall

FORMER_LEVELS: Final = ("baseline", "heuristic")
"""What the levels were called, by the way in which they choose; presets, stored rooms and programs still say so."""
LEVELS: Final = ("easy", "normal", "strong", *FORMER_LEVELS)
MEASURED_LEVELS: Final = ("random",)
"""What no room takes."""
_CHOOSES: Final = {"normal": "heuristic", "strong": "heuristic", "heuristic": "heuristic"}
"""All others choose as `baseline` does."""

_MISSES: Final = {"baseline": 10, "heuristic": 3}
"""In how many of a hundred cases a bot forgets to call UNO in a friendly room."""
_CATCHES: Final = {"baseline": 50, "heuristic": 90}
"""In how many of a hundred cases it notices a missing call."""
_REACTION: Final = {"baseline": (1200, 3000), "heuristic": (500, 1500)}
"""How long it takes to catch, beyond the grace time."""
_JUMPS_AFTER: Final = (600, 1500)
_REMEMBERS_AFTER: Final = (1500, 3000)
_THINKS: Final = (900, 2000)
_COURTESY_MS: Final = 300
"""People get this much longer than the grace time to catch before a bot closes their window."""


def bot(
    table: Table, own: Own, seat: int, events: Sequence[Event], memory: bytes, chance: Chance, level: str
) -> Plan[Any]:
    """What a bot means to do, and when."""
    if level in MEASURED_LEVELS:
        return Plan(at_random.decide(table, own, int(seat), chance))
    level = _CHOOSES.get(level, "baseline")
    mind = recall(memory, len(table.players))
    mind.listen(events, seat)
    action, think = _intention(table, own, int(seat), mind, chance, level)
    return Plan(action, think, keep(mind))


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
    action = heuristic.decide(table, own, seat, mind) if level == "heuristic" else baseline.decide(table, own, seat)
    if action is not None:
        action = _perhaps_forget(table, action, chance, level)
        if table.currentPlayer != seat:
            return action, chance.between(*_JUMPS_AFTER)
        return action, _thinking(table, chance, window_open=catch is not None)
    if len(own.hand) == 1 and any(a.action == Did.CALL_UNO for a in own.legalActions):
        return plain(table, CallUno), chance.between(*_REMEMBERS_AFTER)
    return None, 0


def _reaction(table: Table, mind: Memory, chance: Chance, level: str) -> int:
    """Decided once for each window: in how many ms to catch, or -1."""
    if mind.window != table.turnNumber:
        mind.window = table.turnNumber
        mind.reaction = chance.between(*_REACTION[level]) if chance.chance(_CATCHES[level], 100) else -1
    return mind.reaction


def _perhaps_forget(table: Table, action: Action, chance: Chance, level: str) -> Action:
    friendly = not table.house.competition
    if isinstance(action, PlayCard) and action.payload.uno and friendly and chance.chance(_MISSES[level], 100):
        return PlayCard(replace(action.payload, uno=None))
    return action


def _thinking(table: Table, chance: Chance, window_open: bool) -> int:
    if table.house.competition:
        return table.house.turnGapMs  # at once after the gap
    think = chance.between(*_THINKS)
    return max(think, table.house.unoGraceMs + _COURTESY_MS) if window_open else think
