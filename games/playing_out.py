"""Playing on in the mind, from some state to where the next round ends: for bots that search, and for measuring."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from .api import Actor, AnyGame, Refused, Seat
from .chance import Chance
from .views import Event

MOST_ACTIONS: Final = 2_000
_AGAIN_MS: Final = 100
"""What is refused for being too early is tried again after so long."""
_FOR_TIES: Final = 1_000

Move = tuple[Actor, Any, int]
"""Who does what next, and when (game clock)."""


def play_out(
    game: AnyGame,
    state: Any,
    seat: Seat,
    first: Move,
    following: Callable[[Any, int], Move | None],
    secret: bytes,
    most: int = MOST_ACTIONS,
) -> tuple[float | None, int]:
    """What the next end of a round or of the match is worth to this seat, and after how many actions it came.

    None: it did not come, because `following` knew nothing more, or after `most` actions. May change the state.
    `following`: (state, now) -> the next move. What it names must be legal, or Refused is raised; if the first move is
    not, nothing is worth less.
    """
    actor, action, now = first
    for number in range(most):
        try:
            step = game.apply(state, actor, action, Chance(secret, number), now)
        except Refused as refused:
            if not number:
                return float("-inf"), 1
            if refused.code not in game.timely:
                raise
            now += _AGAIN_MS
        else:
            state = step.state
            worth = worth_of(game, state, [told.public for told in step.events if told.public is not None], seat)
            if worth is not None:
                return worth, number + 1
        move = following(state, now)
        if move is None:
            return None, number + 1
        actor, action, now = move
    return None, most


def worth_of(game: AnyGame, state: Any, told: Sequence[Event], seat: Seat) -> float | None:
    """From 0 to 1 and a little more: to win the round is what counts, and points are for ties. None: it is not over."""
    rounds = game.gains(told) if game.gains is not None else ()
    if rounds:
        gain = rounds[0][seat]
        return (gain > 0) + gain / _FOR_TIES
    outcome = game.outcome(state)
    if outcome is None:
        return None
    won = (seat in outcome.winners) / len(outcome.winners)
    behind = outcome.ranking.index(seat) if seat in outcome.ranking else len(outcome.ranking)
    return won - behind / _FOR_TIES
