"""The game that a command is told to work on."""

from __future__ import annotations

from games.api import AnyGame
from games.catalog import installed


def game_named(name: str) -> AnyGame:
    """The installed game of this id; raises CatalogError. Others are not loaded."""
    return installed(only=[name])[name]
