"""Leaderboards: each match's results, recorded once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from server.store.link.link import Commands
from server.store.link.store_socket import Argument

from .clock import Clock
from .keys import board_key
from .scripts import Scripts

REMEMBERED: Final = 90 * 86_400_000
"""How long, in ms, we remember that a match was recorded: longer than any room is kept."""


@dataclass(frozen=True, slots=True)
class Row:
    """One player's standing on a board, or the change of it by one match."""

    player: str
    points: float
    facts: Mapping[str, int] = field(default_factory=dict)
    """Counts such as played and won."""


class Boards:
    """Stores boards: one sorted set of points and one hash of counts for each."""

    def __init__(self, commands: Commands, scripts: Scripts, clock: Clock) -> None:
        self._commands = commands
        self._book = scripts.book
        self._clock = clock

    async def book(self, board: str, match: str, rows: Sequence[Row]) -> bool:
        """Add the rows to the board. Returns False if this match was already recorded; then nothing has changed."""
        arguments: list[Argument] = [match, self._clock.now(), REMEMBERED]
        for row in rows:
            arguments += [row.player, row.points, len(row.facts)]
            for fact, amount in row.facts.items():
                arguments += [fact, amount]
        keys = [board_key(board, name) for name in ("points", "facts", "booked")]
        return bool(await self._commands.run(self._book, keys, *arguments))

    async def top(self, board: str, n: int, facts: Sequence[str] = ()) -> list[Row]:
        """The top n, best first, with the requested facts."""
        if n <= 0:
            return []
        found = await self._commands.call("ZREVRANGE", board_key(board, "points"), 0, n - 1, "WITHSCORES")
        players = [
            (str(player, "utf-8"), float(points)) for player, points in zip(found[::2], found[1::2], strict=True)
        ]
        if not players or not facts:
            return [Row(player, points) for player, points in players]
        names = [f"{player}|{fact}" for player, _ in players for fact in facts]
        counts = iter(await self._commands.call("HMGET", board_key(board, "facts"), *names))
        return [Row(player, points, {fact: int(next(counts) or 0) for fact in facts}) for player, points in players]
