"""Reloads an installed game from its current files."""

from __future__ import annotations

import importlib
import linecache
import sys
from importlib.util import find_spec
from pathlib import Path

from games.api import AnyGame
from games.catalog import CatalogError, usable
from games.texts import package_of
from server.offered_games import look

OURS = "games"
"""The platform's own package: only a game's part of it is reloaded."""


def roots_of(game: AnyGame) -> set[str]:
    """The packages that contain the game's own code."""
    modules = {package_of(game), game.Options.__module__, game.State.__module__, game.setup.__module__}
    own = {module.partition(".")[0] for module in modules} - {OURS}
    return own or {package_of(game)}


def places_of(game: AnyGame) -> list[Path]:
    """Their places: folders, or single files."""
    found = []
    for root in sorted(roots_of(game)):
        spec = find_spec(root)
        if spec is not None and spec.origin is not None:
            file = Path(spec.origin)
            found.append(file.parent if file.name == "__init__.py" else file)
    return found


def reloaded(game: AnyGame) -> AnyGame:
    """The current game. If it raises CatalogError, everything is as before."""
    roots = roots_of(game)
    old = {name: module for name, module in sys.modules.items() if _is_in(name, roots)}
    for name in old:
        del sys.modules[name]
    importlib.invalidate_caches()
    linecache.checkcache()
    games, problems = usable(look, only=[game.id])
    if problems:
        for name in [name for name in sys.modules if _is_in(name, roots)]:
            del sys.modules[name]
        sys.modules.update(old)
        raise CatalogError(problems[0])
    return games[game.id]


def _is_in(name: str, roots: set[str]) -> bool:
    return any(name == root or name.startswith(f"{root}.") for root in roots)
