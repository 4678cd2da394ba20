"""The strong bot: a few plays are nominated in guessed deals, and others decide whether one beats the first choice.

Guesses that nominated a play cannot judge it: the best of many looks better than it is. So fresh guesses decide, the
same for all plays, and the play at first sight stands unless another one is clearly better.
"""

from __future__ import annotations

from math import exp
from typing import Final

from games.chance import Chance
from games.comparing import error_of, mean_of
from games.shandong.views.structs import Own, Table

from .candidates import candidates
from .deal import Deal, put
from .position import Position
from .rollout import play_out
from .sampling import Guesses

FROM_SOURCES: Final = __file__.endswith(".py")
PLAYS: Final = 20_000 if FROM_SOURCES else 200_000
"""Cards played in simulations for one decision; this limits its time. A release simulates ten times as fast."""
NOMINATING: Final = 30
"""Guessed deals for the nomination."""
NOMINATED: Final = 3
BATCH: Final = 20
"""Guessed deals between two checks of whether it is decided."""
FEWEST: Final = 12
"""Each guess counts as at least this many cards."""
MOST: Final = 500
"""The most guessed deals for the decision."""
DOUBT: Final = 1.3
"""A play must be better than the first choice by this many standard errors."""


class Trial:
    """Tries out choices in the same guessed deals."""

    def __init__(self, table: Table, own: Own, o: Position, chance: Chance) -> None:
        self.guesses: Final = Guesses(table, own, o, chance)
        self.defending: Final = o.seat % 2 != (0 if table.dealer is None else table.dealer % 2)

    def guessed(self) -> Deal:
        return self.guesses.deal()

    def points(self, deal: Deal, choice: int) -> int:
        """The defenders' points at the end if these cards are played now."""
        tried = deal.copy()
        put(tried, choice)
        return play_out(tried)

    def brings(self, deal: Deal, choice: int) -> float:
        """What that is worth to the seat."""
        brought = worth(self.points(deal, choice))
        return brought if self.defending else -brought

    def gains(self, choices: list[int], count: int) -> list[list[float]]:
        """The gain of each choice over the first one, in each of `count` new guesses."""
        gains: list[list[float]] = [[] for _ in choices]
        for _ in range(count):
            deal = self.guessed()
            first = self.brings(deal, choices[0])
            for place in range(1, len(choices)):
                gains[place].append(self.brings(deal, choices[place]) - first)
        return gains


def best_play(table: Table, own: Own, o: Position, chance: Chance, effort: int = PLAYS) -> int:
    """The play at first sight, or one that is clearly better."""
    choices = candidates(o)
    return best_of(choices, Trial(table, own, o, chance), effort // max(FEWEST, sum(table.handCounts)))


def best_of(choices: list[int], trial: Trial, rollouts: int) -> int:
    """The first choice, or one that is clearly better."""
    if len(choices) == 1:
        return choices[0]
    count = min(NOMINATING, rollouts // (2 * len(choices)) + 4)
    gains = trial.gains(choices, count)
    rivals = sorted(range(1, len(choices)), key=lambda i: -sum(gains[i]))[:NOMINATED]
    return _decided(trial, choices[0], [choices[i] for i in rivals], rollouts - count * len(choices))


def _decided(trial: Trial, first: int, rivals: list[int], rollouts: int) -> int:
    """Fresh guesses judge the nominated plays until one is clearly better, or none can be."""
    gains: list[list[float]] = [[] for _ in rivals]
    alive = list(range(len(rivals)))
    judged = 0
    while alive and rollouts > 0 and judged < MOST:
        fresh = trial.gains([first, *(rivals[i] for i in alive)], BATCH)
        rollouts -= BATCH * (len(alive) + 1)
        judged += BATCH
        for i, more in zip(alive, fresh[1:], strict=True):
            gains[i] += more
        alive = [i for i in alive if mean_of(gains[i]) + 2 * error_of(gains[i]) > 0]
        if len(alive) > 1:
            top = max(alive, key=lambda i: mean_of(gains[i]))
            bar = mean_of(gains[top]) - error_of(gains[top])
            alive = [i for i in alive if mean_of(gains[i]) + error_of(gains[i]) > bar]
        if len(alive) == 1 and mean_of(gains[alive[0]]) > 3 * error_of(gains[alive[0]]):
            break
    trusted = [i for i in alive if mean_of(gains[i]) > DOUBT * error_of(gains[i])]
    return rivals[max(trusted, key=lambda i: mean_of(gains[i]))] if trusted else first


def _worth(points: int) -> float:
    steps = 0.0
    for bar, weight in ((5, 0.5), (40, 0.5), (80, 1.0), (120, 0.5), (160, 0.5), (200, 0.5)):
        steps += weight / (1 + exp(-(points - bar + 2.5) / 12))
    return steps + points / 400


_WORTH: Final = [_worth(points) for points in range(-200, 1001, 5)]


def worth(points: int) -> float:
    """The value of points to the defenders: the deal at 80, and levels above and below."""
    return _WORTH[min(240, max(0, points // 5 + 40))]
