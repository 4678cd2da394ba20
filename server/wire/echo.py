"""What events say of the table by themselves, so that patches need not say it again.

An event class may declare `sets`: pairs of a place on the table and the field of the event that stands there
afterwards. Both ends apply them in the order of the events before the patch, which carries only the rest: what an
event says too little or too much of, the patch puts right. In schemas the pairs become patch templates whose holes
are fields of the event.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, Final, get_args, get_type_hints

from msgspec.structs import replace

from games.views import Event, Make, View

from .patch import ADD, ITEMS, SET, SPLICE

Json = Any
_PLACE: Final = re.compile(r"(?P<field>\w+)(?P<how>\[\]|[+-])?(?:\[(?P<index>\w+)\]\.(?P<inner>\w+))?")
_Apply = Callable[[View, Event], None]


def echoed(table: View, events: Sequence[Event]) -> View:
    """The table after what the events say of it."""
    made = table
    for event in events:
        for apply in _applies(type(event), type(table)):
            if made is table:
                made = replace(table)
            apply(made, event)
    return made


@cache
def _applies(event: type[Event], table: type[View]) -> tuple[_Apply, ...]:
    return tuple(_apply(table, place, source) for place, source in event.sets)


def _apply(table: type[View], place: str, source: Any) -> _Apply:
    field, how, index, inner = _parts(table, place)
    value = _value(source)

    def put(made: View, event: Event) -> None:
        setattr(made, field, value(event))

    def add(made: View, event: Event) -> None:
        setattr(made, field, [*getattr(made, field), value(event)])

    def count(made: View, event: Event) -> None:
        amount = value(event)
        setattr(made, field, getattr(made, field) + (amount if how == "+" else -amount))

    def change(made: View, event: Event) -> None:
        items = list(getattr(made, field))
        at = getattr(event, index)
        items[at] = item = replace(items[at])
        setattr(item, inner, value(event))
        setattr(made, field, items)

    return change if index else {"": put, "[]": add}.get(how, count)


def _value(source: Any) -> Callable[[Event], Any]:
    if isinstance(source, str):
        return attrgetter(source)
    if isinstance(source, Make):
        parts = [_value(part) for part in source.parts]
        return lambda event: source.view(*[part(event) for part in parts])
    return lambda _: source


def templates(event: type[Event], table: type[View]) -> list[Json]:
    """The event's `sets` as a flat patch with holes: `{"field": n}` is the event's field n, `{"less": n}` minus it."""
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
    """A template with the fields of a positional event in its holes."""
    if isinstance(template, dict):
        return fields[template["field"]] if "field" in template else -fields[template["less"]]
    return [filled(part, fields) for part in template] if isinstance(template, list) else template


def _parts(table: type[View], place: str) -> tuple[str, str, str, str]:
    match = _PLACE.fullmatch(place)
    if match is None or match["field"] not in table.__struct_fields__:
        raise TypeError(f"{table.__name__} has no place {place!r}")
    return match["field"], match["how"] or "", match["index"] or "", match["inner"] or ""
