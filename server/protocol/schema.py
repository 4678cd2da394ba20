"""The meaning of a game's positional views and events, as data for clients (docs/protocol.md)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from games.api import AnyGame
from games.marks import action_marks, marks_of
from games.views import Event, Named, View, Word

from .effect_templates import templates
from .named_form import NamedReader

Json = Any
_PLAIN = {int: "int", bool: "bool", str: "str", Any: "any"}


@dataclass(frozen=True)
class Schema:
    """The schema of one game together with the room around it."""

    body: dict[str, Json]

    @property
    def hash(self) -> str:
        """Equal hashes mean equal schemas. A client that sends the hash in `know` does not get the schema again."""
        return str(self.body["hash"])

    @cached_property
    def packed(self) -> msgspec.Raw:
        """The schema in msgpack, ready to be put into snapshots."""
        return msgspec.Raw(msgspec.msgpack.encode(self.body))

    @cached_property
    def reader(self) -> NamedReader:
        """Translates positional frames into the named form."""
        return NamedReader(self.body)


_SCHEMAS: dict[tuple[int, type[View]], tuple[AnyGame, Schema]] = {}


def schema_of(game: AnyGame, room: type[View], room_events: Sequence[type[Event]] = ()) -> Schema:
    """The schema of that game, built once."""
    key = (id(game), room)
    known = _SCHEMAS.get(key)
    if known is None:
        # Keep a reference to the game, so that its id() cannot be reused for another one.
        known = _SCHEMAS[key] = (game, build(game, room, room_events))
    return known[1]


def build(game: AnyGame, room: type[View], room_events: Sequence[type[Event]] = ()) -> Schema:
    """Build the schema from the types of the game's and the room's views and events."""
    walk = _Walk()
    events: dict[str, Json] = {}
    for cls in (*game.events, *room_events):
        number = _number(cls)
        if number in events:
            raise TypeError(f"{game.id}: two events have the number {number}, {events[number][0]} and {cls.kind}")
        events[number] = [cls.kind, walk.struct(cls)]
        if cls.sets:
            events[number].append(templates(cls, game.Table))
    body: dict[str, Json] = {
        "id": game.id,
        "version": game.version,
        "events": events,
        "table": walk.struct(game.Table),
        "own": walk.struct(game.Own),
        "room": walk.struct(room),
        "structs": walk.structs,
        "words": walk.words,
        "names": {table: list(entries) for table, entries in game.names.items()},
    }
    actions = action_marks(game.Action)
    if walk.marks or any(actions.values()):
        body["marks"] = {"structs": walk.marks, "actions": actions}
    missing = walk.tables - body["names"].keys()
    if missing:
        raise TypeError(f"{game.id}: views use static tables that the game does not have: {sorted(missing)}")
    # Through JSON and back: the schema is plain data, whatever the game used (tuples, words).
    plain = msgspec.json.decode(msgspec.json.encode(body))
    digest = hashlib.sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()[:16]
    return Schema({"hash": digest, **plain})


def _number(cls: type[Event]) -> str:
    tag = cls.__struct_config__.tag
    if not isinstance(tag, int):
        raise TypeError(f"{cls.__name__}: an event is declared with a number, class {cls.__name__}(Event, tag=3)")
    return str(tag)


@dataclass
class _Walk:
    structs: dict[str, list[list[Json]]] = field(default_factory=dict)
    words: dict[str, list[Json]] = field(default_factory=dict)
    marks: dict[str, Json] = field(default_factory=dict)
    tables: set[str] = field(default_factory=set)
    names: dict[type[Any], str] = field(default_factory=dict)

    def struct(self, cls: type[View]) -> str:
        known = self.names.get(cls)
        if known is not None:
            return known
        name = self._name(cls)
        hints = get_type_hints(cls, include_extras=True)
        fields = self.structs[name] = []
        for info in msgspec.structs.fields(cls):
            try:
                entry = [info.name, self.kind(hints[info.name])]
            except TypeError as error:
                raise TypeError(f"{cls.__name__}.{info.name}: {error}") from None
            if not info.required:
                entry.append(_default(info))
            fields.append(entry)
        if marks := marks_of(cls):
            self.marks[name] = marks
        return name

    def word(self, cls: type[Word]) -> str:
        known = self.names.get(cls)
        if known is not None:
            return known
        labels: list[Json] = [None] * (max(cls) + 1)
        for member in cls:
            labels[member] = member.label
        name = self._name(cls)
        self.words[name] = labels
        return name

    def kind(self, kind: Any) -> Json:
        if kind in _PLAIN:
            return _PLAIN[kind]
        origin = get_origin(kind)
        if origin is Annotated:
            return self._annotated(kind)
        if origin in (Union, UnionType):
            inner = [a for a in get_args(kind) if a is not NoneType]
            if len(inner) == 1:
                return ["maybe", self.kind(inner[0])]
        if origin in (list, tuple):
            return ["list", self.kind(get_args(kind)[0])]
        if isinstance(kind, type) and issubclass(kind, Word):
            return ["word", self.word(kind)]
        if isinstance(kind, type) and issubclass(kind, View):
            return ["struct", self.struct(kind)]
        if kind in (list, dict):
            return "any"
        raise TypeError(f"not a type for views: {kind!r}")

    def _annotated(self, kind: Any) -> Json:
        inner, *marks = get_args(kind)
        for mark in marks:
            if isinstance(mark, Named):
                self.tables.add(mark.table)
                return ["named", mark.table]
        return self.kind(inner)

    def _name(self, cls: type[Any]) -> str:
        """The class's name, with a number if the game and the room use the same name for different classes."""
        name, n = cls.__name__, 1
        while name in self.names.values():
            n += 1
            name = f"{cls.__name__}{n}"
        self.names[cls] = name
        return name


def _default(info: msgspec.structs.FieldInfo) -> Json:
    make: Callable[[], Any] | Any = info.default_factory
    return make() if make is not msgspec.NODEFAULT else info.default
