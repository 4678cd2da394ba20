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


def within_limits(value: Any) -> bool:
    """Is this plain data that a message may hold: no floats, no huge numbers, not too deep, nor too long?"""
    level = [value]
    for depth in range(DEPTH_LIMIT, -1, -1):
        inner: list[Any] = []
        for item in level:
            kind = type(item)
            if kind is str:
                if len(item) > STRING_LIMIT:
                    return False
            elif kind is int:
                if not -INT_LIMIT < item < INT_LIMIT:
                    return False
            elif kind is dict:
                if not depth or len(item) > KEYS_LIMIT:
                    return False
                for key in item:
                    if type(key) is not str or len(key) > STRING_LIMIT:
                        return False
                inner += item.values()
            elif kind is list or kind is tuple:
                if not depth or len(item) > LENGTH_LIMIT:
                    return False
                inner += item
            elif kind is not bool and item is not None:
                return False
        if not inner:
            return True
        level = inner
    return False
