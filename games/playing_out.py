"""Simulates play from a step to the end of the round: for bots that search, and for measuring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from .api import HOST, Actor, AnyGame, BotSeat, Refused, Seat, Step
from .chance import Chance

MOST_ACTIONS: Final = 2_000
_AGAIN_MS: Final = 100
"""An action refused as too early is tried again after this long."""
FOR_TIES: Final = 1_000
"""What points are divided by, so that they only break ties between rounds won."""

Move = tuple[Actor, Any, int]
"""Who does what next, and when (game clock)."""


def play_out(
    game: AnyGame,
    step: Step[Any],
    now: int,
    following: Callable[[Any, int], Move | None],
    secret: bytes,
    most: int = MOST_ACTIONS,
) -> tuple[list[float] | None, int]:
    """How much the end of the round or match is worth to each seat, and how many actions led to it.

    None: the end was not reached: `following` found no move, or there were too many actions. May change the state.
    `following`: (state, now) -> the next move. It must be legal, or Refused is raised.
    """
    for number in range(1, most + 1):
        worths = worths_of(game, step)
        if worths is not None:
            return worths, number
        move = following(step.state, now)
        if move is None:
            return None, number
        actor, action, now = move
        try:
            step = game.apply(step.state, actor, action, Chance(secret, number), now)
        except Refused as refused:
            if refused.code not in game.timely:
                raise
            now += _AGAIN_MS
    return None, most


def worths_of(game: AnyGame, step: Step[Any]) -> list[float] | None:
    """About 0 to 1 for each seat: winning the round counts, and points break ties. None: the round continues."""
    if game.gains is not None:
        rounds = game.gains([told.public for told in step.events if told.public is not None])
        if rounds:
            return [(gain > 0) + gain / FOR_TIES for gain in rounds[0]]
    outcome = game.outcome(step.state)
    if outcome is None:
        return None
    worths = [0.0] * len(outcome.ranking)
    for behind, seat in enumerate(outcome.ranking):
        worths[seat] = (seat in outcome.winners) / len(outcome.winners) - behind / FOR_TIES
    return worths


class BotsPlayOn:
    """Continues with a bot of that level in every seat, as in a match: the bot with the shortest thought acts."""

    def __init__(self, game: AnyGame, level: str, secret: bytes) -> None:
        self._game = game
        self._level = level
        self._secret = secret
        self._memories: dict[Seat, bytes] = {}
        self._chances: dict[Seat, Chance] = {}

    def __call__(self, state: Any, now: int) -> Move | None:
        game = self._game
        table = game.table(state)
        plans = []
        for seat in game.may_act(state):
            due, action = self._plan(table, game.own(state, seat), BotSeat(seat), now)
            if action is not None:
                plans.append((due, seat, action))
        wake = game.wake(state)
        if plans:
            due, seat, action = min(plans, key=lambda plan: plan[:2])
            if wake is None or due < wake.at:
                return BotSeat(seat), action, due
        return None if wake is None else (HOST, wake.action, max(now, wake.at))

    def _plan(self, table: Any, own: Any, seat: BotSeat, now: int) -> tuple[int, Any]:
        game = self._game
        chance = self._chances.setdefault(seat, Chance(self._secret, MOST_ACTIONS + seat))
        assert game.bot is not None
        plan = game.bot(table, own, seat, (), self._memories.get(seat, b""), chance, self._level)
        self._memories[seat] = plan.memory
        if plan.ponder and game.ponder is not None:
            return plan.due(now), game.ponder(table, own, seat, plan.memory, chance, self._level)
        return plan.due(now), plan.action
