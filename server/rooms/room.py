"""A room at one version."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.api import AnyGame, Seat

from .document import Cold, Hot, SeatDoc, WatcherDoc
from .refusals import need


class SeatIndex:
    """What every move asks about the seats, computed only when the seats change."""

    __slots__ = ("bots", "listening", "lost", "players")

    def __init__(self, seats: tuple[SeatDoc, ...]) -> None:
        self.players: dict[str, Seat] = {s.player: i for i, s in enumerate(seats) if s.player}
        self.bots: dict[Seat, str] = {i: s.bot for i, s in enumerate(seats) if s.bot}
        """The bots' levels, by seat."""
        self.lost: list[int] = [s.lost_at for s in seats if s.lost_at]
        """When each disconnected person lost the connection."""
        self.listening = any(s.listens and s.connected for s in seats)
        """Is the table being read out to somebody?"""


class Room:
    """A room at one version, with its game. Immutable: a change makes a new one."""

    __slots__ = ("cold", "game", "hot", "id", "seated")

    def __init__(self, room_id: str, game: AnyGame, cold: Cold, hot: Hot, seated: SeatIndex | None = None) -> None:
        self.id = room_id
        self.game = game
        self.cold = cold
        self.hot = hot
        self.seated = seated or SeatIndex(cold.seats)

    # --- who is here ---

    def seat_of(self, player: str) -> Seat | None:
        return self.seated.players.get(player)

    def need_seat_of(self, player: str) -> Seat:
        return need(self.seated.players.get(player), "seat.none")

    def watcher_of(self, player: str) -> WatcherDoc | None:
        return next((w for w in self.cold.watchers if w.player == player), None)

    def need_watcher_of(self, player: str) -> WatcherDoc:
        return need(self.watcher_of(player), "room.not_member")

    def need_host(self, player: str) -> None:
        need(self.cold.host == player, "host.only")

    def seat_doc(self, seat: Seat) -> SeatDoc:
        """The holder of that seat, whose number a client may have made up."""
        need(seat < len(self.cold.seats), "seat.unknown")
        return self.cold.seats[seat]

    def free_seat(self) -> Seat | None:
        return next((i for i, s in enumerate(self.cold.seats) if not s.taken), None)

    def names_but(self, own: str = "") -> set[str]:
        """The names of everybody here, except that one."""
        everybody = {s.name for s in self.cold.seats if s.taken} | {w.name for w in self.cold.watchers}
        return everybody - {own}

    # --- the room after a change ---

    def with_cold(self, **changes: Any) -> Room:
        return Room(self.id, self.game, replace(self.cold, **changes), self.hot)

    def with_hot(self, **changes: Any) -> Room:
        return Room(self.id, self.game, self.cold, replace(self.hot, **changes), self.seated)

    def with_seat(self, seat: Seat, **changes: Any) -> Room:
        return self.with_seat_doc(seat, replace(self.cold.seats[seat], **changes))

    def with_seat_doc(self, seat: Seat, doc: SeatDoc) -> Room:
        seats = self.cold.seats
        return self.with_cold(seats=(*seats[:seat], doc, *seats[seat + 1 :]))

    def with_every_seat(self, **changes: Any) -> Room:
        return self.with_cold(seats=tuple(replace(s, **changes) for s in self.cold.seats))

    def with_new_watcher(self, player: str, name: str, **more: Any) -> Room:
        """With one more watcher, who gets the next number."""
        cold, number = self.cold, self.cold.numbers + 1
        return self.with_cold(watchers=(*cold.watchers, WatcherDoc(player, number, name, **more)), numbers=number)

    def with_watcher(self, player: str, **changes: Any) -> Room:
        watchers = [replace(w, **changes) if w.player == player else w for w in self.cold.watchers]
        return self.with_cold(watchers=tuple(watchers))

    def with_every_watcher(self, **changes: Any) -> Room:
        return self.with_cold(watchers=tuple(replace(w, **changes) for w in self.cold.watchers))

    def without_watchers(self, *players: str) -> Room:
        return self.with_cold(watchers=tuple(w for w in self.cold.watchers if w.player not in players))

    # --- its time ---

    def clock(self, platform: int) -> int:
        """The game clock at that platform time: it stops while paused and never runs backwards."""
        running_at = self.cold.paused_at or platform
        return max(self.hot.now, running_at - self.cold.base)
