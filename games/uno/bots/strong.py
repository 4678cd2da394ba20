"""The strong bot: it weighs every choice by the rounds it wins (`weights.py`), and uses its memory."""

from __future__ import annotations

from math import comb
from typing import Final

from games.uno.actions import Action, ChallengeWd4, ChooseColor, ColorPayload, DrawCard, SkipTurn
from games.uno.cards import COLOR, COLORLESS
from games.uno.views.types import Own, Table
from games.uno.words import Color, Did, Phase

from .baseline import decide as decide_baseline
from .baseline import plain, play
from .position import NO_CARD, Choice, Position
from .weights import weights_for

OUT: Final = 10.0
"""The value of going out, far above everything else."""
CARD: Final = 0.03
"""The cost of one more card in hand, in rounds won."""
SWAPPED: Final = 0.1
"""The extra cost of each card gained in a swap: an opponent now has the smaller hand."""
DARES: Final = (2.0, 4.0)
BLUFFS: Final = (0.25, 2.5)
"""What we assume about unknown players: DARES[0] of every DARES[1] challenge, and when they could play a colour,
BLUFFS[0] of every BLUFFS[1] bluff instead.
"""
FORCED: Final = 0.7
"""How often a player without the colour plays a wild draw four."""
LEAST_COST: Final = 2
"""What we expect a wrong challenge to cost at least, in cards beyond those owed anyway."""


class Weighed:
    """A choice and its value."""

    __slots__ = ("choice", "worth")

    def __init__(self, choice: Choice, worth: float) -> None:
        self.choice, self.worth = choice, worth


def weigh(position: Position) -> list[Weighed]:
    """All choices, best first; ties stay in hand order."""
    weights = weights_for(len(position.order) + 1)
    choices = position.choices()
    if position.table.phase == Phase.turn and any(choice.card != NO_CARD and not choice.bluff for choice in choices):
        choices = [choice for choice in choices if choice.card != NO_CARD]  # drawing a card is a step back
    found = [Weighed(choice, _worth(position, choice, weights)) for choice in choices]
    found.sort(key=lambda weighed: -weighed.worth)
    return found


def _worth(position: Position, choice: Choice, weights: tuple[float, ...]) -> float:
    if choice.goes_out:
        return OUT
    value = sum(map(float.__mul__, weights, choice.features)) - SWAPPED * choice.gained
    return value - _price_of_a_bluff(position) if choice.bluff else value


def _price_of_a_bluff(position: Position) -> float:
    """The expected cost of a bluff, in rounds won, from how often this victim has challenged."""
    memory, victim = position.memory, position.order[0]
    dared, took = memory.dared[victim] + DARES[0], memory.took[victim] + DARES[1] - DARES[0]
    return dared / (dared + took) * 2 * CARD * (position.table.drawPending + 4)


def decide(table: Table, own: Own, seat: int, position: Position, weighed: list[Weighed]) -> Action | None:
    """The action on turn; `levels.py` handles everything else."""
    if table.phase == Phase.turnEnd:
        return decide_baseline(table, own, seat)
    if table.phase == Phase.chooseColor:
        return ChooseColor(ColorPayload(color=_opening_color(position).name, turn=table.turnNumber))
    plays = [found.choice for found in weighed if found.choice.card != NO_CARD]
    if table.phase == Phase.pendingDraw:
        doubt = guilt(position) if any(a.action == Did.CHALLENGE_WD4 for a in own.legalActions) else 0.0
        if plays and not dares(position, doubt, stacks=True):
            return play_of(position, plays[0])
        return plain(table, ChallengeWd4 if dares(position, doubt, stacks=False) else DrawCard)
    if weighed[0].choice.card != NO_CARD:
        return play_of(position, weighed[0].choice)
    return plain(table, SkipTurn if table.phase == Phase.drawn else DrawCard)


def play_of(position: Position, choice: Choice) -> Action:
    """The play as an action, with the call that it needs."""
    uno = position.left_after(choice) == 1
    return play(position.table, choice.card, choice.color, choice.target, uno=uno)


def jump_in(position: Position) -> Action | None:
    """Jump in whenever legal, unless a 7 or 0 would give away a smaller hand."""
    left = len(position.own.hand) - 1
    for weighed in weigh(position):
        choice = weighed.choice
        if choice.card != NO_CARD and (choice.goes_out or position.left_after(choice) <= left):
            return play_of(position, choice)
    return None


def guilt(position: Position) -> float:
    """The probability that the wild draw four was a bluff, from what its player has shown."""
    memory, pending = position.memory, position.table.pending
    if pending is None or pending.by is None or memory.before == COLORLESS:
        return 0.0
    ways = comb(position.unseen, memory.left)
    without = comb(max(0, position.unseen - max(0, position.of_color[memory.before])), memory.left)
    lacks = without / ways if ways else 0.0
    guilty, innocent = memory.guilty[pending.by], memory.innocent[pending.by]
    bluffs = (1 - lacks) * (guilty + BLUFFS[0]) / (guilty + innocent + BLUFFS[1])
    honest = lacks * FORCED
    return bluffs / (bluffs + honest) if bluffs + honest else 0.0


def dares(position: Position, doubt: float, *, stacks: bool) -> bool:
    """Is a challenge worth the risk? If stacking is possible, guilt has to be almost certain."""
    pending = position.table.pending
    if pending is None or not doubt:
        return False
    if stacks:
        return doubt > 0.7
    owed = pending.amount
    return doubt * (2 * owed + 1) > (1 - doubt) * max(LEAST_COST, pending.costIfWrong - owed)


def _opening_color(position: Position) -> Color:
    """The colour held most often; on a tie, the one that others are least likely to hold."""
    held = [COLOR[card] for card in position.own.hand]
    return max(Color, key=lambda color: (held.count(color), -position.of_color[color]))
