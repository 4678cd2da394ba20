"""A seat at a table, for a program: it waits for its turn, and says what it does (docs/writing-a-bot.md)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from .room_client import Json, RoomClient

LISTS = ("legal", "legalActions")
"""Fields of own views that list legal actions."""


class SeatClient(RoomClient):
    """Comes back by itself when the connection breaks; `room`, `table` and `own` are as they are now."""

    async def turn(self) -> list[Json] | None:
        """Wait until the own view lists actions, and return them as they are sent; None: the match is over."""
        while True:
            while not self.moments:
                await self.news()
            told, self.moments = self.moments, []
            if any(event["type"] == "room_match_ended" for events, _ in told for event in events):
                return None
            listed = next((self.own[name] for name in LISTS if self.own and self.own.get(name)), ())
            if listed and self.room["phase"] == "playing":
                return [{field: value for field, value in one.items() if value is not None} for one in listed]


@asynccontextmanager
async def taken_seat(server: str, code: str, name: str, password: str | None = None) -> AsyncIterator[SeatClient]:
    """A seat in that room, as a program. Raises RefusedByServer where none is free, and Closed."""
    seat = SeatClient(server, bot=True)
    await seat.connect()
    try:
        await seat.enter(code, name, password)
        yield seat
    finally:
        await seat.close()
