"""The JSON Schema of the actions that a player may send in `act`, generated from a game's types."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from games.api import AnyGame
from games.texts import action_tags, texts

Json = Any
TITLES: Final = "x-titles"
"""The key in an action's schema with its button labels, by language."""


def action_schema(game: AnyGame) -> Json:
    """The schema as a document of its own, with its parts under `$defs`."""
    schema, parts = action_components(game, "#/$defs/{name}")
    return {**schema, "$defs": parts} if parts else schema


def action_components(game: AnyGame, ref_template: str) -> tuple[Json, dict[str, Json]]:
    """The schema of any action of the game, and the parts that it refers to."""
    (schema,), parts = msgspec.json.schema_components([game.Action], ref_template=ref_template)
    words = texts(game)
    for tag in action_tags(game.Action):
        titles = {language: said[f"action.{tag}"] for language, said in words.items() if f"action.{tag}" in said}
        for part in parts.values():
            if titles and _is_tagged(part, tag):
                part[TITLES] = titles
    return schema, parts


def _is_tagged(part: Json, tag: str) -> bool:
    """Is this the schema of the action with that tag? msgspec writes a tag as the only value of its field."""
    return any(field.get("enum") == [tag] for field in part.get("properties", {}).values())
