"""Bots against bots, in one process and without a clock; counts the wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from ..api import HOST, AnyGame, BotSeat, Json, Refused, Seat, Step
from ..chance import Chance
from ..views import Event
from .promise import options_of

MOST_ACTIONS: Final = 100_000
Z: Final = 1.959964
"""Ninety-five per cent of a normal distribution lie within this many standard deviations."""


@dataclass(frozen=True, slots=True)
class Score:
    """One bot's wins; `low` and `high` bound its true rate with 95 % confidence (Wilson)."""

    level: str
    games: int
    wins: float
    low: float
    high: float

    @property
    def rate(self) -> float:
        return self.wins / self.games if self.games else 0.0


class Stuck(Exception):
    """A match that bots cannot finish."""


def arena(
    game: AnyGame,
    levels: Sequence[str],
    games: int,
    seed: str,
    *,
    preset: str = "",
    overrides: Mapping[str, Json] | None = None,
) -> list[Score]:
    """Play this many matches with one bot per entry; they change seats from match to match.

    A shared win counts as its share. The seed determines the matches, so results are repeatable.
    """
    options = options_of(game, preset or next(iter(game.presets)), len(levels), overrides)
    wins = [0.0] * len(levels)
    for number in range(games):
        turned = [levels[(seat + number) % len(levels)] for seat in range(len(levels))]
        winners = _match(game, options, turned, f"{seed}/{number}")
        for seat in winners:
            wins[(seat + number) % len(levels)] += 1 / len(winners)
    return [Score(level, games, won, *wilson(won, games)) for level, won in zip(levels, wins, strict=True)]


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The bounds of the true win rate, with 95 % confidence."""
    if not games:
        return 0.0, 1.0
    rate = wins / games
    middle = rate + Z * Z / (2 * games)
    spread = Z * sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def _match(game: AnyGame, options: Any, levels: Sequence[str], seed: str) -> Sequence[Seat]:
    """One match; returns its winners."""
    table = _Table(game, options, levels, seed)
    for _ in range(MOST_ACTIONS):
        outcome = game.outcome(table.state)
        if outcome is not None:
            return outcome.winners
        table.go_on()
    raise Stuck(f"match {seed} is not over after {MOST_ACTIONS} actions")


class _Table:
    """The bots of one match, each with its memory and the events since it was last asked."""

    def __init__(self, game: AnyGame, options: Any, levels: Sequence[str], seed: str) -> None:
        self.game = game
        self.levels = levels
        self.secret = seed.encode()
        self.number = 0
        self.now = 0
        self.whim = Chance(self.secret + b"/bots")
        self.memory = [b""] * len(levels)
        self.heard: list[list[Event]] = [[] for _ in levels]
        self.state: Any = None
        self._tell(game.setup(options, ["bot"] * len(levels), Chance(self.secret), 0))

    def go_on(self) -> None:
        """Let the bot with the shortest thinking time act, or the game's wake-up happen."""
        plans = [plan for seat in self.game.may_act(self.state) for plan in self._plans(seat)]
        wake = self.game.wake(self.state)
        if plans:
            think, seat, action = min(plans, key=lambda plan: plan[:2])
            if wake is None or self.now + think < wake.at:
                self.now += think
                self._apply(BotSeat(seat), action)
                return
        if wake is None:
            raise Stuck(f"no bot acts after {self.number} actions, and nothing will wake the game")
        self.now = max(self.now, wake.at)
        self._apply(HOST, wake.action)

    def _plans(self, seat: Seat) -> list[tuple[int, Seat, Any]]:
        game = self.game
        if game.bot is None:
            raise Stuck(f"the game {game.id} has no bots")
        table, own = game.table(self.state), game.own(self.state, seat)
        plan = game.bot(table, own, BotSeat(seat), self.heard[seat], self.memory[seat], self.whim, self.levels[seat])
        self.heard[seat] = []
        self.memory[seat] = plan.memory
        action = plan.action
        if plan.ponder and game.ponder is not None:
            action = game.ponder(table, own, BotSeat(seat), plan.memory, self.whim, self.levels[seat])
        return [] if action is None else [(plan.think_ms, seat, action)]

    def _apply(self, actor: Seat, action: Any) -> None:
        self.number += 1
        try:
            self._tell(self.game.apply(self.state, actor, action, Chance(self.secret, self.number), self.now))
        except Refused as refused:
            raise Stuck(f"the bot of seat {actor} was refused {action!r}: {refused!r}") from refused

    def _tell(self, step: Step[Any]) -> None:
        self.state = step.state
        for told in step.events:
            for seat, heard in enumerate(self.heard):
                event = told.secret.get(seat, told.public)
                if event is not None:
                    heard.append(event)
