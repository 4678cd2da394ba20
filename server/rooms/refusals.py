"""What a command needs, or is refused for."""

from __future__ import annotations

from typing import TypeVar

from games.api import Json, Refused

X = TypeVar("X")


def need(wanted: X | None, code: str, **params: Json) -> X:
    """What is there, or what is true; refused when there is nothing, or when it is false.

    Nothing is None: 0 is a seat, and an empty text is a text.
    """
    if wanted is None or wanted is False:
        raise Refused(code, **params)
    return wanted
