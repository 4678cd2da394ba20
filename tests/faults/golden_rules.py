"""The options of a golden room, from its state, or from its preset while there is no match."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from games.catalog import installed
from games.uno.options import unpack
from server.rooms.document import Cold, Hot
from server.rooms.game_codec import decode_state
from server.rooms.game_options import resolved_options
from tests.faults.golden_party import Recipe

Json = Any
GAMES = installed(only=["crazy-eights", "shandong", "uno"])  # of those there are golden rooms
ALWAYS = {"straightsMayIncludePermanents"}
"""Options that have one value alone."""


def rules(cold: Cold, hot: Hot) -> dict[str, Json]:
    game = GAMES[cold.game]
    options: Any = resolved_options(game, cold.preset, cold.options, None)
    if hot.state and cold.game != "crazy-eights":  # whose state has none
        state = decode_state(game, hot.state)
        options = unpack(state.options) if cold.game == "uno" else state.rules
    return json.loads(msgspec.json.encode(options))


def never_changed(recipes: Sequence[Recipe]) -> dict[str, set[str]]:
    """Options that none of those rooms has away from what its preset says, by game."""
    missing = {game_id: set(game.Options.__struct_encode_fields__) - ALWAYS for game_id, game in GAMES.items()}
    for recipe in recipes:
        game = GAMES[recipe.game]
        preset = recipe.create.get("preset", next(iter(game.presets)))
        plain, own = (
            msgspec.to_builtins(resolved_options(game, preset, options, None))
            for options in ({}, recipe.create.get("options", {}))
        )
        missing[recipe.game] -= {name for name in plain if plain[name] != own[name]}
    return missing
