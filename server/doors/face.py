"""The interface for doors of other packages: the only parts of the server that they may use.

A package names a function `async def open_doors(doors: Doors)` under the entry point `paiju.doors`. The function adds
routes, and sees rooms as the platform's own doors do. UNO's bot arena comes in this way.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from server.base.metrics import Metrics
from server.base.settings import Settings, SettingsError
from server.base.tasks import Tasks
from server.boards.standings import Standings
from server.protocol.apply_patch import patched
from server.protocol.named_form import NamedReader, values
from server.protocol.schema import schema_of
from server.rooms import player_commands
from server.rooms.clean_text import clean
from server.rooms.decide import SERVER
from server.rooms.decision import Who
from server.rooms.document import LOBBY, OVER, PLAYING
from server.rooms.door_notes import CHANGED
from server.rooms.frames import Shown
from server.rooms.hashing import hashing
from server.rooms.lost_connections import connection_name
from server.rooms.registry import Rooms
from server.rooms.room import Room
from server.rooms.room_view import ROOM_EVENTS, RoomView
from server.rooms.server_commands import Abandoned, Begun, Lost, Noted
from server.store.allowances import Allowances, Window
from server.store.entries import Entry
from server.store.types import Unavailable, Watch

__all__ = [
    "CHANGED",
    "LOBBY",
    "OVER",
    "PLAYING",
    "ROOM_EVENTS",
    "SERVER",
    "Abandoned",
    "Allowances",
    "Begun",
    "Doors",
    "Entry",
    "Lost",
    "Metrics",
    "NamedReader",
    "Noted",
    "Room",
    "RoomView",
    "Rooms",
    "Settings",
    "SettingsError",
    "Shown",
    "Standings",
    "Tasks",
    "Unavailable",
    "Watch",
    "Who",
    "Window",
    "clean",
    "connection_name",
    "hashing",
    "patched",
    "player_commands",
    "schema_of",
    "values",
]  # fmt: skip

OURS: Final = "/api/v1"
"""The platform's own part of `/api`: no other package may answer there."""


@dataclass(frozen=True, slots=True)
class Doors:
    """The platform, as other packages' doors see it."""

    app: web.Application
    """The application, for routes, startup and cleanup. A package manages its own listeners."""
    rooms: Rooms
    """The rooms; `rooms.store` has the clock, the limits and the claims."""
    settings: Settings
    standings: Standings
    secret: bytes
    """The server's secret, the same on every worker. Prefix anything derived from it with your package's name."""
    address_of: Callable[[web.Request], str]
    """Finds a client's address, and trusts X-Forwarded-For only from configured balancers."""
    meeting: Path | None = None
    """The folder through which the workers that share a port find one another."""
    _spoken: list[tuple[str, Middleware]] = field(default_factory=list)

    @property
    def reuse_port(self) -> bool:
        """Do several workers listen on one port?"""
        return self.settings.workers > 1

    def answers_below(self, path: str, middleware: Middleware) -> None:
        """Pass requests below that path through `middleware` first, even before the platform can refuse them."""
        self._spoken.append((path, middleware))

    @property
    def outermost(self) -> Middleware:
        """The middleware that lets the packages answer first."""
        spoken = self._spoken

        @web.middleware
        def speak(request: web.Request, handler: Handler) -> Awaitable[web.StreamResponse]:
            # Not a coroutine: every message of a WebSocket would pass through it.
            if not _below(OURS, request.path):
                for path, middleware in spoken:
                    if _below(path, request.path):
                        return middleware(request, handler)
            return handler(request)

        return speak


def _below(path: str, asked: str) -> bool:
    return asked == path or asked.startswith(f"{path}/")
