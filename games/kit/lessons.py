"""The check of a game's lesson: each of its moves is legal, it ends, and every sentence is there."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Any, Final

import msgspec

from .. import texts
from ..api import LEARNER, AnyGame, Lesson, Refused
from ..chance import Chance
from .promise import Broken, Moot, pack, unpack

DONE: Final = "done"
"""The sentence after the last move."""
LEARNER_MS: Final = 60_000
BOT_MS: Final = 8_000
"""How long a move may take: bots wait until they have been heard."""


def teaches_what_its_lesson_says(game: AnyGame) -> None:
    """The lesson's moves are legal from its beginning to the end of a match, and both languages have its sentences."""
    if game.lesson is None:
        raise Moot
    if unsaid := [*_unsaid(game, game.lesson)]:
        raise Broken(f"the lesson lacks sentences in client/lesson/: {', '.join(unsaid)}")
    state = _played(game, game.lesson)
    outcome = game.outcome(unpack(game, state))
    if outcome is None or LEARNER not in outcome.winners:
        raise Broken(f"the lesson should end with a match that seat {LEARNER} wins")


def _unsaid(game: AnyGame, lesson: Lesson[Any, Any, Any]) -> Iterator[str]:
    wanted = [*dict.fromkeys(move.says for move in lesson.moves), DONE]
    for language in texts.LANGUAGES:
        path = files(texts.package_of(game)) / "client" / "lesson" / f"{language}.json"
        said = msgspec.json.decode(path.read_bytes(), type=dict[str, str]) if path.is_file() else {}
        yield from (f"{language}: {key}" for key in wanted if not said.get(key))


def _played(game: AnyGame, lesson: Lesson[Any, Any, Any]) -> bytes:
    """Its last state."""
    state, now = pack(lesson.begin(_options(game, lesson))), 0
    for number, move in enumerate(lesson.moves):
        now += LEARNER_MS if move.seat == LEARNER else BOT_MS
        try:
            step = game.apply(unpack(game, state), move.seat, move.action, Chance(b"lesson", number), now)
        except Refused as refused:
            raise Broken(
                f"move {number} of the lesson ({move.says}, seat {move.seat}) is refused: {refused.code}; is there a "
                "limit of time in its options?"
            ) from refused
        state = pack(step.state)
    return state


def _options(game: AnyGame, lesson: Lesson[Any, Any, Any]) -> Any:
    if game.resolve is not None:
        return game.resolve(lesson.preset, lesson.options, lesson.seats)
    return msgspec.convert({**game.presets[lesson.preset], **lesson.options}, game.Options)
