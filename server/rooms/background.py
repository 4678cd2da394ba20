"""What the road of a command asks of others, and does not wait for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from server.store.types import Document

from .decision import Who
from .open_rooms import OpenRoom
from .room import Room


class Background(Protocol):
    """What has to wait for something, and so is done elsewhere."""

    def load(self, room_id: str, loaded: Callable[[Document | Exception | None], None]) -> None:
        """Ask the store for the room: `loaded` hears what it has, or why it cannot be had."""

    def phase_changed(self, room: Room, version: int, ttl_ms: int) -> None:
        """A match has begun or ended, and this is what the store keeps of it."""

    def keep_code(self, opened: OpenRoom, ttl_ms: int) -> None:
        """The room's code is found for as long as the room lives."""

    def game_failed(self, room: Room, who: Who, command: Any) -> None:
        """Tell everybody in the room, and the operator."""

    def match_ended(self, room: Room, outcome: Any) -> None:
        """Tell those who count results."""
