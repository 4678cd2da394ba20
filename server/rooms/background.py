"""Work that a command hands off on its way, without waiting for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from server.store.types import Document

from .decision import Who
from .open_rooms import OpenRoom
from .room import Room


class Background(Protocol):
    """Work that has to wait for something, and is therefore done elsewhere."""

    def load(self, room_id: str, loaded: Callable[[Document | Exception | None], None]) -> None:
        """Ask the store for the room: `loaded` gets the document, or the reason why there is none."""

    def phase_changed(self, room: Room) -> None:
        """A match has begun or ended."""

    def keep_code(self, opened: OpenRoom, ttl_ms: int) -> None:
        """Keep the room's code for as long as the room."""

    def game_failed(self, room: Room, who: Who, command: Any) -> None:
        """Tell everybody in the room, and the operator."""

    def match_ended(self, room: Room, outcome: Any) -> None:
        """Tell the listeners that count results."""
