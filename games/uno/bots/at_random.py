"""The level `random`, for measuring: any legal play. It draws only when nothing fits, and never forgets to call."""

from __future__ import annotations

from games.chance import Chance
from games.uno.actions import Action, ChooseColor, ColorPayload, DrawCard, SkipTurn
from games.uno.views.types import Own, Table
from games.uno.words import Color, Did, Phase

from .baseline import decide as decide_baseline
from .baseline import plain, play

_COLORS = tuple(Color)


def decide(table: Table, own: Own, seat: int, chance: Chance) -> Action | None:
    """A random play, with a random colour and target; it draws only when nothing fits."""
    if table.currentPlayer != seat or table.phase >= Phase.turnEnd:
        return decide_baseline(table, own, seat)
    if table.phase == Phase.chooseColor:
        return ChooseColor(ColorPayload(color=chance.choice(_COLORS).name, turn=table.turnNumber))
    plays = [a for a in own.legalActions if a.action == Did.PLAY_CARD]
    if not plays:
        return plain(table, SkipTurn if table.phase == Phase.drawn else DrawCard)
    chosen = chance.choice(plays)
    assert chosen.cardId is not None
    target = chance.choice(chosen.targets) if chosen.targets else None
    return play(table, chosen.cardId, chance.choice(_COLORS), target, uno=len(own.hand) == 2)
