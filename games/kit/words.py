"""Checks of the game's texts: complete, and without braces that nothing fills."""

from __future__ import annotations

import string
from collections.abc import Iterator
from typing import Any, Final, get_args, get_origin, get_type_hints

from games import texts

from ..api import AnyGame
from ..views import View
from .met import Tally
from .promise import Broken, Doubt

FIXED: Final = ("game", "preset", "option", "group", "level", "board", "action", "event")
"""The kinds of keys that a game's declarations name completely."""


def has_its_words(game: AnyGame) -> None:
    """Every code, event, option, word, preset, level and action has a text."""
    try:
        if unsaid := texts.unsaid(game):
            raise Broken(f"texts are missing (`paiju words {game.id} --write` lays them out): {', '.join(unsaid)}")
    except texts.Unreadable as error:
        raise Broken(f"a language cannot be read: {error}") from error


def fills_its_texts(game: AnyGame) -> None:
    """The braces in texts of events and actions name their fields."""
    for language, words in texts.texts(game).items():
        for key, text in words.items():
            _braces(f"{language}, {key}", text)
        for event in game.events:
            key = f"event.{event.kind}"
            if strange := _braces(f"{language}, {key}", words.get(key, "")) - set(event.__struct_fields__):
                raise Broken(
                    f"{language}, {key}: the event has no field {', '.join(sorted(strange))}; it has "
                    f"{', '.join(event.__struct_fields__) or 'none'}"
                )
        for tag, fields in _actions(game):
            key = f"action.{tag}"
            if strange := _braces(f"{language}, {key}", words.get(key, "")) - fields:
                raise Broken(
                    f"{language}, {key}: neither the action nor its move has a field {', '.join(sorted(strange))}"
                )


def says_it_in_both_languages(game: AnyGame) -> None:
    """Both languages have the same texts with the same braces, and none for something that does not exist."""
    doubts = [half] if (half := texts.half_said(game)) else []
    chinese, english = texts.own_texts(game).values()
    for key in sorted(chinese.keys() & english.keys()):
        one, other = (sorted(_braces(key, words[key])) for words in (chinese, english))
        if key.startswith(("event.", "code.")) and one != other:
            doubts.append(f"{key} has the braces {one} in zh-CN and {other} in en-US: is that meant?")
    needed = texts.needed(game) | texts.COMMON["en-US"].keys()
    known = [key for key in english if key in needed or key.rpartition(".")[0] in needed]
    strange = [key for key in english if key.partition(".")[0] in FIXED and key not in known]
    if strange:
        few = ", ".join(strange[:8]) + (" …" if len(strange) > 8 else "")
        doubts.append(f"there are texts for what the game does not have ({few}): a slip of the pen?")
    if doubts:
        raise Doubt("; ".join(doubts))


def words_what_it_refuses(game: AnyGame, tally: Tally) -> None:
    """Refusals met in play, and reasons of outcomes, have texts; their braces name parameters of the refusal."""
    catalogues = texts.texts(game)
    for kind, name, *params in sorted(tally):
        if kind not in ("code", "reason"):
            continue
        key = f"{kind}.{name}"
        for language, words in catalogues.items():
            if key not in words:
                raise Broken(f"{language}: {key} has no text, but it is met in play: write it")
            if strange := _braces(f"{language}, {key}", words[key]) - set(params):
                raise Broken(
                    f"{language}, {key}: no parameter {', '.join(sorted(strange))} is given; give it with "
                    f'Refused("{name}", ...), or leave it out of the text'
                )


def _actions(game: AnyGame) -> Iterator[tuple[str, set[str]]]:
    """Each action's tag, and the fields from which its text may be filled."""
    moves = _fields(game.Own, set())
    kinds: Any = get_args(game.Action) if get_origin(game.Action) is not None else (game.Action,)
    for struct in kinds:
        if struct.__struct_config__.tag is not None:
            yield str(struct.__struct_config__.tag), {*struct.__struct_encode_fields__, *moves}


def _fields(kind: Any, seen: set[Any]) -> set[str]:
    """The names of all fields in a view and in the views within it."""
    if kind in seen:
        return set()
    seen.add(kind)
    if isinstance(kind, type) and issubclass(kind, View):
        hints = get_type_hints(kind)
        inner = (_fields(hints[name], seen) for name in kind.__struct_fields__)
        return set(kind.__struct_fields__).union(*inner)
    return set().union(*(_fields(part, seen) for part in get_args(kind)))


def _braces(where: str, text: str) -> set[str]:
    try:
        return {name.split(".")[0] for _, name, _, _ in string.Formatter().parse(text) if name}
    except ValueError as error:
        raise Broken(f"{where}: {text!r} has a brace without its other half ({error})") from error
