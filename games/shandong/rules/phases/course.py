"""What one step needs, and what it collects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from games.api import Json, Seat, Told
from games.views import Event


@dataclass(slots=True)
class Course:
    """What one step needs and collects: the time it has reached, decks for new deals, and what it tells."""

    at: int
    deck: Callable[[Seat], Sequence[int]]  # for the seat that gets the first card
    told: list[Told] = field(default_factory=list)
    touched: set[Seat] = field(default_factory=set)
    about: dict[str, Json] = field(default_factory=dict)  # a description of the action, for those who only check it
    deals: int = 0  # how many began at this time

    def tell(self, public: Event | None, secret: dict[Seat, Event] | None = None) -> None:
        self.told.append(Told(public, secret or {}))

    def touch(self, *seats: Seat) -> None:
        """The own views of these seats may have changed."""
        self.touched.update(seats)
