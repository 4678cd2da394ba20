"""A room in hand."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.api import AnyGame, Seat

from .document import Cold, Hot, WatcherDoc


class Room:
    """A room at one version, with its game. Nobody changes it: a change makes a new one."""

    __slots__ = ("cold", "game", "hot", "id")

    def __init__(self, room_id: str, game: AnyGame, cold: Cold, hot: Hot) -> None:
        self.id = room_id
        self.game = game
        self.cold = cold
        self.hot = hot

    def seat_of(self, player: str) -> Seat | None:
        for seat, doc in enumerate(self.cold.seats):
            if doc.player == player:
                return seat
        return None

    def watcher_of(self, player: str) -> WatcherDoc | None:
        return next((w for w in self.cold.watchers if w.player == player), None)

    def with_cold(self, **changes: Any) -> Room:
        return Room(self.id, self.game, replace(self.cold, **changes), self.hot)

    def with_hot(self, **changes: Any) -> Room:
        return Room(self.id, self.game, self.cold, replace(self.hot, **changes))

    def with_seat(self, seat: Seat, **changes: Any) -> Room:
        seats = list(self.cold.seats)
        seats[seat] = replace(seats[seat], **changes)
        return self.with_cold(seats=tuple(seats))

    def clock(self, platform: int) -> int:
        """The game clock at that platform time: it stands while paused and never runs backwards."""
        running_at = self.cold.paused_at or platform
        return max(self.hot.now, running_at - self.cold.base)
