"""A seat at a table, local or remote."""

from __future__ import annotations

from typing import Any, Protocol

Json = Any


class Question(Protocol):
    """What a seat is asked at one moment."""

    def seconds_left(self) -> float | None:
        """The time left to answer; None if no clock is running."""

    async def overtaken(self) -> None:
        """Wait until the question is settled. May be cancelled safely."""


class Seat(Protocol):
    """What the terminal needs to play."""

    @property
    def me(self) -> int: ...

    @property
    def table(self) -> Json: ...

    @property
    def own(self) -> Json: ...

    @property
    def names(self) -> list[str]: ...

    async def act(self, action: str, payload: Json) -> Json:
        """The game's answer, or `{"refused": {...}}`. `happened` tells the consequences."""

    async def next(self) -> None:
        """Wait until something more has happened. May be cancelled safely."""

    def happened(self) -> list[tuple[list[Json], Json]]:
        """What has happened since the last question: events, and the table after them."""

    def question(self) -> Question | None:
        """The current question; None if this seat is not asked anything."""

    async def close(self) -> None: ...
