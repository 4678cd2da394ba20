"""The changes that events imply, as data for clients: patch templates with holes for fields of the event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args, get_type_hints

from games.views import Event, Make, View
from server.rooms.patch import ADD, ITEMS, SET, SPLICE, parts_of

Json = Any


def templates(event: type[Event], table: type[View]) -> list[Json]:
    """The event's `sets` as a flat patch with holes: `{"field": n}` is its field n, `{"less": n}` is minus that."""
    patch: list[Json] = []
    for place, source in event.sets:
        field, how, index, name = parts_of(table, place)
        number = table.__struct_fields__.index(field) * 4
        value = _template(event, source)
        if index:
            items: type[View] = get_args(get_type_hints(table)[field])[0]
            within = items.__struct_fields__.index(name) * 4 + SET
            patch += [number + ITEMS, [_template(event, index), [within, value]]]
        elif how == "[]":
            patch += [number + SPLICE, [], [value]]
        elif how:
            patch += [number + ADD, value if how == "+" else _less(value)]
        else:
            patch += [number + SET, value]
    return patch


def _template(event: type[Event], source: Any) -> Json:
    if isinstance(source, str):
        return {"field": event.__struct_fields__.index(source)}
    if isinstance(source, Make):
        return [_template(event, part) for part in source.parts]
    return source


def _less(value: Json) -> Json:
    return {"less": value["field"]} if isinstance(value, dict) else -value


def filled(template: Json, fields: Sequence[Json]) -> Json:
    """A template with its holes filled from a positional event."""
    if isinstance(template, dict):
        return fields[template["field"]] if "field" in template else -fields[template["less"]]
    return [filled(part, fields) for part in template] if isinstance(template, list) else template
