"""Lets a connection enter a room without missing a commit, brings it up to date, and handles its loss."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Any, Final

import msgspec

from games.api import Refused
from server.base.tasks import Tasks
from server.protocol import messages
from server.protocol.schema import Schema, schema_of
from server.rooms import player_commands
from server.rooms.decide import Command
from server.rooms.lost_connections import connection_name
from server.rooms.registry import Rooms
from server.rooms.room_view import ROOM_EVENTS, RoomView
from server.store.entries import Entry
from server.store.types import Unavailable

from .connection import Connection
from .connection_state import ConnectionState
from .fan_out import FanOut, FanOuts, missed

Json = Any
_decode = msgspec.msgpack.Decoder().decode
log = logging.getLogger("paiju.door")

SUPERSEDED: Final = "seat.elsewhere"
"""The code for a connection replaced by a newer one of the same player."""
_ENTERING: Final = ConnectionState.ENTERING


class Reconnect:
    """Keeps the fan-outs of the rooms that this worker's connections are in."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self.fan_outs = FanOuts(rooms.watch, self._show_anew)
        self._tasks = Tasks()

    async def enter(
        self, person: Connection, room: str, message: player_commands.Enter, command: Command
    ) -> dict[str, Json]:
        """Ask the room by `command`, and return the answer to `enter`.

        Later frames are held back until the answer has been sent.
        """
        # First leave the old room, so that this connection does not get its own arrival as news.
        self.lost(person, but=room)
        fan_out = self.fan_outs.open(room)
        person.enter(room)
        fan_out.people[person] = None
        try:
            await fan_out.started()
            await self._schema(fan_out)
            said = await self._rooms.ask(room, person.who, command)
            person.come(said["seat"], said["gen"])
            await self._rooms.store.presence.hold(connection_name(room, person.player, said["gen"]))
            # A player's first connection has seen nothing of the room, so its cursor cannot be right.
            cursor = message.cursor if said["gen"] > 1 else None
            shown = await self._shown(fan_out, person, cursor, message.know)
            if person.newest > said["gen"]:
                raise Refused(SUPERSEDED)
        except BaseException:
            self.lost(person)
            person.left()
            raise
        return {"seat": person.seat, "act": said["act"], **shown}

    async def sync(self, person: Connection, message: messages.Sync) -> dict[str, Json]:
        """The missed frames, or a snapshot."""
        fan_out = self.fan_outs.of(person.room)
        if fan_out is None:
            raise Refused("room.not_entered")
        person.catch_up()
        return await self._shown(fan_out, person, message.cursor, message.know)

    def lost(self, person: Connection, but: str | None = None) -> None:
        """The client has left its room; tell that room, unless it is `but`, the one that the client is entering."""
        fan_out = self.fan_outs.of(person.room)
        if fan_out is None:
            return
        fan_out.people.pop(person, None)
        gen = person.who.gen
        person.left()
        if gen is not None:
            self._lost(fan_out.room, person.player, gen, told=fan_out.room != but)
        self.fan_outs.left(fan_out)

    def _lost(self, room: str, player: str, gen: int, *, told: bool = True) -> None:
        if told:
            self._rooms.lost(room, player, gen)
        self._tasks.start(self._release(connection_name(room, player, gen)), "releasing a connection")

    async def _release(self, held: str) -> None:
        # If the store is down, the record stays; when this worker ends, another one finds it, and it does no harm.
        with suppress(Unavailable):
            await self._rooms.store.presence.release(held)

    # --- showing ---

    async def _shown(
        self, fan_out: FanOut, person: Connection, cursor: player_commands.Cursor | None, know: str | None
    ) -> dict[str, Json]:
        schema = await self._schema(fan_out)
        entries = None
        if cursor is not None and know in (None, schema.hash):  # by another schema, the client would misread frames
            entries = await self._entries(fan_out, cursor, person.seat)
        if entries is None:
            return {"resumed": False, **await self._snapshot(fan_out, person, know)}
        _need_to_be_in(fan_out, person)
        frames = [frame for entry in entries if (frame := missed(entry, person.seat, schema)) is not None]
        person.seen = entries[-1].version if entries else 0
        return {"resumed": True, "time": self._rooms.store.now(), "frames": person.resumed(frames)}

    async def _entries(self, fan_out: FanOut, cursor: player_commands.Cursor, seat: int | None) -> list[Entry] | None:
        """The commits after that cursor; None if not all are kept, or if they do not continue the client's view."""
        try:
            entries = await self._rooms.store.since(fan_out.room, cursor.tag)
        except Unavailable:
            return None
        if entries is None:
            return None
        changes = [_decode(entry.closing) for entry in entries if entry.closing]
        # Did the player have another seat at that cursor? Then the cursor's private counter belongs to that seat.
        # Lost connections, which are common after a worker's death, do not count: they move nobody to another seat.
        moved = cursor.private > 0 if seat is None else any(change["moved"] for change in changes)
        return None if moved or any(change.get("anew") for change in changes) else entries

    async def _snapshot(self, fan_out: FanOut, person: Connection, know: str | None) -> dict[str, Json]:
        schema = await self._schema(fan_out)
        shown = await self._rooms.snapshot(fan_out.room, person.player)
        _need_to_be_in(fan_out, person)
        person.seen = shown.pop("version")
        person.seat = shown["seat"]
        return person.snapshot(shown, schema, know)

    async def _schema(self, fan_out: FanOut) -> Schema:
        if fan_out.schema is None:
            game = (await self._rooms.room(fan_out.room)).game
            fan_out.schema = schema_of(game, RoomView, ROOM_EVENTS)
        return fan_out.schema

    def _show_anew(self, fan_out: FanOut, people: list[Connection]) -> None:
        """Send these people a snapshot: the feed could not continue, or they have been moved to other seats."""
        # People who are still entering will get everything in a moment anyway.
        people = [person for person in people if person.state is not _ENTERING]
        for person in people:
            person.catch_up()
        self._tasks.start(self._show_all(fan_out, people), "showing a room again")

    async def _show_all(self, fan_out: FanOut, people: list[Connection]) -> None:
        for person in people:
            if person not in fan_out.people:
                continue
            try:
                schema = await self._schema(fan_out)
                person.tell("snapshot", await self._snapshot(fan_out, person, schema.hash))
                person.release()
            except Refused as refused:
                if person in fan_out.people:
                    fan_out.show_out(person, "room.closed" if refused.code == "room.unknown" else "worker.leaving")
            except Exception:
                log.exception("a snapshot could not be shown")
                person.socket.abort("failed")
        self.fan_outs.left(fan_out)


def _need_to_be_in(fan_out: FanOut, person: Connection) -> None:
    """Raise if the client was shown out, or entered again, while its view was being fetched."""
    if person not in fan_out.people or person.state is _ENTERING:
        raise Refused(SUPERSEDED)
