"""The store's arguments, results and exceptions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Literal, Protocol

import msgspec

from .entries import Entry


class Document(msgspec.Struct, frozen=True, gc=False):
    """A room in its stored form."""

    incarnation: int
    version: int
    tag: int
    hot: bytes
    cold: bytes
    schema: int = 1
    """The schema number of hot and cold; never above the reader's."""


class Turn(msgspec.Struct, frozen=True):
    """A match begins or ends with this commit."""

    match: int
    part: Literal["start", "end"]
    data: bytes
    """The data needed to reproduce the match."""
    record: str = ""
    """The id of the record to be made, if the match has ended."""


class Conflict(Exception):
    """Another worker's commit came first."""

    def __init__(self, document: Document | None) -> None:
        super().__init__("somebody else was first" if document else "the room is gone")
        self.document = document
        """The room as it is now; None if it no longer exists."""


class Drift(Exception):
    """The decision was made with a time that was wrong by more than 250 ms. Decide again with `now`."""

    def __init__(self, now: int) -> None:
        super().__init__(f"the time is {now}")
        self.now = now


class OldWorker(Exception):
    """A newer program has written this room, so its clients must go to a newer worker; or a newer program has changed
    the whole store, so that this program cannot start.
    """


class Unavailable(Exception):
    """The store cannot be reached or refuses to write."""

    def __init__(self, reason: str, *, unknown: bool = False) -> None:
        super().__init__(reason)
        self.unknown = unknown
        """True if the commit may have happened. Send it again to find out."""


class Listener(Protocol):
    """Hears each entry of a room once, in order. Called on the event loop; must not block."""

    def entries(self, entries: Sequence[Entry]) -> None:
        """The next commits."""

    def reset(self) -> None:
        """The history was lost (trimmed, rolled back, room gone): load the room and show everything again."""


class Watch(Protocol):
    """A listener's hold on a room's feed.

    To join without a gap: watch, `await started()`, collect entries, `load`, then apply the entries above the
    document's version.
    """

    @property
    def version(self) -> int:
        """The last version delivered."""

    def started(self) -> Awaitable[None]:
        """Returns once all later commits are sure to be delivered."""

    def close(self) -> None:
        """The listener hears nothing more."""


OnWake = Callable[[str, int], Awaitable[None]]
"""Called with the room and the platform ms of its wake, perhaps more than once. It commits, or finds the wake stale."""
