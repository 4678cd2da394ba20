"""A referee who adds up a match of Shandong Upgrade from what everybody was told, by the rules of points and levels."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

Json = Any

LEVELS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
POINTS = {"5": 5, "10": 10, "K": 10}
STEPS = {0: 3, 5: 2, 40: 1}
"""Of the dealers, from so many points of the defenders on (shandong.md 13.1)."""


def worth(cards: list[str]) -> int:
    return sum(POINTS.get(card.split("_")[1], 0) for card in cards)


@dataclass
class Referee:
    """Hears the events one after the other and objects to the first thing that is wrong."""

    rounds: int = 0
    timed_out: list[int] = field(default_factory=list)
    winner: int | None = None
    played: list[tuple[int, list[str]]] = field(default_factory=list)
    attempted: list[tuple[int, list[str]]] = field(default_factory=list)
    _dealer: int | None = None
    _levels: list[str] = field(default_factory=list)
    _trick: list[tuple[int, list[str]]] = field(default_factory=list)
    _tricks: list[tuple[int, int]] = field(default_factory=list)
    _cards: list[str] = field(default_factory=list)

    def hear(self, event: Json) -> None:
        judge = getattr(self, f"_{event['type']}", None)
        if judge is not None:
            judge(event)

    def of(self, seat: int) -> Counter[tuple[str, ...]]:
        """What this seat was told to have played or tried to throw."""
        return Counter(tuple(sorted(cards)) for who, cards in self.played + self.attempted if who == seat)

    def _round_began(self, event: Json) -> None:
        assert not self._trick
        assert self.winner is None
        self._dealer, self._levels = event.get("dealer"), event["teamLevels"]
        self._tricks, self._cards = [], []

    def _trump_revealed(self, event: Json) -> None:
        if self._dealer is None:
            self._dealer = event["holder"]

    def _played(self, event: Json) -> None:
        seat, cards = event["seat"], event["cards"]
        if self._trick:
            assert seat == (self._trick[-1][0] + 1) % 4, "after one another"
            assert len(cards) == len(self._trick[0][1]), "as many cards as were led"
        elif self._tricks:
            assert seat == self._tricks[-1][0], "who won the trick leads"
        self._trick.append((seat, cards))
        self._cards += cards
        self.played.append((seat, cards))

    def _throw_failed(self, event: Json) -> None:
        self.attempted.append((event["seat"], event["attempted"]))

    def _timed_out(self, event: Json) -> None:
        self.timed_out.append(event["seat"])

    def _trick_won(self, event: Json) -> None:
        points = sum(worth(cards) for _, cards in self._trick)
        assert (len(self._trick), event["points"]) == (4, points)
        self._tricks.append((event["winner"], points))
        self._trick = []
        assert event["defenderPoints"] == self._defended()

    def _defended(self) -> int:
        return sum(points for winner, points in self._tricks if winner % 2 != self._dealer % 2)

    def _round_ended(self, event: Json) -> None:
        self.rounds += 1
        bottom = event["bottom"]
        assert len({*self._cards, *bottom}) == len(self._cards) + len(bottom) == 108, "every card was played once"
        assert sum(points for _, points in self._tricks) + worth(bottom) == 200
        caught = self._tricks[-1][0] % 2 != self._dealer % 2
        assert event["bottomPoints"] == worth(bottom)
        assert event["defenderDelta"] == (worth(bottom) * event["multiplier"] if caught else 0)
        assert event["defenderPoints"] == self._defended() + event["defenderDelta"]
        self._judge(event)

    def _judge(self, event: Json) -> None:
        """Who climbs how far, and who deals next (13)."""
        points, side = event["defenderPoints"], self._dealer % 2
        kept = points < 80
        steps = next(n for least, n in sorted(STEPS.items(), reverse=True) if points >= least) if kept else 0
        steps = steps if kept else min((points - 80) // 40, 3)
        assert (event["result"], event["steps"]) == ("dealer" if kept else "defenders", steps)
        levels = list(self._levels)
        if kept and levels[side] == "A":
            self.winner = side
            assert event.get("nextDealer") is None
        else:
            climber = side if kept else 1 - side
            levels[climber] = LEVELS[min(LEVELS.index(levels[climber]) + steps, len(LEVELS) - 1)]
            assert event["nextDealer"] == (self._dealer + (2 if kept else 1)) % 4
        assert event["teamLevels"] == levels
        self._levels = levels

    def _no_declare(self, event: Json) -> None:
        self._levels = event["teamLevels"]

    def _match_ended(self, event: Json) -> None:
        assert (event["team"], event["teamLevels"]) == (self.winner, self._levels)
