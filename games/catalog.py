"""The installed games, found by their entry points. Nothing is loaded that no entry point names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from .api import AnyGame, Game

GROUP: Final = "paiju.games"


class CatalogError(Exception):
    """The installed games cannot be offered as they are; the message says which and why."""


def installed(group: str = GROUP, only: Collection[str] | None = None) -> dict[str, AnyGame]:
    """Every installed game by id, sorted; `only` names the ones to load."""
    found: dict[str, list[EntryPoint]] = defaultdict(list)
    for entry in entry_points(group=group):
        if only is None or entry.name in only:
            found[entry.name].append(entry)
    if unknown := sorted(set(only or ()) - set(found)):
        raise CatalogError(f"no installed package brings the game {', '.join(unknown)}")
    return {name: _load(name, found[name]) for name in sorted(found)}


def _load(name: str, entries: list[EntryPoint]) -> AnyGame:
    # The same line of the same distribution may be listed twice (an editable install beside an old one).
    claims = {(_source(entry), entry.value) for entry in entries}
    if len(claims) > 1:
        who = ", ".join(f"{value} of {source}" for source, value in sorted(claims))
        raise CatalogError(f"two games are called {name}: {who}. Uninstall one of them.")
    entry = entries[0]
    try:
        game = entry.load()
    except Exception as error:  # whatever a stranger's module raises while it is imported
        raise CatalogError(
            f"the game {name} ({entry.value} of {_source(entry)}) cannot be loaded: {type(error).__name__}: {error}"
        ) from error
    if not isinstance(game, Game):
        raise CatalogError(f"the game {name} ({entry.value}) is a {type(game).__name__}, not a games.api.Game")
    if game.id != name:
        raise CatalogError(f"the entry point {name} brings a game that calls itself {game.id}; the two must agree")
    return game


def _source(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else "an unnamed package"
