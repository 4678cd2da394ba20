"""The interface of runs for the room in memory on which they act."""

from __future__ import annotations

from typing import Protocol


class Run(Protocol):
    """A command's way through a room: a `CommandRun` (`pipeline.py`)."""

    def find(self) -> None:
        """Called when its turn has come."""

    def stop(self) -> None:
        """This worker stops."""
