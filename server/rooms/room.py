"""A room in hand."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.api import AnyGame, Seat

from .document import Cold, Hot, SeatDoc, WatcherDoc


class SeatIndex:
    """What every move asks about the seats, found once for all the moves between two changes of theirs."""

    __slots__ = ("bots", "lost", "players")

    def __init__(self, seats: tuple[SeatDoc, ...]) -> None:
        self.players: dict[str, Seat] = {s.player: i for i, s in enumerate(seats) if s.player}
        self.bots: dict[Seat, str] = {i: s.bot for i, s in enumerate(seats) if s.bot}
        """Their levels."""
        self.lost: list[int] = [s.lost_at for s in seats if s.lost_at]
        """Since when people are without a connection."""


class Room:
    """A room at one version, with its game. Nobody changes it: a change makes a new one."""

    __slots__ = ("cold", "game", "hot", "id", "seated")

    def __init__(self, room_id: str, game: AnyGame, cold: Cold, hot: Hot, seated: SeatIndex | None = None) -> None:
        self.id = room_id
        self.game = game
        self.cold = cold
        self.hot = hot
        self.seated = seated or SeatIndex(cold.seats)

    def seat_of(self, player: str) -> Seat | None:
        return self.seated.players.get(player)

    def watcher_of(self, player: str) -> WatcherDoc | None:
        return next((w for w in self.cold.watchers if w.player == player), None)

    def with_cold(self, **changes: Any) -> Room:
        return Room(self.id, self.game, replace(self.cold, **changes), self.hot)

    def with_hot(self, **changes: Any) -> Room:
        return Room(self.id, self.game, self.cold, replace(self.hot, **changes), self.seated)

    def with_seat(self, seat: Seat, **changes: Any) -> Room:
        seats = list(self.cold.seats)
        seats[seat] = replace(seats[seat], **changes)
        return self.with_cold(seats=tuple(seats))

    def clock(self, platform: int) -> int:
        """The game clock at that platform time: it stands while paused and never runs backwards."""
        running_at = self.cold.paused_at or platform
        return max(self.hot.now, running_at - self.cold.base)
