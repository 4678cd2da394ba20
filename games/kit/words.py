"""Checks of the game's texts: complete in both languages, and without unknown parameters."""

from __future__ import annotations

import string

from games import texts

from ..api import Refused
from .promise import Broken, refusal, unpack, verdict
from .sample import Sample


def has_its_words(sample: Sample) -> None:
    """Every code, event, option, word, preset, level and action has a text."""
    try:
        if unsaid := texts.unsaid(sample.game):
            raise Broken(
                f"texts are missing (`paiju words {sample.game.id} --write` lays them out): {', '.join(unsaid)}"
            )
    except texts.Unreadable as error:
        raise Broken(f"a language cannot be read: {error}") from error


def fills_its_texts(sample: Sample) -> None:
    """The braces in event texts name fields of those events."""
    for language, words in texts.texts(sample.game).items():
        for event in sample.game.events:
            text = words.get(f"event.{event.kind}", "")
            if strange := _braces(text) - set(event.__struct_fields__):
                raise Broken(f"{language}, event.{event.kind}: the event has no field {', '.join(sorted(strange))}")


def words_what_it_refuses(sample: Sample) -> None:
    """Refusals met in play, and reasons of outcomes, have texts; their braces name parameters of the refusal."""
    catalogues = texts.texts(sample.game)
    for key, params in _met(sample):
        for language, words in catalogues.items():
            if key not in words:
                raise Broken(f"{language}: {key} has no text")
            if strange := _braces(words[key]) - set(params):
                raise Broken(f"{language}, {key}: no parameter {', '.join(sorted(strange))} is given")


def _met(sample: Sample) -> list[tuple[str, tuple[str, ...]]]:
    met: set[tuple[str, tuple[str, ...]]] = set()
    game = sample.game
    for match, moment in sample.moments():
        for seat in range(len(match.sitters)):
            state = unpack(game, moment.before)
            refused: Refused | None = refusal(
                verdict(game, state, seat, moment.action, match.chance(moment.number), moment.now)
            )
            if refused is not None:
                met.add((f"code.{refused.code}", tuple(sorted(refused.params))))
        outcome = game.outcome(unpack(game, moment.after))
        if outcome is not None and outcome.reason:
            met.add((f"reason.{outcome.reason}", ()))
    return sorted(met)


def _braces(text: str) -> set[str]:
    return {name.split(".")[0] for _, name, _, _ in string.Formatter().parse(text) if name}
