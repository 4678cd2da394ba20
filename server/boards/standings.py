"""The standings: records each match's result once, and lists the best players of each board (uno.md 21)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.api import AnyGame, Outcome
from server.rooms.document import PROGRAM
from server.rooms.room import Room
from server.store.boards import Row
from server.store.store import Store

Json = Any
CASUAL: Final = "casual"
FACTS: Final = ("played", "won", "points")
WIN: Final = 1 << 32
"""Boards are sorted by wins, then by points: a win outweighs all points."""


def board_id(game: AnyGame, board: str) -> str:
    """The id of a game's board, in the store and in addresses."""
    return board if game.plain_boards else f"{game.id}.{board}"


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of a board. The tag tells namesakes apart and identifies nobody."""

    rank: int
    name: str
    tag: str
    played: int
    won: int
    points: int
    program: bool = False

    def shown(self) -> dict[str, Json]:
        """The line in the form of arena.md 3; boards other than the arena's also mark declared programs."""
        row: dict[str, Json] = {
            "rank": self.rank,
            "name": self.name,
            "tag": self.tag,
            "gamesPlayed": self.played,
            "wins": self.won,
            "winRate": round(self.won / self.played, 4) if self.played else 0.0,
            "totalPoints": self.points,
        }
        return {**row, "program": True} if self.program else row


class Standings:
    """The boards, kept in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def finished(self, room: Room, outcome: Outcome) -> None:
        """Record a match that has just ended. Abandoned matches, practice and system bots do not count.

        A player who left has lost the match, no matter who continued in their seat (uno.md 16).
        """
        if not outcome.counts or outcome.board not in room.game.boards or room.cold.practice:
            return
        if outcome.board != CASUAL and "mode" not in room.cold.notes:
            return  # a host may choose any board, but the arena's boards are only for the arena's rooms
        rows: dict[str, Row] = {}
        names: dict[str, str] = {}

        def played(player: str, name: str, won: bool, points: int) -> None:
            known = room.cold.notes.get(f"p:{player}")
            who, called = (known["who"], known["name"]) if known else (player, name)
            names[who] = called
            rows[who] = Row(who, won * WIN + points, {"played": 1, "won": int(won), "points": points})

        for player, name in room.cold.left:
            played(player, name, won=False, points=0)
        for seat, doc in enumerate(room.cold.seats):
            if doc.player and seat < len(outcome.scores):
                played(doc.player, doc.name, seat in outcome.winners, outcome.scores[seat])
        if rows:
            board = board_id(room.game, outcome.board)
            await self._store.marks.call_names(board, names)
            await self._store.boards.book(board, f"{room.id}.{room.cold.matches}", list(rows.values()))

    async def top(self, board: str, n: int) -> Sequence[Standing]:
        """The top n of the board with that id."""
        rows = await self._store.boards.top(board, n, FACTS)
        names = await self._store.marks.names(board, [row.player for row in rows])
        return [
            Standing(
                rank,
                name,
                row.player.removeprefix(PROGRAM)[:4],
                row.facts["played"],
                row.facts["won"],
                row.facts["points"],
                row.player.startswith(PROGRAM),
            )
            for rank, (row, name) in enumerate(zip(rows, names, strict=True), 1)
        ]
