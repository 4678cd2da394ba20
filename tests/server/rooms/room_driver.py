"""A room under test: commands go through `decide`, frames through the patching that a client does."""

from __future__ import annotations

from typing import Any

import crazy_eights
import msgspec

from games.chance import Chance
from server.rooms import clock, frames, hosting
from server.rooms.decide import SERVER, Command, decide
from server.rooms.decision import Deciding, Who
from server.rooms.document import Cold, Hot, decode_cold, decode_hot, encode
from server.rooms.frames import Seen
from server.rooms.inner import Due, Lost
from server.rooms.room import Room
from server.rooms.view import ROOM_EVENTS, RoomView, room_view
from server.wire import reading
from server.wire.follow import patched
from server.wire.schema import schema_of

plain = msgspec.to_builtins
READER = schema_of(crazy_eights.GAME, RoomView, ROOM_EVENTS).reader


def values(entry: bytes, count: int) -> list[Any]:
    """The concatenated values of a frame."""
    return msgspec.msgpack.decode(bytes([0x90 | count]) + entry)


class Driver:
    """One room, its clock, and what every client believes."""

    def __init__(self, seed: int = 1, **create: Any) -> None:
        self.platform = 1_000_000
        self.seed = seed
        self.calls = 0
        self.version = 0
        self.events: list[Any] = []
        self.entries: list[Any] = []
        self.gone: list[tuple[str, str]] = []
        blank = Room("ab" * 16, crazy_eights.GAME, Cold("", "crazy-eights", 1, "", {}, "", ()), Hot())
        message = reading.decode("create", {"game": "crazy-eights", "name": "Ann", **create})
        self.room, self.seen = blank, Seen(room_view(blank.cold), None, {})
        d = Deciding(blank, self.platform, self._chance())
        hosting.create(d, Who("ann"), message, "CODE22")
        self._taken(d)

    def _chance(self) -> Chance:
        self.calls += 1
        return Chance(f"{self.seed}/{self.calls}".encode())

    def ask(self, player: str, kind: str, **fields: Any) -> Any:
        return self.command(Who(player), reading.decode(kind, fields))

    def command(self, who: Who, command: Command) -> Any:
        d, answer = decide(self.room, who, command, self.platform, self._chance())
        if d.room is not self.room or d.told:
            self._taken(d)
        return answer

    def _taken(self, d: Deciding) -> None:
        self.version += 1
        before = self.seen
        entry, self.seen = frames.written(self.room, self.seen, d, self.version, self.version)
        self.entries.append(entry)
        self.events += d.told
        self.gone += d.gone
        self._clients_agree(before, entry)
        self.room = Room(d.room.id, d.room.game, decode_cold(encode(d.room.cold)), decode_hot(encode(d.room.hot)))

    def _clients_agree(self, before: Seen, entry: Any) -> None:
        """Patched documents equal the whole ones, for everybody, after every commit."""
        table, room = self._read("table", before.table), self._read("room", before.room)
        if entry.public is not None:
            _, _, events, table_patch, room_patch = values(entry.public, 5)
            table = patched(table, READER.table_patch(events, table_patch))
            room = patched(room, READER.patch(READER.part("room"), room_patch))
        assert table == self._read("table", self.seen.table)
        assert room == self._read("room", self.seen.room)
        for seat, own in self.seen.owns.items():
            believed = self._read("own", before.owns.get(seat))
            if seat in entry.private:
                patch = values(entry.private[seat], 3)[2]
                believed = patched(believed, READER.patch(READER.part("own"), patch))
            assert believed == self._read("own", own)

    @staticmethod
    def _read(part: str, view: Any) -> Any:
        return READER.document(part, plain(view))

    def due(self) -> Any:
        """Let the time come that the room waits for, and wake it."""
        at = clock.next_wake(self.room)
        assert at is not None, "nothing is due"
        self.platform = max(self.platform, at)
        return self.command(SERVER, Due())

    def lose(self, player: str) -> None:
        doc = next(p for p in (*self.room.cold.seats, *self.room.cold.watchers) if p.player == player)
        self.command(SERVER, Lost(player, doc.gen))

    def act(self, player: str, action: Any) -> Any:
        seat = self.room.seat_of(player)
        assert seat is not None
        return self.ask(player, "act", n=self.room.hot.acts[seat].n + 1, action=action)

    def legal(self, seat: int) -> Any:
        """Some legal action of the seat, as a client would send it."""
        from server.rooms.stored import decode_state

        state = decode_state(self.room.game, self.room.hot.state)
        return plain(self.room.game.random_action(state, seat, self._chance()))

    @property
    def turn(self) -> int:
        return self.seen.table.turn if self.seen.table else -1

    @property
    def kinds(self) -> list[str]:
        return [t.public.kind for t in self.events if t.public]
