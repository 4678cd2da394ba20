"""What a player sends (uno.md 5.2)."""

from __future__ import annotations

from typing import Any

import msgspec


class Action(msgspec.Struct):
    """Its name and what belongs to it.

    The payload is judged in the order of uno.md 5.3, so nothing is refused before.
    """

    action: str
    payload: dict[str, Any] = {}
