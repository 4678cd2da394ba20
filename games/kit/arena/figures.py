"""Means over deals, and their confidence intervals. The games of one deal are not independent."""

from __future__ import annotations

from collections.abc import Mapping
from math import log, sqrt
from typing import Final

import msgspec

Z: Final = 1.959964
"""95 % of a normal distribution lie within this many deviations."""
_STEPS: Final = 10
"""A bucket of think times is a tenth of e wide."""


class Ratio(msgspec.Struct):
    """A ratio of sums over deals: wins per game, points per round."""

    deals: int = 0
    much: float = 0.0
    many: float = 0.0
    much_much: float = 0.0
    much_many: float = 0.0
    many_many: float = 0.0

    def add(self, much: float, many: float) -> None:
        """Add the result of one deal."""
        self.deals += 1
        self.much += much
        self.many += many
        self.much_much += much * much
        self.much_many += much * many
        self.many_many += many * many

    def join(self, other: Ratio) -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def mean(self) -> float:
        return self.much / self.many if self.many else 0.0

    @property
    def deviation(self) -> float | None:
        """The standard error of the mean, over whole deals; None if there are too few."""
        if self.deals < 2 or not self.many:
            return None
        spread = self.much_much - 2 * self.mean * self.much_many + self.mean * self.mean * self.many_many
        return sqrt(max(0.0, spread) * self.deals / (self.deals - 1)) / self.many

    def around(self, z: float = Z) -> tuple[float, float]:
        """The bounds of the true mean."""
        off = z * (self.deviation or 0.0)
        return self.mean - off, self.mean + off

    def share(self, z: float = Z) -> tuple[float, float]:
        """The bounds of the true share of wins (Wilson), for the equivalent number of independent games."""
        off = self.deviation
        worth = self.mean * (1 - self.mean) / (off * off) if off else self.many
        return wilson(self.mean * worth, worth, z)


def wilson(wins: float, games: float, z: float = Z) -> tuple[float, float]:
    """The bounds of the true rate of wins in independent games, with 95 % confidence."""
    if not games:
        return 0.0, 1.0
    rate = wins / games
    middle = rate + z * z / (2 * games)
    spread = z * sqrt(max(0.0, rate * (1 - rate) / games + z * z / (4 * games * games)))
    whole = 1 + z * z / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def bucket(seconds: float) -> int:
    """The bucket of a think time: buckets reduce millions of times to a few numbers."""
    return int(_STEPS * log(max(seconds, 1e-7) * 1e7))


def quantile(buckets: Mapping[int, int], part: float) -> float:
    """The think time, in seconds, that this part of all decisions does not exceed; precise to a tenth."""
    wanted = part * sum(buckets.values())
    for number in sorted(buckets):
        wanted -= buckets[number]
        if wanted <= 0:
            return float(2.718281828 ** ((number + 0.5) / _STEPS)) * 1e-7
    return 0.0
