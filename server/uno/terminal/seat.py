"""The interface of a seat at a table, local or remote."""

from __future__ import annotations

from typing import Any, Protocol

Json = Any


class Question(Protocol):
    """A decision that the seat is asked for."""

    def seconds_left(self) -> float | None:
        """The seconds left to answer; None if no clock is running."""

    async def overtaken(self) -> None:
        """Wait until the question is settled. May be cancelled safely."""


class Seat(Protocol):
    """A seat, as the terminal plays it."""

    @property
    def me(self) -> int: ...

    @property
    def table(self) -> Json: ...

    @property
    def own(self) -> Json: ...

    @property
    def names(self) -> list[str]: ...

    async def act(self, action: str, payload: Json) -> Json:
        """Act; returns the game's answer, or `{"refused": {...}}`. `happened` has the consequences."""

    async def next(self) -> None:
        """Wait until something more has happened. May be cancelled safely."""

    def happened(self) -> list[tuple[list[Json], Json]]:
        """The events since the last question, in groups, each with the table after it."""

    def question(self) -> Question | None:
        """The current question; None if this seat is not asked anything."""

    async def close(self) -> None: ...
