"""The views of a game, made from the state's marks, and the conversion back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import msgspec

from ..api import Seat
from ..marks import PER_SEAT, PICK, PILE, Count, Deadline, Hand, Moves, PerSeat, Team, Turn
from ..marks import Seat as MarkedSeat
from ..views import Named, View
from .fields import Field, Holds
from .marks import Seen
from .parts import Kept, Parts
from .shapes import Shape, Shapes, hints_of, parts_of

ACTIONS = "actions"
"""The static table of the kinds of moves."""
FACE_DOWN = Annotated[int, PILE]
# Types are made from values here, which type checkers cannot follow.
_list: Any = list
_moves: Any = Moves
_per_seat: Any = PerSeat
_hand: Any = Hand


class Sight:
    """Shows a match to everybody and to a seat."""

    def __init__(self, parts: Parts, fields: Sequence[Field], actions: Sequence[Any], shapes: Shapes) -> None:
        self._parts = parts
        self._owned = [field for field in fields if field.seen is Seen.by_owner]
        self._counted = [field for field in fields if field.hidden and field.counted]
        self._open = [field for field in fields if not field.hidden]
        self._shapes = {
            field.name: shapes.of(field.kind, field.name) for field in fields if field.seen != Seen.by_nobody
        }
        self._moves = _MoveShapes(actions, shapes)
        made: list[tuple[str, Any]] = [("acting", Turn[list[MarkedSeat]]), ("deadline", Deadline)]
        made += [("teams", PerSeat[Team])] if parts.team else []
        made += [(field.name, _counted_kind(field)) for field in self._counted]
        made += [(field.name, self._shapes[field.name].kind) for field in self._open]
        self.Table: Any = _view("Table", made)
        made = [(field.name, _owned_kind(field, self._shapes[field.name])) for field in self._owned]
        self.Own: Any = _view("Own", [*made, ("legal", _moves[_list[self._moves.view]])])

    def table(self, kept: Kept[Any]) -> Any:
        parts, state = self._parts, kept.state
        made = [parts.acting(kept), kept.deadline]
        made += [parts.teams(kept)] if parts.team else []
        made += [_counts(field, getattr(state, field.name)) for field in self._counted]
        made += [self._shapes[field.name].show(getattr(state, field.name)) for field in self._open]
        return self.Table(*made)

    def own(self, kept: Kept[Any], seat: Seat) -> Any:
        state = kept.state
        held = [self._shapes[field.name].show(getattr(state, field.name)[seat]) for field in self._owned]
        moves = self._parts.moves(state, seat) if seat in self._parts.acting(kept) else ()
        return self.Own(*held, [self._moves.show(move) for move in moves])

    def picks(self, action: Any) -> bool:
        """Does this kind of move have a pick?"""
        return any(PICK in parts_of(hint)[1] for hint in hints_of(action).values())

    def listed(self, own: Any) -> Iterator[Any]:
        """The moves in a seat's view, as it would send them."""
        return map(self._moves.read, own.legal)

    def seen(self, table: Any, own: Any, seat: Seat) -> dict[str, Any]:
        """The fields of the state as far as the views show them; "" for a card that they do not show."""
        found = {field.name: self._shapes[field.name].read(getattr(table, field.name)) for field in self._open}
        for field in self._counted:
            told = getattr(table, field.name)
            found[field.name] = [_backs(field, n) for n in told] if field in self._owned else _backs(field, told)
        for field in self._owned:
            others = found.setdefault(field.name, [field.blank() for _ in range(self.seats(table))])
            others[seat] = self._shapes[field.name].read(getattr(own, field.name))
        return found

    def seats(self, table: Any) -> int:
        """How many sit at the table: the length of any list with an entry for each seat."""
        lists = (name for name, hint in hints_of(self.Table).items() if PER_SEAT in parts_of(hint)[1])
        return max((len(getattr(table, name)) for name in lists), default=0)


def _view(name: str, made: list[tuple[str, Any]]) -> Any:
    names = [field for field, _ in made]
    if twice := sorted({field for field in names if names.count(field) > 1}):
        raise TypeError(f"the state has a field {twice[0]}, and so has every {name}: give it another name")
    return msgspec.defstruct(name, made, bases=(View,))


def _counted_kind(field: Field) -> Any:
    kind = FACE_DOWN if field.pile else Count
    return _per_seat[kind] if field.seen is Seen.by_owner else kind


def _owned_kind(field: Field, shape: Shape) -> Any:
    return _hand[shape.kind] if field.holds is Holds.cards and not field.pile else shape.kind


def _counts(field: Field, value: Any) -> Any:
    return [field.count(one) for one in value] if field.seen is Seen.by_owner else field.count(value)


def _backs(field: Field, count: int) -> Any:
    """This many cards that nobody knows."""
    if field.holds is Holds.cards:
        return [""] * count
    return "" if field.holds is Holds.card and count else field.blank()


class _MoveShapes:
    """One view for all kinds of moves: its type, then the fields of each kind, null where it has none."""

    def __init__(self, actions: Sequence[Any], shapes: Shapes) -> None:
        self._actions = list(actions)
        self._fields: dict[str, Shape] = {}
        for action in actions:
            for name, hint in hints_of(action).items():
                shape = shapes.of(hint, name)
                if str(self._fields.setdefault(name, shape).kind) != str(shape.kind):
                    raise TypeError(f"{action.__name__}.{name}: another action has a field {name} of another type")
        fields: list[Any] = [("type", Annotated[int, Named(ACTIONS)])]
        fields += [(name, shape.kind | None, None) for name, shape in self._fields.items()]
        self.view: Any = msgspec.defstruct("Move", fields, bases=(View,))

    def show(self, move: Any) -> Any:
        said = {name: getattr(move, name) for name in move.__struct_fields__}
        shown = {name: self._fields[name].show(value) for name, value in said.items() if value is not None}
        return self.view(self._actions.index(type(move)), **shown)

    def read(self, move: Any) -> Any:
        action = self._actions[move.type]
        said = {name: getattr(move, name) for name in action.__struct_fields__}
        return action(**{name: self._fields[name].read(value) for name, value in said.items() if value is not None})
