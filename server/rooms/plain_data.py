"""What a message may contain: plain data, and not too much of it."""

from __future__ import annotations

from typing import Any, Final

DEPTH_LIMIT: Final = 8
LENGTH_LIMIT: Final = 256  # items in a list
KEYS_LIMIT: Final = 64  # entries in a map
STRING_LIMIT: Final = 4096
INT_LIMIT: Final = 2**53


class Misplaced(ValueError):
    """Names the wrong field; msgspec reuses the text in its own error."""

    def __init__(self, field: str) -> None:
        super().__init__(f"Invalid value - at `$.{field}`")


def check(value: Any, field: str) -> None:
    """Raise Misplaced unless this is plain data for a message: no floats, nothing huge, too deep or too long."""
    level = [value]
    for depth in range(DEPTH_LIMIT, -1, -1):
        inner: list[Any] = []
        for item in level:
            kind = type(item)
            if kind is str:
                fits = len(item) <= STRING_LIMIT
            elif kind is int:
                fits = -INT_LIMIT < item < INT_LIMIT
            elif kind is dict:
                fits = depth > 0 and len(item) <= KEYS_LIMIT
                for key in item:
                    fits = fits and type(key) is str and len(key) <= STRING_LIMIT
                inner += item.values()
            elif kind is list or kind is tuple:
                fits = depth > 0 and len(item) <= LENGTH_LIMIT
                inner += item
            else:
                fits = kind is bool or item is None
            if not fits:
                raise Misplaced(field)
        if not inner:
            return
        level = inner
