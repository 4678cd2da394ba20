"""A game's words: `texts/zh-CN.json` and `texts/en-US.json` in its package, flat maps from key to text.

Keys that both languages should have (if only one has a text, both show it), except those in COMMON:

    game.name, game.about           its name, and one sentence about it
    preset.<name>                   each preset
    option.<field>                  each option as the wire names it
    option.<field>.<value>          each value of an option that is a choice of words
    group.<name>                    each group of options
    level.<name>                    each bot level but those in COMMON
    board.<name>, board.<name>.about    each leaderboard, and one sentence about it
    action.<type>                   the label of an action's button
    event.<kind>                    the log's line; the event's fields go in braces: {seat}, {card}
    word.<Type>.<label>             each Word that views and events use
    code.<code>                     each refusal; its parameters go in braces
    reason.<reason>                 each reason that an outcome gives

Other keys (`field.<name>` for the generic table, card names, help) are welcome; both languages must have the same ones.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

import msgspec

from .api import AnyGame
from .forms import choices
from .views import View, Word

LANGUAGES: Final = ("zh-CN", "en-US")
Texts = dict[str, str]
COMMON: Final[dict[str, Texts]] = {
    "zh-CN": {
        "code.action.unknown": "没有这个操作。",
        "code.card.not_held": "你手里没有这张牌。",
        "code.game.over": "本局已结束。",
        "code.move.not_now": "现在不能这样做。",
        "code.turn.not_yours": "还没轮到你。",
        "level.easy": "简单",
        "level.normal": "普通",
        "level.strong": "高手",
        "field.acting": "轮到",
        "field.deadline": "剩余时间",
        "field.legal": "可选操作",
        "field.teams": "队伍",
        "level.plain": "普通",
        "option.turnSeconds": "每步秒数（0 为不限时）",
        "preset.standard": "标准",
    },
    "en-US": {
        "code.action.unknown": "There is no such move.",
        "code.card.not_held": "You do not hold that card.",
        "code.game.over": "The game is over.",
        "code.move.not_now": "You cannot do that now.",
        "code.turn.not_yours": "It is not your turn.",
        "level.easy": "Easy",
        "level.normal": "Normal",
        "level.strong": "Strong",
        "field.acting": "To play",
        "field.deadline": "Time left",
        "field.legal": "Your moves",
        "field.teams": "Team",
        "level.plain": "Plain",
        "option.turnSeconds": "Seconds a move (0: no limit)",
        "preset.standard": "Standard",
    },
}
"""Texts that many games share; a game may replace them."""


def package_of(game: AnyGame) -> str:
    """The import package that holds the game's `texts/` and `client/`."""
    module = game.Options.__module__
    return game.package or sys.modules[module].__package__ or module


class Unreadable(Exception):
    """A text file is missing or not a map of texts; the message names it, and the line if there is one."""


def texts(game: AnyGame) -> dict[str, Texts]:
    """The game's texts by language; if a language lacks one, it borrows the other's. Raises Unreadable."""
    found = own_texts(game)
    everything = {key: text for words in found.values() for key, text in words.items()}
    return {language: {**everything, **COMMON[language], **words} for language, words in found.items()}


def own_texts(game: AnyGame) -> dict[str, Texts]:
    """The texts of each file alone; one file may not exist yet. Raises Unreadable."""
    folder = files(package_of(game)) / "texts"
    there = [language for language in LANGUAGES if (folder / f"{language}.json").is_file()]
    if not there:
        raise Unreadable(f"{folder / LANGUAGES[0]}.json: No such file or directory")
    return {language: _read(folder / f"{language}.json") if language in there else {} for language in LANGUAGES}


def missing(game: AnyGame) -> list[str]:
    """The missing texts, as `language: key`; empty if both languages are complete."""
    found = own_texts(game)
    return _not_in(found, needed(game).union(*found.values()))


def unsaid(game: AnyGame) -> list[str]:
    """Keys for which neither language has a text."""
    found = own_texts(game)
    return [key for key in sorted(needed(game)) if not any(words.get(key) for words in found.values())]


