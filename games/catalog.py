"""The installed games, found by their entry points. Nothing else is loaded."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib.metadata import EntryPoint, entry_points, version
from traceback import walk_tb
from typing import Final

from .api import AnyGame, Game
from .searching_bot import with_searching_bot

GROUP: Final = "paiju.games"
LONGEST: Final = 300
"""The longest exception text to quote, so that a sentence stays a sentence."""

Look = Callable[[AnyGame], object]


class CatalogError(Exception):
    """An installed game cannot be offered; the message says which one and why, in one sentence."""


def installed(group: str = GROUP, only: Collection[str] | None = None) -> dict[str, AnyGame]:
    """Every installed game by id, sorted; `only` names the ones to load. Raises CatalogError for the first bad one."""
    return {name: _load(name, entries) for name, entries in _entries(group, only).items()}


def usable(look: Look, group: str = GROUP, only: Collection[str] | None = None) -> tuple[dict[str, AnyGame], list[str]]:
    """The installed games that load and pass `look`, and one sentence about each of the others."""
    games: dict[str, AnyGame] = {}
    problems: list[str] = []
    for name, entries in _entries(group, only).items():
        try:
            game = _load(name, entries)
            _look(look, game, entries[0])
        except CatalogError as problem:
            problems.append(str(problem))
        else:
            games[name] = game
    return games, problems


def _entries(group: str, only: Collection[str] | None) -> Mapping[str, Sequence[EntryPoint]]:
    found: dict[str, list[EntryPoint]] = defaultdict(list)
    for entry in entry_points(group=group):
        if only is None or entry.name in only:
            found[entry.name].append(entry)
    if unknown := sorted(set(only or ()) - set(found)):
        raise CatalogError(f"no installed package brings the game {', '.join(unknown)}")
    return {name: found[name] for name in sorted(found)}


def _load(name: str, entries: Sequence[EntryPoint]) -> AnyGame:
    # The same line of the same distribution may be listed twice (an editable install beside an old one).
    claims = {(_source(entry), entry.value) for entry in entries}
    if len(claims) > 1:
        who = ", ".join(f"{value} of {source}" for source, value in sorted(claims))
        raise CatalogError(f"two games are called {name}: {who}. Uninstall one of them.")
    entry = entries[0]
    try:
        game = entry.load()
    except (Exception, SystemExit) as error:  # a third-party module may raise anything on import
        raise CatalogError(f"{_called(entry)} cannot be loaded: {_told(error, entry)}") from error
    if not isinstance(game, Game):
        raise CatalogError(f"{_called(entry)} is a {type(game).__name__}, not a games.api.Game{_place(None, entry)}")
    if game.id != name:
        raise CatalogError(
            f"the entry point {name} brings a game that calls itself {game.id}; the two must agree ({entry.value} of"
            f" {_source(entry)})"
        )
    return with_searching_bot(game)


def _look(look: Look, game: AnyGame, entry: EntryPoint) -> None:
    try:
        look(game)
    except Exception as error:
        raise CatalogError(f"{_called(entry)} cannot be offered: {_told(error, entry)}") from error


def _called(entry: EntryPoint) -> str:
    return f"the game {entry.name} ({entry.value} of {_source(entry)})"


def _source(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else "an unnamed package"


def _told(error: BaseException, entry: EntryPoint) -> str:
    """The exception in one line, and where it was raised."""
    text = " ".join(str(error.msg if isinstance(error, SyntaxError) else error).split())
    other = f"; it was made for another version of Paiju than this, which is {version('paiju')}" * _is_about_us(error)
    return f"{type(error).__name__}: {text[:LONGEST]}{other}{_place(error, entry)}"


def _is_about_us(error: BaseException) -> bool:
    """Does it use something that our interface does not have (any more)?"""
    if isinstance(error, ImportError):
        return (error.name or "").partition(".")[0] == __package__
    return isinstance(error, TypeError) and f"{Game.__name__}.__init__()" in str(error)


def _place(error: BaseException | None, entry: EntryPoint) -> str:
    """The last line reached in the game's own package, or at least its file; empty if neither is known."""
    if isinstance(error, SyntaxError) and error.filename:
        return f" ({error.filename}, line {error.lineno})"
    package = entry.module.partition(".")[0]
    for frame, line in reversed(list(walk_tb(error.__traceback__ if error else None))):
        if str(frame.f_globals.get("__name__")).partition(".")[0] == package:
            return f" ({frame.f_code.co_filename}, line {line})"
    file = getattr(sys.modules.get(entry.module), "__file__", None)
    return f" ({file})" if file else ""
