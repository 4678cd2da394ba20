"""A game's options, described for drawing a form."""

from __future__ import annotations

from enum import Enum
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from .api import Json


def option_schema(options: type[msgspec.Struct]) -> Json:
    """JSON Schema of the options. Choices keep the game's order (ranks from 2 to A), not the alphabetical one."""
    schema = msgspec.json.schema(options)
    parts = schema["$defs"]
    whole = parts[options.__name__]
    for not_for_forms in ("title", "description", "required", "additionalProperties"):
        whole.pop(not_for_forms, None)
    properties = whole["properties"]
    for field in msgspec.structs.fields(options):
        _put_in_order(properties[field.encode_name], choices(field.type), parts)
    return schema


def choices(kind: Any) -> list[str]:
    """The words that an option of this type may be, or may contain, in declaration order."""
    origin = get_origin(kind)
    if origin is Annotated:
        return choices(get_args(kind)[0])
    if origin is Literal:
        return [str(value) for value in get_args(kind) if isinstance(value, str)]
    if origin in (Union, UnionType, list, tuple):
        return [value for inner in get_args(kind) for value in choices(inner)]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return [str(entry.value) for entry in kind]
    return []


def _put_in_order(schema: Json, order: list[str], parts: Json) -> None:
    """msgspec sorts the values of an `enum`."""
    if isinstance(schema, dict):
        named = parts.get(schema.get("$ref", "").rpartition("/")[2], {})
        schema = named if "enum" in named else schema
        if "enum" in schema:
            schema["enum"].sort(key=lambda value: order.index(value) if value in order else len(order))
        for inner in schema.values():
            _put_in_order(inner, order, parts)
    elif isinstance(schema, list):
        for inner in schema:
            _put_in_order(inner, order, parts)
