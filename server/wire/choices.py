"""The options of a game as JSON Schema, for forms and programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

Json = Any


def options_schema(options: type[msgspec.Struct]) -> dict[str, Json]:
    """Choices stand in the order in which the game declares them; msgspec sorts them as words: 10, 2, …, A, J, K, Q."""
    schema = msgspec.json.schema(options)
    hints = get_type_hints(options, include_extras=True)
    properties = schema["$defs"][options.__name__]["properties"]
    for field in msgspec.structs.fields(options):
        for choices in _choices(hints[field.name]):
            _put_in_order(properties[field.encode_name], choices)
    return schema


def _choices(kind: Any) -> Iterator[list[Json]]:
    if get_origin(kind) is Literal:
        yield list(get_args(kind))
        return
    for part in get_args(kind):
        yield from _choices(part)


def _put_in_order(node: Json, choices: list[Json]) -> None:
    if not isinstance(node, dict):
        return
    if node.get("enum") == sorted(choices, key=str):
        node["enum"] = choices
    for part in (node.get("items"), *node.get("anyOf", ())):
        _put_in_order(part, choices)
