"""The wire form of an author's values: cards and words as small ints, structs as views."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from ..marks import CARD, PICK, Mark
from ..views import Named, View, Word

# Types are made from values here, which type checkers cannot follow.
_annotated: Any = Annotated
_list: Any = list
_new_word: Any = Word


@dataclass(frozen=True, slots=True)
class Shape:
    """A type for views, and the conversion in both directions."""

    kind: Any
    show: Callable[[Any], Any]
    read: Callable[[Any], Any]


def _same(value: Any) -> Any:
    return value


@cache
def hints_of(struct: Any) -> dict[str, Any]:
    """The types of a struct's fields, with their annotations."""
    hints = get_type_hints(struct, include_extras=True)
    return {name: hints[name] for name in struct.__struct_fields__}


def parts_of(kind: Any) -> tuple[Any, list[Any]]:
    """A type and its annotations."""
    if get_origin(kind) is Annotated:
        inner, *marks = get_args(kind)
        return inner, marks
    return kind, []


def maybe(kind: Any) -> Any:
    """The X of `X | None`; None if it is something else."""
    if get_origin(kind) not in (Union, UnionType):
        return None
    some = [part for part in get_args(kind) if part is not NoneType]
    return some[0] if len(some) == 1 and len(get_args(kind)) == 2 else None


class Shapes:
    """The shapes of one game's types; each struct and each choice of words becomes one type."""

    def __init__(self, cards: Sequence[str]) -> None:
        self._cards = cards
        self._numbers = {card: number for number, card in enumerate(cards)}
        self._made: dict[Any, Shape] = {}

    def of(self, kind: Any, name: str) -> Shape:
        """`name`: the name of the field, used to name a choice of words."""
        inner, marks = parts_of(kind)
        if CARD in marks:
            return Shape(_annotated[(int, Named("cards"), CARD)], self._numbers.__getitem__, self._cards.__getitem__)
        shape = self._plain(inner, name)
        kept = tuple(mark for mark in marks if isinstance(mark, Mark) and mark is not PICK)
        return Shape(_annotated[(shape.kind, *kept)], shape.show, shape.read) if kept else shape

    def _plain(self, kind: Any, name: str) -> Shape:
        if kind in (int, bool, str):
            return Shape(kind, _same, _same)
        if (some := maybe(kind)) is not None:
            return _optional(self.of(some, name))
        if get_origin(kind) in (list, tuple):
            return _list_of(self.of(get_args(kind)[0], name), get_origin(kind))
        if kind not in self._made:
            self._made[kind] = self._new(kind, name)
        return self._made[kind]

    def _new(self, kind: Any, name: str) -> Shape:
        if get_origin(kind) is Literal:
            return _choice(list(get_args(kind)), name.title().replace("_", ""))
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            return _choice(list(kind), kind.__name__)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            return self._struct(kind)
        raise TypeError(
            f"{name}: a view cannot show {kind!r}; it shows int, bool, str, Card, Literal, Struct and lists"
        )

    def _struct(self, kind: type[msgspec.Struct]) -> Shape:
        shapes = [(name, self.of(hint, name)) for name, hint in hints_of(kind).items()]
        view = msgspec.defstruct(kind.__name__, [(name, shape.kind) for name, shape in shapes], bases=(View,))
        return Shape(
            view,
            lambda value: view(*(shape.show(getattr(value, name)) for name, shape in shapes)),
            lambda shown: kind(**{name: shape.read(getattr(shown, name)) for name, shape in shapes}),
        )


def _optional(some: Shape) -> Shape:
    return Shape(
        some.kind | None,
        lambda value: None if value is None else some.show(value),
        lambda shown: None if shown is None else some.read(shown),
    )


def _list_of(item: Shape, container: Any) -> Shape:
    return Shape(
        _list[item.kind],
        lambda value: [item.show(one) for one in value],
        lambda shown: container(item.read(one) for one in shown),
    )


def _choice(values: list[Any], name: str) -> Shape:
    if not all(isinstance(value, str) for value in values):
        raise TypeError(f"{name}: a choice is made of words, not {values!r}")
    word = _new_word(name, {str(value): number for number, value in enumerate(values)})
    return Shape(word, lambda value: word(values.index(value)), values.__getitem__)
