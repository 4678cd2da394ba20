"""The difference between two views of one type, as a patch that a client can apply without knowing rules.

A patch is a flat list `[head, operands, head, operands ...]` with `head = field number * 4 + op`;
docs/protocol.md describes it for clients.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from msgspec import NODEFAULT
from msgspec.structs import astuple, fields

from games.views import View

SET: Final = 0  # value
SPLICE: Final = 1  # indices removed from the old list, items appended
ITEMS: Final = 2  # [index, patch, index, patch, ...] for a list of views of unchanged length
ADD: Final = 3  # amount; used only by events
WHOLE: Final = -1  # the head of a patch that replaces everything

Patch = list[Any]


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
