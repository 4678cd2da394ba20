"""The games this server offers: all installed ones except those that would break something for everybody."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from games.api import AnyGame
from games.catalog import usable
from games.forms import option_schema
from games.texts import half_said, lacking
from server.protocol.schema import schema_of
from server.rooms.room_view import ROOM_EVENTS, RoomView


def offered(only: Collection[str] | None = None) -> tuple[dict[str, AnyGame], list[str]]:
    """The games by id, and a sentence about each installed game that is left out."""
    return usable(look, only=only)


def half_worded(games: Mapping[str, AnyGame]) -> list[str]:
    """One sentence about each game that has texts in only one language."""
    return [f"{name}: {said}" for name, game in games.items() if (said := half_said(game))]


def look(game: AnyGame) -> None:
    """Raise if anything is missing that the list of games, the home page or a room's first frame needs."""
    if missing := lacking(game):
        few = ", ".join(missing[:3]) + (" …" if len(missing) > 3 else "")
        raise LookupError(f"texts are missing: {few} (`paiju words {game.id} --write` lays them out)")
    schema_of(game, RoomView, ROOM_EVENTS)
    choices = (game.seats[0], game.seats[-1], game.presets, option_schema(game.Options), game.bot_levels)
    tables = (game.teams, game.option_groups)
    msgspec.json.encode((*choices, *tables))
