"""A seat at a table, wherever the table stands."""

from __future__ import annotations

from typing import Any, Protocol

Json = Any


class Question(Protocol):
    """What a seat is asked at one moment."""

    def seconds_left(self) -> float | None:
        """The time to answer; None where no clock runs."""

    async def overtaken(self) -> None:
        """Until it is no longer asked. May be cancelled without loss."""


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
        """The game's answer, or `{"refused": {...}}`. What it led to is told by `happened`."""

    async def next(self) -> None:
        """Until something more has happened. May be cancelled without loss."""

    def happened(self) -> list[tuple[list[Json], Json]]:
        """What has happened since the last question: events, and the table after them."""

    def question(self) -> Question | None:
        """What is asked now; None where everybody waits for the answer."""

    async def close(self) -> None: ...
