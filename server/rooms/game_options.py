"""A game's options in a room: a preset and the host's changes."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from games.api import AnyGame, Json, Refused

from .refusals import need
from .room import Room


def resolved_options(game: AnyGame, preset: str, overrides: dict[str, Json], players: int | None) -> Any:
    """The game's options. A refusal names the wrong one."""
    if game.resolve is not None:
        return game.resolve(preset, overrides, players)
    need(preset in game.presets, "options.unknown_preset", preset=preset)
    merged = {**game.presets[preset], **overrides}
    for name in sorted(overrides):
        need(name in game.Options.__struct_encode_fields__, "options.unknown", option=name)
    try:
        return msgspec.convert(merged, game.Options, strict=True)
    except msgspec.ValidationError as error:
        reason = str(error)
        raise Refused("options.invalid", **_option_in(reason), reason=reason[:120]) from None


def _option_in(reason: str) -> dict[str, str]:
    """The option that msgspec's message names, if any."""
    at = re.search(r" - at `\$\.(\w+)", reason)
    return {"option": at[1]} if at else {}


def allowed_players(game: AnyGame, options: Any) -> range:
    return game.seats_for(options) if game.seats_for is not None else game.seats


def known_level(room: Room, name: str) -> str:
    """The level to which a name refers in this match: bots may have been renamed since it began."""
    for renamed in room.game.renamed_levels[room.cold.renamed :]:
        name = renamed.get(name, name)
    return name


def auto_level(room: Room) -> str:
    """The level of bots that fill seats automatically; empty if the game has no bots."""
    game = room.game
    if game.bot is None or not game.bot_levels:
        return ""
    if game.auto_level is None:
        return game.bot_levels[0]
    return game.auto_level(resolved_options(game, room.cold.preset, room.cold.options, None))
