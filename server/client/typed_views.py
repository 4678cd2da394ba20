"""Converts the named form back to the typed views that a game's own bots read."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from games.api import AnyGame
from games.views import Event, Named, View, Word

Json = Any


class Unnamer:
    """Reads one game's views. Entries of static tables are found by name."""

    def __init__(self, game: AnyGame) -> None:
        self._indices = {
            table: {_key(entry): i for i, entry in enumerate(entries)} for table, entries in game.names.items()
        }

    def view(self, kind: type[View], body: Json) -> Any:
        hints = get_type_hints(kind, include_extras=True)
        return kind(**{name: self._value(hints[name], body[name]) for name in kind.__struct_fields__})

    def event(self, kind: type[Event], body: Json) -> Event:
        """Fields that are null are left out of events."""
        hints = get_type_hints(kind, include_extras=True)
        fields = {
            field.name: self._value(hints[field.name], body.get(field.name))
            for field in msgspec.structs.fields(kind)
            if field.required or field.name in body
        }
        return kind(**fields)

    def _value(self, kind: Any, value: Json) -> Any:
        if value is None:
            return None
        origin = get_origin(kind)
        if origin is Annotated:
            for mark in get_args(kind)[1:]:
                if isinstance(mark, Named):
                    return self._indices[mark.table][_key(value)]
            return self._value(get_args(kind)[0], value)
        if origin in (Union, UnionType):
            return self._value(next(a for a in get_args(kind) if a is not NoneType), value)
        if origin is list:
            return [self._value(get_args(kind)[0], item) for item in value]
        if isinstance(kind, type) and issubclass(kind, Word):
            return next(word for word in kind if word.label == value)
        if isinstance(kind, type) and issubclass(kind, View):
            return self.view(kind, value)
        return value


def _key(entry: Json) -> bytes:
    return msgspec.json.encode(entry, order="deterministic")
