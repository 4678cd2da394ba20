"""Describes both doors for programs, as AsyncAPI with JSON Schema generated from the message types."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from games.api import AnyGame
from server.protocol import messages
from server.rooms import player_commands

from .action_schema import action_components

Json = Any
_SCHEMA: Final = "#/components/schemas/{name}"
_TOLD: Final[dict[str, Json]] = {
    "hello": {
        "token": "string", "bot": "boolean", "protocol": "integer", "time": "integer", "limits": "object",
        "gathers": "boolean",
    },
    "frame": {
        "pub": "integer", "tag": "integer", "events": "array", "table": ["array", "null"], "room": ["array", "null"],
    },
    "own": {"at": "integer", "tag": "integer", "priv": "integer", "events": "array", "own": ["array", "null"]},
    "snapshot": {
        "room": "object", "table": ["object", "null"], "own": ["object", "null"], "cursor": "array",
        "seat": ["integer", "null"], "act": "integer", "time": "integer",
    },
    "gone": {"code": "string"},
}  # fmt: skip


def asyncapi(version: str, games: Iterable[AnyGame]) -> dict[str, Json]:
    """The whole document, with the actions of these games."""
    asked: dict[str, type[Any]] = {"hello": messages.Hello, **messages.KINDS}
    schemas, parts = msgspec.json.schema_components(list(asked.values()), ref_template=_SCHEMA)
    any_action: list[Json] = []
    for game in games:
        name = f"{game.id}.actions"
        parts[name], of_game = action_components(game, _SCHEMA.format(name=f"{game.id}.{{name}}"))
        parts.update({f"{game.id}.{part}": schema for part, schema in of_game.items()})
        any_action.append({"$ref": _SCHEMA.format(name=name)})
    for cls in (player_commands.Act, player_commands.Check):
        parts[cls.__name__]["properties"]["action"] = {"anyOf": any_action}
    described: dict[str, Json] = {}
    for (kind, cls), schema in zip(asked.items(), schemas, strict=True):
        about = (cls.__doc__ or "").strip() if cls.__doc__ and not cls.__doc__.startswith(cls.__name__) else kind
        described[kind] = {"name": kind, "summary": about, "payload": _numbered(schema)}
    for kind, fields in _TOLD.items():
        described[f"told.{kind}"] = {"name": kind, "payload": _object({"kind": {"const": kind}}, fields)}
    described["answer"] = {
        "name": "answer",
        "summary": "the answer to the message with the id `re`",
        "payload": {
            "type": "object",
            "required": ["re"],
            "properties": {"re": {"type": "integer"}, "ok": {"type": "object"}, "refused": _refused()},
            "oneOf": [{"required": ["ok"]}, {"required": ["refused"]}],
        },
    }
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Paiju", "version": version, "description": "One JSON object in each text frame."},
        "channels": {
            "json": {
                "address": "/api/v1/ws",
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in described},
            }
        },
        "operations": {
            "ask": _operation("receive", list(asked)),
            "tell": _operation("send", [*(f"told.{kind}" for kind in _TOLD), "answer"]),
        },
        "components": {"messages": described, "schemas": parts},
    }


def _numbered(schema: Json) -> Json:
    return {"allOf": [schema, {"type": "object", "properties": {"id": {"type": "integer", "minimum": 0}}}]}


def _object(fixed: dict[str, Json], fields: dict[str, Json]) -> Json:
    properties = {**fixed, **{name: {"type": kind} for name, kind in fields.items()}}
    return {"type": "object", "required": list(properties), "properties": properties}


def _refused() -> Json:
    return {"type": "object", "required": ["code"], "properties": {"code": {"type": "string"}}}


def _operation(action: str, names: list[str]) -> Json:
    return {
        "action": action,
        "channel": {"$ref": "#/channels/json"},
        "messages": [{"$ref": f"#/channels/json/messages/{name}"} for name in names],
    }
