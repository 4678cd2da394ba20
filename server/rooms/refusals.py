"""The conditions without which a command is refused."""

from __future__ import annotations

from typing import TypeVar

from games.api import Json, Refused

X = TypeVar("X")


def need(wanted: X | None, code: str, **params: Json) -> X:
    """Returns the value; refuses with this code if it is None or False.

    Only None counts as nothing: 0 is a seat, and an empty string is a string.
    """
    if wanted is None or wanted is False:
        raise Refused(code, **params)
    return wanted
