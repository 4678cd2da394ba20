"""Translates positional frames, by their schema, into the named form that the JSON door speaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgpack

from server.rooms.patch import WHOLE

from .effect_templates import filled

Json = Any
_Read = Callable[[Any], Json]
_Field = tuple[str, Json, _Read, Json]  # name, type, reader, default


def values(data: bytes) -> list[Any]:
    """The consecutive msgpack values in `data`."""
    unpacker = msgpack.Unpacker(strict_map_key=False)
    unpacker.feed(data)
    return list(unpacker)


class NamedReader:
    """Reads frames by one schema. A reader for each type is made on first use and cached."""

    def __init__(self, schema: dict[str, Json]) -> None:
        self._schema = schema
        self._structs: dict[str, list[_Field]] = {}
        self._events = {int(number): about for number, about in schema["events"].items()}

    def frame(self, told: list[Any]) -> dict[str, Json]:
        """The values of an `f` event, with names."""
        public, tag, events, table, room = told
        return {
            "pub": public,
            "tag": tag,
            "events": [self.event(e) for e in events],
            "table": self.table_patch(events, table),
            "room": self.patch(self._schema["room"], room),
        }

    def own(self, told: list[Any]) -> dict[str, Json]:
        """A seat's private part, with names; each of its events becomes `[place, instead, event]`."""
        private, events, own = told
        triples = zip(events[::3], events[1::3], events[2::3], strict=True)
        return {
            "priv": private,
            "events": [[place, instead, self.event(e)] for place, instead, e in triples],
            "own": self.patch(self._schema["own"], own),
        }

    def event(self, event: list[Any]) -> dict[str, Json]:
        """The event as a map with its kind under `type`; fields that are null are left out."""
        kind, name, *_ = self._events[event[0]]
        body = self.struct(name, event[1:])
        return {"type": kind, **{k: v for k, v in body.items() if v is not None}}

    def table_patch(self, events: list[list[Any]], patch: list[Any] | None) -> Json:
        """The table's patch, preceded by the changes that the events imply."""
        if patch and patch[0] == WHOLE:
            return self.patch(self._schema["table"], patch)
        said: list[Any] = []
        for number, *fields in events:
            for template in self._events[number][2:]:
                said += filled(template, fields)
        return self.patch(self._schema["table"], said + (patch or []) or None)

    def part(self, part: str) -> str:
        """The name of the struct for `table`, `own` or `room`."""
        return str(self._schema[part])

    def document(self, part: str, value: list[Any] | None) -> Json:
        """The `table`, `own` or `room` of a snapshot, with names."""
        return None if value is None else self.struct(self._schema[part], value)

    def struct(self, name: str, value: list[Any]) -> dict[str, Json]:
        fields = self._fields(name)
        made = {key: read(v) for (key, _, read, _), v in zip(fields, value, strict=False)}
        for key, _, read, default in fields[len(value) :]:
            made[key] = read(default)
        return made

    def patch(self, name: str, patch: list[Any] | None) -> Json:
        """A flat patch as a list of `[field, op, ...]`; the field is null for a whole document."""
        if patch is None:
            return None
        if patch and patch[0] == -1:
            return [[None, "set", None if patch[1] is None else self.struct(name, patch[1])]]
        fields = self._fields(name)
        out: list[Json] = []
        at = 0
        while at < len(patch):
            number, op = divmod(patch[at], 4)
            key, kind, read, _ = fields[number]
            if op == 0:
                out.append([key, "set", read(patch[at + 1])])
                at += 2
            elif op == 1:
                item = self._reader(_item(kind))
                out.append([key, "splice", patch[at + 1], [item(v) for v in patch[at + 2]]])
                at += 3
            elif op == 3:
                out.append([key, "add", patch[at + 1]])
                at += 2
            else:
                inner = _item(kind)[1]
                pairs = patch[at + 1]
                items = [[i, self.patch(inner, p)] for i, p in zip(pairs[::2], pairs[1::2], strict=True)]
                out.append([key, "items", items])
                at += 2
        return out

    def _fields(self, name: str) -> list[_Field]:
        known = self._structs.get(name)
        if known is None:
            known = self._structs[name] = []
            for key, kind, *default in self._schema["structs"][name]:
                known.append((key, kind, self._reader(kind), default[0] if default else None))
        return known

    def _reader(self, kind: Json) -> _Read:
        if isinstance(kind, str):
            return _same
        op, inner = kind
        if op == "maybe":
            some = self._reader(inner)
            return lambda v: None if v is None else some(v)
        if op == "list":
            item = self._reader(inner)
            return lambda v: [item(x) for x in v]
        if op == "struct":
            return lambda v: self.struct(inner, v)
        table = self._schema["words" if op == "word" else "names"][inner]
        return lambda v: table[v]


def _same(value: Any) -> Json:
    return value


def _item(kind: Json) -> Json:
    """The type of the items of a list that may be absent."""
    op, inner = kind
    return inner if op == "list" else _item(inner)
