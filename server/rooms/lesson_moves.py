"""A lesson, move by move: it asks the learner, plans for its bots, and accepts only the next move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from games.api import HOST, LEARNER, Actor, LessonMove, Refused
from games.chance import Chance

from .decision import Decision
from .document import PLAYING, Hot, LessonDoc, PlanDoc
from .game_codec import decode_state, encode_action, encode_state

PACE_MS: int = 1_700
"""The pause before a bot's move. Neither this nor the next is Final: tests of pages shorten them."""
READING_MS: int = 3_500
"""The same pause while the learner reads a new sentence."""
_DONE: Final = "done"


def lesson_at(moves: Sequence[LessonMove[Any]], done: int) -> LessonDoc:
    """The lesson after this many of its moves."""
    if done == len(moves):
        return LessonDoc(done, done, _DONE)
    move = moves[done]
    asks = msgspec.to_builtins(move.action) if move.seat == LEARNER else None
    return LessonDoc(done, len(moves), move.says, asks)


def follow(d: Decision, hot: Hot, actor: Actor) -> None:
    """Go on to the next move if the one just made was the one asked for; otherwise refuse it. `hot` is from before it.

    Moves are compared by their effect, not by their form.
    """
    move = _next(d)
    if actor == HOST or move is None:
        return
    if actor != move.seat or d.room.hot.state != _state_after(d, hot, move):
        raise Refused("lesson.other")
    assert d.room.cold.lesson is not None
    assert d.game.lesson is not None
    d.room = d.room.with_cold(lesson=lesson_at(d.game.lesson.moves, d.room.cold.lesson.done + 1))


def _state_after(d: Decision, hot: Hot, move: LessonMove[Any]) -> bytes:
    state, chance = decode_state(d.game, hot.state), Chance(hot.secret, hot.step + 1)
    return encode_state(d.game.apply(state, move.seat, move.action, chance, d.room.hot.now).state)


def plans(d: Decision, least_ms: int) -> tuple[PlanDoc, ...]:
    """The plan of the bot whose move it is."""
    move = _next(d)
    if move is None or move.seat == LEARNER or d.room.cold.phase != PLAYING:
        return ()
    doc = d.room.cold.lesson
    before = d.game.lesson.moves[doc.done - 1].says if d.game.lesson and doc and doc.done else ""
    due = d.room.hot.now + max(PACE_MS if move.says == before else READING_MS, least_ms)
    return (PlanDoc(move.seat, due, encode_action(move.action), False, b""),)


def _next(d: Decision) -> LessonMove[Any] | None:
    """The next move; None after the last one."""
    lesson, doc = d.game.lesson, d.room.cold.lesson
    if lesson is None or doc is None or doc.done >= len(lesson.moves):
        return None
    return lesson.moves[doc.done]
