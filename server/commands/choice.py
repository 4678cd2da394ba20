"""Finds the game that a command is about."""

from __future__ import annotations

from games.api import AnyGame
from games.catalog import installed


def game_named(name: str) -> AnyGame:
    """The installed game with this id; raises CatalogError. Loads no other game."""
    return installed(only=[name])[name]
