"""What a room in hand knows of those who act on it."""

from __future__ import annotations

from typing import Protocol


class Run(Protocol):
    """Somebody's way through a room: a `CommandRun` (`pipeline.py`)."""

    def find(self) -> None:
        """Its turn has come."""

    def stop(self) -> None:
        """This worker stops."""
