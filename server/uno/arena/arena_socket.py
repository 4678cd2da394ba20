"""A connection in a room: whose it is, and what it has been sent."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class ArenaSocket:
    """A connection in the room. `decision`: the last one whose private `turn` it has been sent."""

    sid: str
    seat: int | None
    token: str
    decision: int = 0
