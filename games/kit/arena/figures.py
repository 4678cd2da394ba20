"""Means over deals, and the intervals in which the true ones lie. The games of one deal are no independent ones."""

from __future__ import annotations

from collections.abc import Mapping
from math import log, sqrt
from typing import Final

import msgspec

Z: Final = 1.959964
"""Ninety-five per cent of a normal distribution lie within so many deviations."""
_STEPS: Final = 10
"""A bucket of think times is a tenth of e wide."""


class Ratio(msgspec.Struct):
    """So much in so many, deal by deal: shares in games, points in rounds."""

    deals: int = 0
    much: float = 0.0
    many: float = 0.0
    much_much: float = 0.0
    much_many: float = 0.0
    many_many: float = 0.0

    def add(self, much: float, many: float) -> None:
        """What one deal brought."""
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
        """Of the mean, taken over whole deals; None where too few were played to tell."""
        if self.deals < 2 or not self.many:
            return None
        spread = self.much_much - 2 * self.mean * self.much_many + self.mean * self.mean * self.many_many
        return sqrt(max(0.0, spread) * self.deals / (self.deals - 1)) / self.many

    def around(self, z: float = Z) -> tuple[float, float]:
        """The bounds of the true mean."""
        off = z * (self.deviation or 0.0)
        return self.mean - off, self.mean + off

    def share(self, z: float = Z) -> tuple[float, float]:
        """The bounds of a true share of wins (Wilson), for as many independent games as these are worth."""
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
    """Think times are kept in buckets, so that millions of them are a few numbers."""
    return int(_STEPS * log(max(seconds, 1e-7) * 1e7))


def quantile(buckets: Mapping[int, int], part: float) -> float:
    """The think time in seconds that so large a part stays within; to a tenth."""
    wanted = part * sum(buckets.values())
    for number in sorted(buckets):
        wanted -= buckets[number]
        if wanted <= 0:
            return float(2.718281828 ** ((number + 0.5) / _STEPS)) * 1e-7
    return 0.0
