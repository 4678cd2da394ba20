"""Who stands where: what matches were worth, booked idempotently, and the best of each board (uno.md 21)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.api import Outcome
from server.rooms.document import Room
from server.store.boards import Row
from server.store.store import Store

Json = Any
BOARDS: Final = ("arena", "sandbox", "casual")
FACTS: Final = ("played", "won", "points")
WIN: Final = 1 << 32
"""Boards are sorted by wins, then by points: a win outweighs all points."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of a board. The tag tells namesakes apart and leads to nobody."""

    rank: int
    name: str
    tag: str
    played: int
    won: int
    points: int

    def shown(self) -> dict[str, Json]:
        """The shape of arena-api.md 3."""
        return {
            "rank": self.rank,
            "name": self.name,
            "tag": self.tag,
            "gamesPlayed": self.played,
            "wins": self.won,
            "winRate": round(self.won / self.played, 4) if self.played else 0.0,
            "totalPoints": self.points,
        }


class Standings:
    """The boards, kept in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def finished(self, room: Room, outcome: Outcome) -> None:
        """Book a match that has just ended; abandoned ones, practice and system bots are not booked."""
        if not outcome.counts or outcome.board not in BOARDS or room.cold.practice:
            return
        rows: list[Row] = []
        names: dict[str, str] = {}
        for seat, doc in enumerate(room.cold.seats):
            if doc.player and seat < len(outcome.scores):
                known = room.cold.notes.get(f"p:{doc.player}")
                who, name = (known["who"], known["name"]) if known else (doc.player, doc.name)
                won = seat in outcome.winners
                points = outcome.scores[seat]
                rows.append(Row(who, won * WIN + points, {"played": 1, "won": int(won), "points": points}))
                names[who] = name
        if rows:
            await self._store.marks.call_names(outcome.board, names)
            await self._store.boards.book(outcome.board, f"{room.id}.{room.cold.matches}", rows)

    async def top(self, board: str, n: int) -> Sequence[Standing]:
        rows = await self._store.boards.top(board, n, FACTS)
        names = await self._store.marks.names(board, [row.player for row in rows])
        return [
            Standing(rank, name, row.player[:4], row.facts["played"], row.facts["won"], row.facts["points"])
            for rank, (row, name) in enumerate(zip(rows, names, strict=True), 1)
        ]
