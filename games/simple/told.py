"""Authors' actions and events as the platform's events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from .. import views
from ..api import Seat, Told
from ..marks import Seat as MarkedSeat
from .marks import Action, Seen, tag_of
from .shapes import Shapes, hints_of, parts_of


class Telling:
    """One kind of action or event, and how it is told."""

    def __init__(self, struct: type[msgspec.Struct], number: int, shapes: Shapes, *, acts: bool) -> None:
        hints = hints_of(struct)
        self._acts = acts
        self._shapes = [(name, shapes.of(hint, name)) for name, hint in hints.items()]
        self._private = [Seen.by_actor in parts_of(hint)[1] for hint in hints.values()]
        names = set(struct.__struct_fields__)
        if acts and "seat" in names:
            raise TypeError(f"{struct.__name__}.seat: an action's seat is the actor's; call another one `target`")
        if any(self._private) and not acts and "seat" not in names:
            raise TypeError(f"{struct.__name__}: an event with a Private field needs a field `seat`, who is told")
        fields: list[Any] = [("seat", MarkedSeat)] if acts else []
        fields += [
            (name, shape.kind | None if private else shape.kind)
            for (name, shape), private in zip(self._shapes, self._private, strict=True)
        ]
        kind = {"kind": tag_of(struct)}
        self.event: Any = msgspec.defstruct(
            struct.__name__, fields, bases=(views.Event,), tag=number, namespace=kind, module=struct.__module__
        )

    def told(self, seat: Seat, value: Any) -> Told:
        """`seat`: who acted; an event names its own seat."""
        shown = [shape.show(getattr(value, name)) for name, shape in self._shapes]
        first = [seat] if self._acts else []
        whole = self.event(*first, *shown)
        if not any(self._private):
            return Told(whole)
        open_ = [None if private else part for part, private in zip(shown, self._private, strict=True)]
        return Told(self.event(*first, *open_), {seat if self._acts else value.seat: whole})


class Teller:
    """All that a game can tell: its actions, then its events, numbered in this order."""

    def __init__(self, actions: Sequence[Any], events: Iterable[Any], shapes: Shapes) -> None:
        told = [action for action in actions if action.told]
        self._tellings = {
            struct: Telling(struct, number, shapes, acts=number <= len(told))
            for number, struct in enumerate([*told, *events], 1)
        }
        self._acts = told
        self.events: list[type[views.Event]] = [telling.event for telling in self._tellings.values()]

    def speaking(self, reveals: Iterable[Any]) -> list[Any]:
        """The events that name cards which become visible: those of actions, and those that reveal."""
        return [self.event_of(struct) for struct in (*self._acts, *reveals)]

    def event_of(self, struct: Any) -> Any:
        return self._tellings[struct].event

    def told(self, seat: Seat, value: Any) -> Told | None:
        """None for an action that is not announced."""
        telling = self._tellings.get(type(value))
        if telling is None and isinstance(value, Action):
            return None
        if telling is None:
            raise TypeError(f"{type(value).__name__} was told, but `events` does not list it")
        return telling.told(seat, value)
