"""The context of one step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from games.api import Json, Seat, Told
from games.views import Event


@dataclass(slots=True)
class Course:
    """The context of one step: the time it has reached, decks for new deals, and the events it collects."""

    at: int
    deck: Callable[[Seat], Sequence[int]]  # for the seat that gets the first card
    told: list[Told] = field(default_factory=list)
    touched: set[Seat] = field(default_factory=set)
    about: dict[str, Json] = field(default_factory=dict)  # a description of the action, for a `check`
    deals: int = 0  # how many began at this time

    def tell(self, public: Event | None, secret: dict[Seat, Event] | None = None) -> None:
        self.told.append(Told(public, secret or {}))

    def touch(self, *seats: Seat) -> None:
        """The own views of these seats may have changed."""
        self.touched.update(seats)
