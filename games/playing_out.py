"""Playing on in the mind, from some step to where the next round ends: for bots that search, and for measuring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from .api import Actor, AnyGame, Refused, Step
from .chance import Chance

MOST_ACTIONS: Final = 2_000
_AGAIN_MS: Final = 100
"""What is refused for being too early is tried again after so long."""
_FOR_TIES: Final = 1_000

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
    """What the next end of a round or of the match is worth to each seat, and how many actions led to it.

    None: it did not come, because `following` knew nothing more, or within so many actions. May change the state.
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
    """About 0 to 1 for each seat: to win the round is what counts, and points are for ties. None: it goes on."""
    if game.gains is not None:
        rounds = game.gains([told.public for told in step.events if told.public is not None])
        if rounds:
            return [(gain > 0) + gain / _FOR_TIES for gain in rounds[0]]
    outcome = game.outcome(step.state)
    if outcome is None:
        return None
    worths = [0.0] * len(outcome.ranking)
    for behind, seat in enumerate(outcome.ranking):
        worths[seat] = (seat in outcome.winners) / len(outcome.winners) - behind / _FOR_TIES
    return worths
