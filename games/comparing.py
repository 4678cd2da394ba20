"""Is one choice better than another? Both are tried in fresh deals until that is decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any, Final

from .api import Case, Judgement

BATCH: Final = 16
"""Guessed deals between two checks of whether it is decided."""
MOST: Final = 1_000
SURE: Final = 3.0
"""A difference of this many standard errors ends the comparison early. It is high because we check repeatedly."""
CLEAR: Final = 2.0
"""An action counts as better if the difference exceeds this many standard errors."""
ROUNDS: Final = 0.03
"""In rounds won: less is not worth mentioning."""


def judged(case: Case, best: Any, gain: Callable[[], float | None], least: float, most: int = MOST) -> Judgement:
    """How much better `best` is: its gain in fresh deals, one at a time, until `gain` has no more.

    A gain below `least` is never clear.
    """
    found: list[float] = []
    mean = error = 0.0
    while len(found) < most:
        more = [one for _ in range(BATCH) if (one := gain()) is not None]
        if not more:
            break
        found += more
        mean, error = mean_of(found), error_of(found)
        if mean + CLEAR * error < least or mean - SURE * error > least:
            break
    clear = mean > CLEAR * error and mean >= least
    return Judgement(best, mean, error, clear, _mistake(case, best) if clear else "")


def _mistake(case: Case, best: Any) -> str:
    """The name of the plain mistake that was made, unless the better action makes it too."""

    def made(judge: Callable[..., bool | None], action: Any) -> bool:
        return bool(judge(case.table, case.own, case.seat, action))

    blunders = case.game.blunders.items()
    return next((name for name, judge in blunders if made(judge, case.action) and not made(judge, best)), "")


def mean_of(found: Sequence[float]) -> float:
    return sum(found) / len(found)


def error_of(found: Sequence[float]) -> float:
    """The standard error of the mean."""
    mean = mean_of(found)
    spread = sum([(one - mean) ** 2 for one in found]) / max(1, len(found) - 1)
    return sqrt(spread / len(found))
