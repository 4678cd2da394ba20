"""What a message may hold: plain data, and not too much of it."""

from __future__ import annotations

from typing import Any, Final

DEPTH_LIMIT: Final = 8
LENGTH_LIMIT: Final = 256  # entries of one list
KEYS_LIMIT: Final = 64  # entries of one map
STRING_LIMIT: Final = 4096
INT_LIMIT: Final = 2**53


class Misplaced(ValueError):
    """Names the field that is wrong; msgspec hands the text on as that of its own error."""

    def __init__(self, field: str) -> None:
        super().__init__(f"Invalid value - at `$.{field}`")


def check(value: Any, field: str) -> None:
    """Misplaced, unless the value is plain data within the limits."""
    if not within_limits(value):
        raise Misplaced(field)


def within_limits(value: Any, depth: int = DEPTH_LIMIT) -> bool:
    """Is this plain data that a message may hold: no floats, no huge numbers, not too deep, nor too long?"""
    kind = type(value)
    if kind is str:
        return len(value) <= STRING_LIMIT
    if kind is int:
        return bool(-INT_LIMIT < value < INT_LIMIT)
    if kind is bool or value is None:
        return True
    if depth == 0:
        return False
    if kind is dict:
        return len(value) <= KEYS_LIMIT and all(
            type(k) is str and len(k) <= STRING_LIMIT and within_limits(v, depth - 1) for k, v in value.items()
        )
    if kind is list or kind is tuple:
        return len(value) <= LENGTH_LIMIT and all(within_limits(v, depth - 1) for v in value)
    return False
