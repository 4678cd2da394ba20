"""A client's socket in an arena room: its owner, and the last decision that it was asked for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class ArenaSocket:
    """A socket in a room. `decision` is the number of the last decision for which it got the private `turn`."""

    sid: str
    seat: int | None
    token: str
    decision: int = 0
