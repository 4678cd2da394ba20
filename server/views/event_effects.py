"""Changes to the table that events imply, so that patches need not repeat them.

An event class may declare `sets`: pairs of a place on the table and the event's field whose value it then has. Server
and client apply these, event by event, before the patch, which carries only the other changes and corrects anything
that an event got wrong. In schemas, the pairs become patch templates with holes for fields of the event.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Final, get_args, get_type_hints

from msgspec.structs import replace

from games.views import Event, Make, View

from .patch import ADD, ITEMS, SET, SPLICE

Json = Any
_PLACE: Final = re.compile(r"(?P<field>\w+)(?P<how>\[\]|[+-])?(?:\[(?P<index>\w+)\]\.(?P<inner>\w+))?")
_PUT: Final = 0  # the ways in which a value gets to its place
_APPEND: Final = 1
_COUNT: Final = 2
_CHANGE: Final = 3  # a field of one item of a list


class _Effect:
    """One of an event's `sets`, parsed once for all events of that kind."""

    __slots__ = ("field", "how", "index", "inner", "less", "source")

    def __init__(self, table: type[View], place: str, source: Any) -> None:
        self.field, how, self.index, self.inner = _parts(table, place)
        self.how = _CHANGE if self.index else {"": _PUT, "[]": _APPEND}.get(how, _COUNT)
        self.less = how == "-"
        self.source = source


def with_effects(table: View, events: Sequence[Event]) -> View:
    """The table after the changes that the events imply."""
    made = table
    for event in events:
        for effect in _effects(type(event), type(table)):
            if made is table:
                made = replace(table)
            source, field = effect.source, effect.field
            # Nearly all values are the event's own fields or constants.
            if type(source) is str:
                value = getattr(event, source)
            else:
                value = _made(source, event) if type(source) is Make else source
            if effect.how == _PUT:
                setattr(made, field, value)
            elif effect.how == _APPEND:
                setattr(made, field, [*getattr(made, field), value])
            elif effect.how == _COUNT:
                setattr(made, field, getattr(made, field) + (-value if effect.less else value))
            else:
                items = list(getattr(made, field))
                at = getattr(event, effect.index)
                items[at] = item = replace(items[at])
                setattr(item, effect.inner, value)
                setattr(made, field, items)
    return made


@cache
def _effects(event: type[Event], table: type[View]) -> tuple[_Effect, ...]:
    return tuple(_Effect(table, place, source) for place, source in event.sets)


def _made(make: Make, event: Event) -> View:
    parts: list[Any] = []
    for part in make.parts:
        if type(part) is str:
            parts.append(getattr(event, part))
        else:
            parts.append(_made(part, event) if type(part) is Make else part)
    return make.view(*parts)


def templates(event: type[Event], table: type[View]) -> list[Json]:
    """The event's `sets` as a flat patch with holes: `{"field": n}` is its field n, `{"less": n}` is minus that."""
    patch: list[Json] = []
    for place, source in event.sets:
        field, how, index, name = _parts(table, place)
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


def _parts(table: type[View], place: str) -> tuple[str, str, str, str]:
    match = _PLACE.fullmatch(place)
    if match is None or match["field"] not in table.__struct_fields__:
        raise TypeError(f"{table.__name__} has no place {place!r}")
    return match["field"], match["how"] or "", match["index"] or "", match["inner"] or ""
