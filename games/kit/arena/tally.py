"""The results of many deals, only as sums, so that they can be stored, merged and continued."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from ...api import Seat
from .figures import Ratio, quantile
from .match import Played

_MOST_FAULTS: Final = 5
"""The most fault messages kept per player."""


class Score(msgspec.Struct):
    """The results of one entered bot. A shared win counts as its share."""

    name: str
    wins: Ratio = msgspec.field(default_factory=Ratio)
    points: Ratio = msgspec.field(default_factory=Ratio)
    """Signed points per round."""
    thought: dict[int, int] = {}
    made: dict[str, int] = {}
    could: dict[str, int] = {}
    faults: int = 0
    """Matches that it lost by failing."""
    faulty: list[str] = []

    @property
    def games(self) -> int:
        return round(self.wins.many)

    @property
    def rate(self) -> float:
        return self.wins.mean

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of the true rate of wins, with 95 % confidence."""
        return self.wins.share()

    def thinks(self, part: float) -> float:
        """The think time, in seconds, that this part of its decisions did not exceed."""
        return quantile(self.thought, part)

    def blunders(self) -> dict[str, float]:
        """The rate of each blunder: the part of the chances in which it was made."""
        return {name: self.made.get(name, 0) / could for name, could in self.could.items() if could}

    def join(self, other: Score) -> None:
        self.wins.join(other.wins)
        self.points.join(other.points)
        for mine, theirs in ((self.thought, other.thought), (self.made, other.made), (self.could, other.could)):
            _add(mine, theirs)
        self.faults += other.faults
        self.faulty = [*self.faulty, *other.faulty][:_MOST_FAULTS]


class Tally(msgspec.Struct):
    """The deals from the first on, without a gap."""

    deals: int = 0
    seconds: float = 0.0
    """Seconds of machine time."""
    scores: list[Score] = []

    def join(self, other: Tally) -> None:
        self.deals += other.deals
        self.seconds += other.seconds
        if not self.scores:
            self.scores = other.scores
            return
        for mine, theirs in zip(self.scores, other.scores, strict=True):
            mine.join(theirs)


class Deal:
    """The matches of one deal, until all bots have sat in every seat."""

    def __init__(self, names: Sequence[str]) -> None:
        self.scores = [Score(name) for name in names]
        self._shares = [0.0] * len(names)
        self._gains = [0] * len(names)
        self._games = self._rounds = 0

    def book(self, played: Played, sitting: Sequence[int]) -> None:
        """Add a match; `sitting`: the entry's number for each seat. A player that failed has not won."""
        self._games += 1
        self._rounds += len(played.gains)
        for seat in played.outcome.winners:
            if not played.conduct[seat].fault:
                self._shares[sitting[seat]] += 1 / len(played.outcome.winners)
        for seat, entry in enumerate(sitting):
            self._book_conduct(played, seat, entry)

    def _book_conduct(self, played: Played, seat: Seat, entry: int) -> None:
        score, conduct = self.scores[entry], played.conduct[seat]
        gained = sum(row[seat] for row in played.gains)
        if conduct.fault:
            score.faults += 1
            score.faulty = [*score.faulty, conduct.fault][:_MOST_FAULTS]
            gained = min(gained, 0)
        self._gains[entry] += gained
        for mine, noted in ((score.thought, conduct.thought), (score.made, conduct.made), (score.could, conduct.could)):
            _add(mine, noted)

    def tally(self, seconds: float) -> Tally:
        for entry, score in enumerate(self.scores):
            score.wins.add(self._shares[entry], self._games)
            if self._rounds:
                score.points.add(self._gains[entry], self._rounds)
        return Tally(1, seconds, self.scores)


def _add(mine: dict[Any, int], noted: Mapping[Any, int]) -> None:
    for name, count in noted.items():
        mine[name] = mine.get(name, 0) + count
