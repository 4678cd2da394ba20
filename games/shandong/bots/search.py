"""The strong bot: a few plays are nominated in guessed deals, and others decide whether one beats the first choice.

Guesses that chose a play are no judges of it: the best of many looks better than it is. So those that decide are
fresh, the same for all, and the play at first sight stands unless another one is better beyond doubt.
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
"""Cards put down in the mind for one decision: what bounds its time. A release puts them down ten times as fast."""
NOMINATING: Final = 30
"""Guessed deals that nominate."""
NOMINATED: Final = 3
BATCH: Final = 20
"""Guessed deals between two looks at whether it is decided."""
FEWEST: Final = 12
"""However few cards are left, a guess costs as if there were so many."""
MOST: Final = 500
"""Guessed deals that decide, at most."""
DOUBT: Final = 1.3
"""Standard errors by which a play must be better than the first choice."""


class Trial:
    """Choices tried out in the same guessed deals."""

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

    def gains(self, choices: list[int], count: int) -> list[list[float]]:
        """What each choice gains over the first one, in so many new guesses."""
        gains: list[list[float]] = [[] for _ in choices]
        for _ in range(count):
            deal = self.guessed()
            first = worth(self.points(deal, choices[0]))
            for place in range(1, len(choices)):
                gain = worth(self.points(deal, choices[place])) - first
                gains[place].append(gain if self.defending else -gain)
        return gains


def best_play(table: Table, own: Own, o: Position, chance: Chance, effort: int = PLAYS) -> int:
    """The play at first sight, or one that is better beyond doubt."""
    choices = candidates(o)
    return best_of(choices, Trial(table, own, o, chance), effort // max(FEWEST, sum(table.handCounts)))


def best_of(choices: list[int], trial: Trial, rollouts: int) -> int:
    """The first choice, or one that is better beyond doubt."""
    if len(choices) == 1:
        return choices[0]
    count = min(NOMINATING, rollouts // (2 * len(choices)) + 4)
    gains = trial.gains(choices, count)
    rivals = sorted(range(1, len(choices)), key=lambda i: -sum(gains[i]))[:NOMINATED]
    return _decided(trial, choices[0], [choices[i] for i in rivals], rollouts - count * len(choices))


def _decided(trial: Trial, first: int, rivals: list[int], rollouts: int) -> int:
    """Fresh guesses judge the nominated plays until one is better beyond doubt, or none can be."""
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
    """What the defenders' points are worth to them: the deal at 80, levels beyond and below."""
    return _WORTH[min(240, max(0, points // 5 + 40))]
