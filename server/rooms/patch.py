"""The difference between two views of one type, as a patch that a client can apply without knowing the rules.

A patch is a flat list `[head, operands, head, operands ...]` with `head = field number * 4 + op`;
docs/protocol.md describes it for clients.

Events imply a part of the difference: an event class may declare `sets`, pairs of a place on the table and the field of
the event whose value goes there. Server and client apply these, event by event, before the patch, which carries only
the other changes and corrects anything that an event got wrong.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from msgspec import NODEFAULT
from msgspec.structs import astuple, fields, replace

from games.views import Event, Make, View

SET: Final = 0  # value
SPLICE: Final = 1  # indices removed from the old list, items appended
ITEMS: Final = 2  # [index, patch, index, patch, ...] for a list of views of unchanged length
ADD: Final = 3  # amount; used only by events
WHOLE: Final = -1  # the head of a patch that replaces everything

Patch = list[Any]

# How `sets` names a place on the table.
_PLACE: Final = re.compile(r"(?P<field>\w+)(?P<how>\[\]|[+-])?(?:\[(?P<index>\w+)\]\.(?P<inner>\w+))?")
_PUT: Final = 0  # the ways in which a value gets to its place
_APPEND: Final = 1
_COUNT: Final = 2
_CHANGE: Final = 3  # a field of one item of a list


def patch_between(old: View | None, new: View | None) -> Patch | None:
    """The patch that turns `old` into `new`; None when nothing differs."""
    if old is None or new is None:
        return None if old is new else [WHOLE, new]
    patch: Patch = []
    was, now = astuple(old), astuple(new)
    for number in range(len(now)):  # `zip` would make a tuple per field
        before, after = was[number], now[number]
        if before is not after and before != after:
            head = 4 * number
            if not after or type(after) is not list:
                patch += (head + SET, after)
                continue
            items = before if type(before) is list else []
            patch += _views(head, items, after) if isinstance(after[0], View) else _values(head, items, after)
    return patch or None


def _views(head: int, before: list[Any], after: list[Any]) -> Patch:
    """Between two lists of views, all of one type."""
    if len(before) == len(after):
        items: Patch = []
        for i, (was, now) in enumerate(zip(before, after, strict=True)):
            if was != now:
                items += (i, patch_between(was, now) or [])
        return [head + ITEMS, items]
    removed, appended = _splice(before, after)
    if len(removed) + len(appended) < len(after):
        return [head + SPLICE, removed, _short(appended)]
    return [head + SET, _short(after)]


def _values(head: int, before: list[Any], after: list[Any]) -> Patch:
    """Between two lists of cards, numbers or words."""
    removed, appended = _splice(before, after)
    return [head + SPLICE, removed, appended] if len(removed) + len(appended) < len(after) else [head + SET, after]


def _splice(before: list[Any], after: list[Any]) -> tuple[list[int], list[Any]]:
    """The indices to remove from `before` and the items to append to turn it into `after`."""
    if after[: len(before)] == before:
        return [], after[len(before) :]
    kept, held = 0, len(after)
    removed: list[int] = []
    for i, item in enumerate(before):
        if kept < held and item == after[kept]:
            kept += 1
        else:
            removed.append(i)
    return removed, after[kept:]


def _short(items: list[View]) -> list[Any]:
    """Views without those trailing fields that have their default value: readers fill them in."""
    if not items or not (defaults := _defaults(type(items[0]))):
        return items
    short: list[Any] = []
    for item in items:
        values = astuple(item)
        end, fixed = len(values), len(values) - len(defaults)
        while end > fixed and values[end - 1] == defaults[end - 1 - fixed]:
            end -= 1
        short.append(values[:end])
    return short


@cache
def _defaults(kind: type[View]) -> tuple[Any, ...]:
    return tuple(
        about.default if about.default is not NODEFAULT else about.default_factory()
        for about in fields(kind)
        if not about.required
    )


# --- the changes that events imply ---


class _Effect:
    """One of an event's `sets`, parsed once for all events of that kind."""

    __slots__ = ("field", "how", "index", "inner", "less", "source")

    def __init__(self, table: type[View], place: str, source: Any) -> None:
        self.field, how, self.index, self.inner = parts_of(table, place)
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


def parts_of(table: type[View], place: str) -> tuple[str, str, str, str]:
    """The parts of a place in an event's `sets`: the table's field, how it changes, the event's field with the index,
    and the item's field.
    """
    match = _PLACE.fullmatch(place)
    if match is None or match["field"] not in table.__struct_fields__:
        raise TypeError(f"{table.__name__} has no place {place!r}")
    return match["field"], match["how"] or "", match["index"] or "", match["inner"] or ""
