"""A seat at a real table, next to browsers."""

from __future__ import annotations

from typing import Any

from .door import RoomClient

Json = Any


class RemoteSeat:
    """What `seat.Seat` asks for, over the JSON door."""

    def __init__(self, client: RoomClient) -> None:
        self._client = client

    @property
    def me(self) -> int:
        assert self._client.seat is not None
        return self._client.seat

    @property
    def table(self) -> Json:
        return self._client.table

    @property
    def own(self) -> Json:
        return self._client.own

    @property
    def names(self) -> list[str]:
        return [str(seat["name"]) for seat in self._client.room["seats"]]

    @property
    def bots(self) -> list[bool]:
        return [seat["sitter"] == "bot" for seat in self._client.room["seats"]]

    @property
    def playing(self) -> bool:
        return bool(self._client.room["phase"] == "playing")

    async def act(self, action: str, payload: Json) -> Json:
        return await self._client.act({"action": action, "payload": payload})

    def happened(self) -> list[tuple[list[Json], Json]]:
        told, self._client.moments = self._client.moments, []
        return told

    async def next(self) -> None:
        await self._client.news()

    async def begun(self) -> None:
        """Until the match is on."""
        while not self.playing:
            await self._client.news()

    async def close(self) -> None:
        await self._client.close()
