"""The events of a step. Every move makes and reads many of these, so the class has its own, compiled module."""

from __future__ import annotations

from collections.abc import Mapping

from .views import Event


class Told:
    """One event: a version for everybody, and other versions for single seats.

    A seat named in `secret` gets its own version in place of the public one; if `public` is None,
    nobody else hears of the event at all.
    """

    __slots__ = ("public", "secret")

    def __init__(self, public: Event | None, secret: Mapping[int, Event] | None = None) -> None:
        self.public = public
        self.secret: Mapping[int, Event] = {} if secret is None else secret

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Told) and self.public == other.public and self.secret == other.secret

    __hash__ = None  # type: ignore[assignment]  # events are not hashable either

    def __repr__(self) -> str:
        return f"Told({self.public!r}, {self.secret!r})"
