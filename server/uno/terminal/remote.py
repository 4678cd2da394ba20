"""A seat in a room on a server, beside people with browsers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from server.client.room_client import RoomClient

from .style import Style

Json = Any
_QUESTION: Final = ("status", "roundNumber", "turnNumber", "phase", "currentPlayer")
"""The fields of UNO's table that distinguish one decision from the next."""


class RemoteQuestion:
    """Implements `seat.Question` for a room on a server, where the clock and the other players go on."""

    def __init__(self, client: RoomClient) -> None:
        self._client = client
        self._asked = self._now()

    def _now(self) -> tuple[Json, ...]:
        return tuple(self._client.table[field] for field in _QUESTION)

    def seconds_left(self) -> float | None:
        room, deadline = self._client.room, self._client.table["deadline"]
        if deadline is None or room["paused"]:
            return None
        left: float = (room["epoch"] + deadline - self._client.now()) / 1000
        return max(0.0, left)

    async def overtaken(self) -> None:
        while self._now() == self._asked:
            await self._client.news()


class RemoteSeat:
    """Implements `seat.Seat` over the JSON door."""

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

    def company(self, style: Style) -> Iterator[str]:
        """Lines about the room: its players, with programs marked, and whether it is practice."""
        room = self._client.room
        marks = {"bot": style.say("机器人", "bot"), "program": style.say("外部程序", "a program")}
        yield "  ".join(
            f"{number} {seat['name']}" + (f" ({marks[kind]})" if kind in marks else "")
            for number, seat in enumerate(room["seats"], 1)
            if (kind := "program" if seat["program"] else seat["sitter"]) != "empty"
        )
        if room["practice"]:
            yield style.say("练习房间：发牌可以预知，不计成绩", "Practice: the deals can be foreseen, nothing counts")

    @property
    def playing(self) -> bool:
        return bool(self._client.room["phase"] == "playing")

    async def act(self, action: str, payload: Json) -> Json:
        return await self._client.act({"action": action, "payload": payload})

    def happened(self) -> list[tuple[list[Json], Json]]:
        told, self._client.moments = self._client.moments, []
        return told

    def question(self) -> RemoteQuestion:
        return RemoteQuestion(self._client)

    async def next(self) -> None:
        await self._client.news()

    async def begun(self) -> None:
        """Wait until the match has begun."""
        while not self.playing:
            await self._client.news()

    async def close(self) -> None:
        await self._client.close()
