"""A seat at a table, for a program that waits for its turn and acts (docs/writing-a-bot.md)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from .room_client import Json, RoomClient

LISTS = ("legal", "legalActions")
"""Fields of own views that list legal actions."""


class SeatClient(RoomClient):
    """Reconnects by itself when the connection breaks; `room`, `table` and `own` are current."""

    async def turn(self) -> list[Json] | None:
        """Wait until the own view lists actions, and return them in the form to send; None: the match is over."""
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
    """Take a seat in that room, as a program. Raises RefusedByServer if none is free, or Closed."""
    seat = SeatClient(server, bot=True)
    await seat.connect()
    try:
        await seat.enter(code, name, password)
        yield seat
    finally:
        await seat.close()
