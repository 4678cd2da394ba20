"""A practice room in which a player takes the lesson of a game."""

from __future__ import annotations

from typing import Final

from games.api import LEARNER, Json

from .decision import Decision, Who
from .forking import ForkPoint, play_on
from .game_codec import encode_state
from .game_options import resolved_options
from .lesson_moves import lesson_at
from .refusals import need

SECRET: Final = b"lesson".ljust(32, b".")
"""The same for all lessons, which leave nothing to chance."""


def teach(d: Decision, who: Who, name: str, code: str) -> Json:
    """Fill the empty room: the learner in their seat, bots in all others, at the lesson's beginning."""
    game, lesson = d.game, need(d.game.lesson, "lesson.none")
    options = dict(lesson.options)
    state = lesson.begin(resolved_options(game, lesson.preset, options, lesson.seats))
    levels = (next(iter(game.bot_levels), "none"),) * lesson.seats
    point = ForkPoint(lesson.preset, options, levels, encode_state(state), 1, 0, SECRET, "")
    return play_on(d, who, (LEARNER, name), point, code, lesson_at(lesson.moves, 0))
