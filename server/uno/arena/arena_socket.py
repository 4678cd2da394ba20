"""A connection in a room: its owner, and what it has been sent."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class ArenaSocket:
    """A connection in the room. `decision`: the last decision whose private `turn` it was sent."""

    sid: str
    seat: int | None
    token: str
    decision: int = 0
