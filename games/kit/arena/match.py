"""One measured match: its winners, the points of each round, the bots' think times and their blunders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final

from ...api import HOST, AnyGame, BotSeat, Outcome, Plan, Refused, Seat, Step
from ...chance import Chance
from ...views import Event
from .figures import bucket
from .players import Fault, Maker, Player, Seen, maker_of

MOST_ACTIONS: Final = 100_000
_AGAIN_MS: Final = 100
"""An action refused as too early is tried again after this, unless the refusal says when."""


class Stuck(Exception):
    """A match that bots cannot finish."""


@dataclass(slots=True)
class Conduct:
    """The measurements of one seat."""

    thought: Counter[int] = field(default_factory=Counter)
    """The number of decisions by bucket of think time."""
    made: Counter[str] = field(default_factory=Counter)
    could: Counter[str] = field(default_factory=Counter)
    """Blunders, and the chances to make them."""
    fault: str = ""


@dataclass(slots=True)
class Played:
    """`gains`: a row for each round, with the points that each seat gained."""

    outcome: Outcome
    gains: Sequence[Sequence[int]]
    conduct: Sequence[Conduct]


def play_match(game: AnyGame, options: Any, makers: Sequence[Maker], secret: bytes) -> Played:
    """Play a match to its end. The secret determines the deal and every random number."""
    return _Table(game, options, makers, secret).play()


class _Table:
    """The players of one match, and the events that each has heard since it was last asked."""

    def __init__(self, game: AnyGame, options: Any, makers: Sequence[Maker], secret: bytes) -> None:
        self.game = game
        self.secret = secret
        self.number = 0
        self.now = 0
        self.players: list[Player] = [
            make(game, seat, Chance(secret + b"/bot/%d" % seat)) for seat, make in enumerate(makers)
        ]
        self.conduct = [Conduct() for _ in makers]
        self.heard: list[list[Event]] = [[] for _ in makers]
        self.told: list[Event] = []
        self.state: Any = None
        self._tell(game.setup(options, ["bot"] * len(makers), Chance(secret), 0))

    def play(self) -> Played:
        for _ in range(MOST_ACTIONS):
            outcome = self.game.outcome(self.state)
            if outcome is not None:
                gains = self.game.gains(self.told) if self.game.gains is not None else ()
                return Played(outcome, gains, self.conduct)
            self._go_on()
        raise Stuck(f"match {self.secret!r} is not over after {MOST_ACTIONS} actions")

    def _go_on(self) -> None:
        """The bot with the shortest thought acts, or the game's wake comes first."""
        game = self.game
        table = game.table(self.state)
        plans = [plan for seat in game.may_act(self.state) if (plan := self._plan(seat, table))]
        wake = game.wake(self.state)
        if plans:
            due, seat, action, own = min(plans, key=lambda plan: plan[:2])
            if wake is None or due < wake.at:
                self.now = due
                self._act(seat, action, table, own)
                return
        if wake is None:
            raise Stuck(f"no bot acts after {self.number} actions, and nothing will wake the game")
        self.now = max(self.now, wake.at)
        self._apply(HOST, wake.action)

    def _plan(self, seat: Seat, table: Any) -> tuple[int, Seat, Any, Any] | None:
        own = self.game.own(self.state, seat)
        seen = Seen(self.state, table, own, self.heard[seat], self.now)
        self.heard[seat] = []
        began = perf_counter()
        try:
            plan = self.players[seat].plan(seen)
        except Fault as fault:
            plan = self._played_on(seat, str(fault), seen)
        if plan.action is None:
            return None
        self.conduct[seat].thought[bucket(perf_counter() - began)] += 1
        return plan.due(self.now), seat, plan.action, own

    def _played_on(self, seat: Seat, fault: str, seen: Seen) -> Plan[Any]:
        """The player has failed: the game's own bot continues in its seat."""
        conduct = self.conduct[seat]
        conduct.fault = conduct.fault or fault
        if not self.game.bot_levels:
            raise Stuck(f"{fault}, and {self.game.id} has no bots to go on for it")
        make = maker_of(self.game, self.game.bot_levels[0])
        self.players[seat] = make(self.game, seat, Chance(self.secret + b"/on/%d" % seat))
        return self.players[seat].plan(seen)

    def _act(self, seat: Seat, action: Any, table: Any, own: Any) -> None:
        """`table` and `own`: the seat's views when it decided."""
        conduct = self.conduct[seat]
        for name, blundered in self.game.blunders.items():
            made = blundered(table, own, seat, action)
            if made is not None:
                conduct.could[name] += 1
                conduct.made[name] += made
        try:
            self._apply(BotSeat(seat), action)
        except Refused as refused:
            if refused.code in self.game.timely:
                self.now += refused.params.get("retryAfter", _AGAIN_MS)
                return
            if not getattr(self.players[seat], "outside", False):
                raise Stuck(f"the bot of seat {seat} was refused {action!r}: {refused!r}") from refused
            seen = Seen(self.state, table, own, (), self.now)
            self._apply(BotSeat(seat), self._played_on(seat, f"it was refused: {refused!r}", seen).action)

    def _apply(self, actor: Seat, action: Any) -> None:
        self.number += 1
        self._tell(self.game.apply(self.state, actor, action, Chance(self.secret, self.number), self.now))

    def _tell(self, step: Step[Any]) -> None:
        self.state = step.state
        for told in step.events:
            if told.public is not None:
                self.told.append(told.public)
            for seat, heard in enumerate(self.heard):
                event = told.secret.get(seat, told.public)
                if event is not None:
                    heard.append(event)
