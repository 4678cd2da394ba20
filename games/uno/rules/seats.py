"""Who is in the match, and who comes after whom."""

from __future__ import annotations

from games.uno.state import State


def active_seats(s: State) -> list[int]:
    """The seats in the match, in seat order."""
    return [seat for seat in range(len(s.hands)) if not s.dropped >> seat & 1]


def is_active(s: State, seat: object) -> bool:
    """Is this the number of a seat that is in the match?"""
    return type(seat) is int and 0 <= seat < len(s.hands) and not s.dropped >> seat & 1


def active_count(s: State) -> int:
    """How many seats are in the match."""
    return len(s.hands) - s.dropped.bit_count()


def next_seat(s: State, seat: int, steps: int = 1) -> int:
    """The active seat this many steps after this one in the direction of play."""
    n = len(s.hands)
    if not s.dropped:
        return (seat + steps * s.direction) % n
    while steps:
        seat = (seat + s.direction) % n
        if not s.dropped >> seat & 1:
            steps -= 1
    return seat
