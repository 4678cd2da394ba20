"""A room under test: commands go through `decide`, frames through the patching that a client does."""

from __future__ import annotations

from functools import cache
from typing import Any, Protocol, runtime_checkable

import crazy_eights
import msgspec

from games.api import AnyGame
from games.chance import Chance
from server.protocol import decoding
from server.protocol.apply_patch import patched
from server.protocol.schema import schema_of
from server.rooms import frames, hosting, wake_times
from server.rooms.decide import SERVER, Command, decide, unsealed
from server.rooms.decision import Decision, Who
from server.rooms.document import Cold, Hot, SeatDoc, WatcherDoc, decode_cold, decode_hot, encode
from server.rooms.frames import Shown
from server.rooms.game_codec import decode_state
from server.rooms.hashing import typed
from server.rooms.passwords import Sealed, digest_of, seal
from server.rooms.player_commands import PlayerCommand
from server.rooms.room import Room
from server.rooms.room_view import ROOM_EVENTS, RoomView, room_view
from server.rooms.server_commands import Due, Lost
from server.store.entries import WATCHERS, Entry

plain = msgspec.to_builtins
ID = "ab" * 16


digested = cache(digest_of)  # takes its time


def sealed(message: Any, room_id: str = ID) -> Sealed:
    """What a door makes of a message with passwords."""
    return seal(message, {field: digested(text, room_id) for field, text in typed(message).items()})


def values(entry: bytes, count: int) -> list[Any]:
    """The concatenated values of a frame."""
    return msgspec.msgpack.decode(bytes([0x90 | count]) + entry)


@runtime_checkable
class WithTurns(Protocol):
    """A table that says whose turn it is."""

    turn: int


class Driver:
    """One room, its clock, and what every client believes."""

    def __init__(self, seed: int = 1, game: AnyGame = crazy_eights.GAME, **create: Any) -> None:
        self.platform = 1_000_000
        self.seed = seed
        self.calls = 0
        self.version = 0
        self.events: list[Any] = []
        self.entries: list[Any] = []
        self.gone: list[tuple[str, str]] = []
        self.reader = schema_of(game, RoomView, ROOM_EVENTS).reader
        blank = Room(ID, game, Cold("", game.id, 1, "", {}, "", ()), Hot())
        message = decoding.decode("create", {"game": game.id, "name": "Ann", **create})
        self.room, self.seen = blank, Shown(room_view(blank.cold), None, {})
        d = Decision(blank, self.platform, self._chance())
        hosting.create(d, Who("ann"), unsealed(d, sealed(message)), "CODE22")
        self._taken(d)

    def _chance(self) -> Chance:
        self.calls += 1
        return Chance(f"{self.seed}/{self.calls}".encode())

    def ask(self, player: str, kind: str, **fields: Any) -> Any:
        message = decoding.decode(kind, fields)
        assert isinstance(message, PlayerCommand), "no command to a room"
        return self.command(Who(player), sealed(message) if typed(message) else message)

    def command(self, who: Who, command: Command) -> Any:
        d, answer = decide(self.room, who, command, self.platform, self._chance())
        if d.room is not self.room or d.told:
            self._taken(d)
        return answer

    def _taken(self, d: Decision) -> None:
        self.version += 1
        before = self.seen
        told, self.seen = frames.written(self.room, self.seen, d, self.version)
        entry = Entry(self.version, self.version, *told)
        self.entries.append(entry)
        self.events += d.told
        self.gone += d.gone
        self._clients_agree(before, entry, d.room)
        self.room = Room(d.room.id, d.room.game, decode_cold(encode(d.room.cold)), decode_hot(encode(d.room.hot)))

    def _clients_agree(self, before: Shown, entry: Any, now: Room) -> None:
        """Patched documents equal the whole ones, for everybody, after every commit."""
        table, room = self._read("table", before.table), self._read("room", before.room)
        assert self._followed(table, room, entry.public) == (
            self._read("table", self.seen.table),
            self._read("room", self.seen.room),
        )
        if self.room.cold.watchers and now.cold.watchers:
            # Newcomers get a snapshot, and so do those who stand up; the others follow.
            watched = self._read("table", before.watched or before.table)
            fresh = frames.seen(now)
            assert self._followed(watched, room, entry.private.get(WATCHERS, entry.public)) == (
                self._read("table", fresh.watched or fresh.table),
                self._read("room", fresh.room),
            )
        for seat, own in self.seen.owns.items():
            if self.room.seat_of(now.cold.seats[seat].player) != seat:
                continue  # people in another seat get a snapshot
            believed = self._read("own", before.owns.get(seat))
            if seat in entry.private:
                patch = values(entry.private[seat], 3)[2]
                believed = patched(believed, self.reader.patch(self.reader.part("own"), patch))
            assert believed == self._read("own", own)

    def _followed(self, table: Any, room: Any, public: bytes | None) -> tuple[Any, Any]:
        """What those who are told this make of what they had."""
        if public is None:
            return table, room
        _, _, events, table_patch, room_patch = values(public, 5)
        reader = self.reader
        return (
            patched(table, reader.table_patch(events, table_patch)),
            patched(room, reader.patch(reader.part("room"), room_patch)),
        )

    def _read(self, part: str, view: Any) -> Any:
        return self.reader.document(part, plain(view))

    def due(self) -> Any:
        """Let the time come that the room waits for, and wake it."""
        at = wake_times.next_wake(self.room)
        assert at is not None, "nothing is due"
        self.platform = max(self.platform, at)
        return self.command(SERVER, Due())

    def lose(self, player: str) -> None:
        people: list[SeatDoc | WatcherDoc] = [*self.room.cold.seats, *self.room.cold.watchers]
        doc = next(p for p in people if p.player == player)
        self.command(SERVER, Lost(player, doc.gen))

    def act(self, player: str, action: Any) -> Any:
        seat = self.room.seat_of(player)
        assert seat is not None
        return self.ask(player, "act", n=self.room.hot.acts[seat].n + 1, action=action)

    def legal(self, seat: int) -> Any:
        """Some legal action of the seat, as a client would send it."""
        state = decode_state(self.room.game, self.room.hot.state)
        return plain(self.room.game.random_action(state, seat, self._chance()))

    @property
    def turn(self) -> int:
        """The seat on turn; -1 before the first match."""
        table = self.seen.table
        if table is None:
            return -1
        assert isinstance(table, WithTurns)
        return table.turn

    @property
    def kinds(self) -> list[str]:
        return [t.public.kind for t in self.events if t.public]