def lacking(game: AnyGame) -> list[str]:
    """Like `unsaid`, but only for keys that the declarations require: quick, because the source is not read."""
    found = own_texts(game)
    return [
        key
        for key in sorted(_declared(game) - COMMON["en-US"].keys())
        if not any(words.get(key) for words in found.values())
    ]


def needed(game: AnyGame) -> set[str]:
    """Every key that the game's declarations and source require."""
    codes = {f"code.{code}" for code in codes_in_source(package_of(game))}
    return (_declared(game) | codes) - COMMON["en-US"].keys()


def half_said(game: AnyGame) -> str:
    """A sentence about the texts that only one language has; empty if both have the same."""
    found = own_texts(game)
    everything = {key for words in found.values() for key, text in words.items() if text}
    lacks = {language: everything - {key for key, text in words.items() if text} for language, words in found.items()}
    parts = [f"{language} lacks {len(keys)} texts" for language, keys in lacks.items() if keys]
    return f"{', '.join(parts)} (`paiju words {game.id}` names them)" if parts else ""


def _not_in(found: dict[str, Texts], wanted: set[str]) -> list[str]:
    return [f"{language}: {key}" for language in LANGUAGES for key in sorted(wanted) if not found[language].get(key)]


def _declared(game: AnyGame) -> set[str]:
    keys = {"game.name", "game.about"}
    keys.update(f"preset.{name}" for name in game.presets)
    keys.update(f"group.{name}" for name in game.option_groups)
    keys.update(f"level.{name}" for name in game.bot_levels)
    keys.update(f"board.{name}{part}" for name in game.boards for part in ("", ".about"))
    keys.update(_option_keys(game.Options))
    keys.update(f"action.{tag}" for tag in action_tags(game.Action))
    keys.update(f"event.{event.kind}" for event in game.events)
    for view in (game.Table, game.Own, *game.events):
        keys.update(f"word.{word.__name__}.{entry.label}" for word in _words(view, set()) for entry in word)
    keys.update(f"code.{code}" for code in (game.not_started, game.ended, game.malformed) if code)
    return keys


def action_tags(kind: Any) -> list[str]:
    """The `type` of each action in the game's Action type."""
    options = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    return [str(struct.__struct_config__.tag) for struct in options if struct.__struct_config__.tag is not None]


def codes_in_source(package: str) -> set[str]:
    """The refusal codes that occur in the package's modules: `Refused("code")`."""
    return {code for source in _sources(files(package)) for code in _codes(ast.parse(source))}


def _read(file: Traversable) -> Texts:
    try:
        data = file.read_bytes()
    except OSError as error:
        raise Unreadable(f"{file}: {error.strerror}") from error
    try:
        return msgspec.json.decode(data, type=Texts)
    except msgspec.DecodeError as error:
        byte = re.search(r"\(byte (\d+)\)", str(error))
        line = f", line {data[: int(byte[1])].count(10) + 1}" if byte else ""
        raise Unreadable(f"{file}{line}: {error}") from error


def _option_keys(options: Any) -> Iterator[str]:
    for field in msgspec.structs.fields(options):
        yield f"option.{field.encode_name}"
        for value in choices(field.type):
            yield f"option.{field.encode_name}.{value}"


def _words(kind: Any, seen: set[Any]) -> set[type[Word]]:
    if kind in seen:
        return set()
    seen.add(kind)
    if isinstance(kind, type) and issubclass(kind, Word):
        return {kind}
    if isinstance(kind, type) and issubclass(kind, View):
        hints = get_type_hints(kind, include_extras=True)
        inner = [hints[name] for name in kind.__struct_fields__]
    else:
        inner = [part for part in get_args(kind) if isinstance(part, type) or get_args(part)]
    return set().union(*(_words(part, seen) for part in inner))


def _sources(folder: Traversable) -> Iterator[bytes]:
    for entry in folder.iterdir():
        if entry.is_dir() and entry.name not in ("tests", "node_modules"):
            yield from _sources(entry)
        elif entry.name.endswith(".py"):
            yield entry.read_bytes()


def _codes(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused" and node.args:
            first = node.args[0]
            branches = (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,)
            for branch in branches:
                if isinstance(branch, ast.Constant) and isinstance(branch.value, str):
                    yield branch.value
