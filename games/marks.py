"""Marks: the meaning of a field, besides its type, so that any game can be drawn (docs/marks.md).

A mark is part of the type, `Annotated[int, SEAT]`; the names below are shorter. Views, events and actions may carry
marks; the state of a game on the small surface (`games.simple`) does.
"""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Annotated, Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

Json = Any
X = TypeVar("X")


class Mark(msgspec.Struct, frozen=True, omit_defaults=True, rename={"kind": "is", "source": "from"}):
    """One mark; in this form it goes to clients."""

    kind: str
    source: str = ""
    """In a pick: the field of `own` with the cards to pick from."""
    least: int | None = None
    most: int | None = None
    each: Mark | None = None
    """In a list: the mark of its entries."""


SEAT: Final = Mark("seat")
CARD: Final = Mark("card")
PER_SEAT: Final = Mark("perSeat")
PILE: Final = Mark("pile")
PICK: Final = Mark("pick")

Seat = Annotated[int, SEAT]
"""The number of a seat; -1 for none."""
PerSeat = Annotated[list[X], PER_SEAT]
"""An entry for each seat."""
Turn = Annotated[X, Mark("turn")]
"""The seat, or the seats, that the game waits for."""
Team = Annotated[int, Mark("team")]
"""The number of a team; -1 for none."""
Count = Annotated[int, Mark("count")]
"""How many cards lie there, face down."""
Deadline = Annotated[int, Mark("deadline")]
"""A time on the game's clock; 0 for none."""
Hand = Annotated[X, Mark("hand")]
"""The cards that a seat holds, in its own view."""
Moves = Annotated[X, Mark("moves")]
"""Legal moves, in a seat's own view."""

PLURALS: Final = {"card": "cards", "seat": "seats"}


def mark_of(kind: Any) -> Mark | None:
    """The mark of a field with this type; None if it has none."""
    inner, marks = kind, []
    if get_origin(kind) is Annotated:
        inner, *marks = get_args(kind)
    if get_origin(inner) in (Union, UnionType):
        some = [part for part in get_args(inner) if part is not NoneType]
        inner = some[0] if len(some) == 1 else inner
    own = next((mark for mark in marks if isinstance(mark, Mark)), None)
    if get_origin(inner) in (list, tuple):
        return _of_list(own, mark_of(get_args(inner)[0]), inner, marks)
    if own is None and inner is not kind:
        own = mark_of(inner)
    return own or _of_number(inner, marks)


def _of_list(own: Mark | None, item: Mark | None, kind: Any, marks: list[Any]) -> Mark | None:
    if own is not None and own.kind == "perSeat":
        return msgspec.structs.replace(own, each=item)
    if own is not None and own.kind == "pick":
        least, most = _bounds(marks, "min_length", "max_length")
        return msgspec.structs.replace(own, least=1 if least is None else least, most=most)
    if own is not None or item is None:
        return own
    plural = PLURALS.get(item.kind)
    return Mark("list", each=item) if plural is None else Mark(plural)


def _of_number(kind: Any, marks: list[Any]) -> Mark | None:
    least, most = _bounds(marks, "ge", "le")
    return Mark("number", least=least, most=most) if kind is int and least is not None and most is not None else None


def _bounds(marks: list[Any], *names: str) -> tuple[int | None, int | None]:
    meta = next((mark for mark in marks if isinstance(mark, msgspec.Meta)), msgspec.Meta())
    least, most = (getattr(meta, name) for name in names)
    return least, most


def marks_of(struct: Any) -> dict[str, Json]:
    """The marks of a struct's fields, as clients get them."""
    hints = get_type_hints(struct, include_extras=True)
    found = {field.encode_name: mark_of(hints[field.name]) for field in msgspec.structs.fields(struct)}
    return {name: msgspec.to_builtins(mark) for name, mark in found.items() if mark is not None}


def action_marks(kind: Any) -> dict[str, Json]:
    """The marks of each action of a game, by its tag."""
    structs = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    tagged = [struct for struct in structs if getattr(struct, "__struct_config__", None) is not None]
    return {str(struct.__struct_config__.tag): marks_of(struct) for struct in tagged}
