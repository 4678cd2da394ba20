"""What the store is given, what it gives back, and how it says no."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

import msgspec

from .entries import Entry


class Document(msgspec.Struct, frozen=True, gc=False):
    """A room as stored."""

    incarnation: int
    version: int
    tag: int
    hot: bytes
    cold: bytes
    schema: int = 1
    """The schema number that hot and cold were written with; never newer than the reader's."""


class Conflict(Exception):
    """Somebody else was first."""

    def __init__(self, document: Document | None) -> None:
        super().__init__("somebody else was first" if document else "the room is gone")
        self.document = document
        """The room as it is now; None: it is gone."""


class Drift(Exception):
    """The decision was made with a time more than 250 ms off. Decide again with `now`."""

    def __init__(self, now: int) -> None:
        super().__init__(f"the time is {now}")
        self.now = now


class OldWorker(Exception):
    """A newer program has written this room, so its clients are to go to a newer worker; or it has changed the whole
    store so that this program cannot start."""


class Unavailable(Exception):
    """The store cannot be reached or refuses to write."""

    def __init__(self, reason: str, *, unknown: bool = False) -> None:
        super().__init__(reason)
        self.unknown = unknown
        """True: it may have happened. Send the same commit again to learn it."""


class Listener(Protocol):
    """Hears of a room, in order, each entry once. Called on the event loop; must not block or await."""

    def entries(self, entries: Sequence[Entry]) -> None:
        """The next commits."""

    def reset(self) -> None:
        """History was lost (trimmed, rolled back, room gone): load the room and show everything anew."""


class Watch(Protocol):
    """A listener's hold on a room's feed.

    To join without a gap: watch, `await started()`, collect entries, `load`, then apply those with a
    version above the document's.
    """

    @property
    def version(self) -> int:
        """The last version delivered."""

    def started(self) -> Awaitable[None]:
        """Returns when every commit from now on will be delivered."""

    def close(self) -> None:
        """The listener hears nothing more."""


OnWake = Callable[[str, int], Awaitable[None]]
"""(room, platform ms of the wake). Commits, or finds that it is stale; may be called more than once for one wake."""
