"""Proposals for the texts that a game lacks: a start for its author, derived from the keys."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, get_args, get_origin

import msgspec

from games import texts

from ..api import AnyGame


def proposals(game: AnyGame) -> dict[str, texts.Texts]:
    """By language, a text for each missing key."""
    found = texts.own_texts(game)
    wanted = [*dict.fromkeys(key for words in found.values() for key in words)]
    wanted += sorted(texts.needed(game) - set(wanted))
    said = texts.texts(game)
    return {
        language: {key: said[language].get(key) or _proposal(game, key) for key in wanted if not words.get(key)}
        for language, words in found.items()
    }


def untitled(game: AnyGame) -> list[str]:
    """The keys of fields that the table for any game shows by their names, because no text gives them a title."""
    said = {*texts.COMMON["en-US"]}.union(*texts.own_texts(game).values())
    views = [game.Table, game.Own]
    keys = dict.fromkeys(f"field.{field.encode_name}" for view in views for field in msgspec.structs.fields(view))
    return [key for key in keys if key not in said]


def _proposal(game: AnyGame, key: str) -> str:
    kind, _, rest = key.partition(".")
    last = rest.rpartition(".")[2]
    match kind:
        case "action":
            return _sentence(rest, *(f"{{{field}}}" for field in _fields_of(game, rest)))
        case "event":
            return _of_event(game, rest)
        case "code":
            return ": ".join(map(_plain, rest.split(".", 1))).capitalize() + "."
        case "word":
            return _plain(last)
        case "game":
            return _sentence(game.id)
    return _sentence(last)


def _of_event(game: AnyGame, kind: str) -> str:
    fields = next(event.__struct_fields__ for event in game.events if event.kind == kind)
    braces = [f"{{{field}}}" for field in fields]
    who = f"{braces.pop(0)}: " if fields[:1] == ("seat",) else ""
    return who + " ".join([_plain(kind), *braces])


def _fields_of(game: AnyGame, tag: str) -> Iterable[str]:
    """The fields of the action with that tag."""
    kinds: Any = get_args(game.Action) if get_origin(game.Action) is not None else (game.Action,)
    for struct in kinds:
        if struct.__struct_config__.tag == tag:
            return tuple(struct.__struct_encode_fields__)
    return ()


def _sentence(name: str, *more: str) -> str:
    return " ".join([_plain(name).capitalize(), *more])


def _plain(name: str) -> str:
    """`turnSeconds`, `too_small`, `high-card` as words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[_\-.]+", " ", name).lower()
