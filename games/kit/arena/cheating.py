"""A twin that sees all hands, to learn how much there is to win at most. For measuring alone: no room has it.

It tries what its level would do, and whatever else is listed as legal, plays each out on the true hands with that level
in every seat, and takes what wins most often. Of the pile it knows no more than others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ...api import HOST, AnyGame, BotSeat, Plan, Refused, Seat
from ...chance import Chance
from ...views import Event
from ..promise import pack, unpack
from .match import Stuck
from .players import LevelPlayer, Maker, Seen

PLAYOUTS: Final = 12
"""Of each choice, to find the one that promises most; then that one and its level's go through four times as many."""
_MOST_ACTIONS: Final = 2_000
_AGAIN_MS: Final = 100


class CheatingPlayer:
    """Plays like its level where there is nothing to choose."""

    def __init__(self, game: AnyGame, seat: Seat, chance: Chance, level: str, playouts: int = PLAYOUTS) -> None:
        self.game, self.seat, self.chance, self.level, self.playouts = game, seat, chance, level, playouts
        self.honest = LevelPlayer(game, seat, chance, level)

    def plan(self, seen: Seen) -> Plan[Any]:
        plan = self.honest.plan(seen)
        choices = self._choices(plan.action, seen)
        if plan.action is None or len(choices) < 2 or self.seat not in self.game.to_act(seen.state):
            return plan
        stored = pack(seen.state)
        first = self._worths(stored, choices, self.playouts)
        best = choices[max(range(len(choices)), key=first.__getitem__)]
        # Who looked best by chance must not be judged by the same chance.
        own, other = self._worths(stored, [plan.action, best], 4 * self.playouts)
        return Plan(best if other > own else plan.action, plan.think_ms, plan.memory)

    def _worths(self, stored: bytes, choices: Sequence[Any], playouts: int) -> list[float]:
        secrets = [self.chance.secret() for _ in range(playouts)]
        return [sum(self._played_out(stored, choice, secret) for secret in secrets) for choice in choices]

    def _choices(self, own_choice: Any, seen: Seen) -> Sequence[Any]:
        listed = list(self.game.listed(seen.own)) if self.game.listed is not None else []
        return [own_choice, *(action for action in listed if action != own_choice)]

    def _played_out(self, stored: bytes, action: Any, secret: bytes) -> float:
        """What the next end of a round or of the match brings this seat; refused: nothing is worse."""
        game, state, now = self.game, unpack(self.game, stored), 0
        if game.reshuffle is not None:
            state = game.reshuffle(state, Chance(secret))
        actor: Seat = BotSeat(self.seat)
        players: dict[Seat, LevelPlayer] = {}
        for number in range(_MOST_ACTIONS):
            try:
                step = game.apply(state, actor, action, Chance(secret, number), now)
            except Refused as refused:
                if not number:
                    return float("-inf")
                if refused.code not in game.timely:
                    raise Stuck(f"{action!r} was refused to a twin: {refused!r}") from refused
                now += _AGAIN_MS
            else:
                state = step.state
                worth = self._worth(state, [told.public for told in step.events if told.public is not None])
                if worth is not None:
                    return worth
            actor, action, now = self._next(state, players, secret, now)
        return 0.0

    def _worth(self, state: Any, told: Sequence[Event]) -> float | None:
        """A round won is what counts; points are for ties."""
        rounds = self.game.gains(told) if self.game.gains is not None else ()
        if rounds:
            gain = rounds[0][self.seat]
            return (gain > 0) + gain / 1_000
        outcome = self.game.outcome(state)
        return None if outcome is None else (self.seat in outcome.winners) / len(outcome.winners)

    def _next(self, state: Any, players: dict[Seat, LevelPlayer], secret: bytes, now: int) -> tuple[Seat, Any, int]:
        """Who acts next, as in a match."""
        game = self.game
        table = game.table(state)
        plans = []
        for seat in game.may_act(state):
            if seat not in players:
                players[seat] = LevelPlayer(game, seat, Chance(secret, _MOST_ACTIONS + seat), self.level)
            plan = players[seat].plan(Seen(state, table, game.own(state, seat), ()))
            if plan.action is not None:
                plans.append((plan.think_ms, seat, plan.action))
        wake = game.wake(state)
        if plans:
            think, seat, action = min(plans, key=lambda plan: plan[:2])
            if wake is None or now + think < wake.at:
                return BotSeat(seat), action, now + think
        if wake is None:
            raise Stuck("a twin's playout cannot go on")
        return HOST, wake.action, max(now, wake.at)


def cheating(level: str, playouts: int = PLAYOUTS) -> Maker:
    """The twin of a level."""
    return lambda game, seat, chance: CheatingPlayer(game, seat, chance, level, playouts)
