"""Views and events: typed; positional in memory and on the native door, named everywhere else.

A `View` is encoded as an array of its fields. Small ints stand for cards and for words: a field annotated
`Annotated[int, Named("cards")]` is read through the game's static table `cards`, an `IntEnum` through its
labels. `named` gives the named form, which the JSON door, the vectors and the kit use.
"""

from __future__ import annotations

import re
from enum import IntEnum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Union, get_args, get_origin, get_type_hints

import msgspec

Json = Any


class Word(IntEnum):
    """One of a fixed set of words. The label is the member's name, unless `labels` says otherwise."""

    @property
    def label(self) -> str:
        return self.name


class Named(msgspec.Struct, frozen=True):
    """Marks an int as an entry of the game's static table of that name."""

    table: str


class View(msgspec.Struct, array_like=True):
    """A view, or a part of one. Fields: ints, bools, strings, Words, Named ints, Views, lists and None."""


class Make:
    """For `Event.sets`: a view made of event fields and constants."""

    __slots__ = ("parts", "view")

    def __init__(self, view: type[View], *parts: Any) -> None:
        self.view = view
        self.parts = parts


class Event(View):
    """Something that happened. Subclasses are declared with a number: `class Drew(Event, tag=3)`."""

    kind: ClassVar[str] = ""
    sets: ClassVar[tuple[tuple[str, Any], ...]] = ()
    """The changes to the table that the event implies, so that frames need not repeat them: pairs of a place (`"top"`,
    `"pile[]"` to append, `"left+"` and `"left-"` to count, `"players[seat].count"`) and the event's field, a constant
    or a `Make` that it then holds, or that is added or subtracted. Only an optimisation: the patch corrects anything
    they get wrong."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if not cls.__dict__.get("kind"):
            cls.kind = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()


def named(value: Any, kind: Any, tables: dict[str, Any]) -> Json:
    """`value` of type `kind` with names in place of numbers: maps for Views, words, entries of static tables."""
    return _namer(kind)(value, tables)


def named_event(event: Event, tables: dict[str, Any]) -> dict[str, Json]:
    """The event as a map with its kind under `type`; fields that are None are left out."""
    body = named(event, type(event), tables)
    return {"type": event.kind, **{k: v for k, v in body.items() if v is not None}}


@cache
def _namer(kind: Any) -> Any:
    origin = get_origin(kind)
    if origin is Annotated:
        for mark in get_args(kind)[1:]:
            if isinstance(mark, Named):
                return lambda v, tables, t=mark.table: tables[t][v]
        return _namer(get_args(kind)[0])
    if origin in (Union, UnionType):
        inner = [a for a in get_args(kind) if a is not NoneType]
        if len(inner) != 1:
            raise TypeError(f"a view field may be optional, but not a union: {kind}")
        some = _namer(inner[0])
        return lambda v, tables: None if v is None else some(v, tables)
    if origin in (list, tuple):
        item = _namer(get_args(kind)[0])
        return lambda v, tables: [item(x, tables) for x in v]
    if isinstance(kind, type) and issubclass(kind, Word):
        return lambda v, tables: kind(v).label
    if isinstance(kind, type) and issubclass(kind, View):
        hints = get_type_hints(kind, include_extras=True)
        fields = [(name, _namer(hints[name])) for name in kind.__struct_fields__]
        return lambda v, tables: {name: f(getattr(v, name), tables) for name, f in fields}
    if kind in (int, str, bool):
        return lambda v, tables: v
    raise TypeError(f"not a type for views: {kind!r}")
