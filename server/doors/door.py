"""Handles connections as they come and go, for both doors, and messages that need more than the room."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from games.api import Refused
from server.base.metrics import Metrics
from server.base.tasks import Tasks
from server.doors.gate.guessing import Guessing
from server.doors.gate.rate_limits import Buckets
from server.doors.gate.tokens import Identity, Tokens
from server.protocol import messages
from server.protocol.schema import Schema, schema_of
from server.records.forks import fork_point
from server.rooms import player_commands
from server.rooms.registry import Rooms
from server.rooms.room import Room
from server.rooms.room_view import ROOM_EVENTS, RoomView

from .connection import Connection
from .gate import rate_limits
from .reconnect import Reconnect
from .record_pages import RecordPages
from .replay_pages import ReplayPages
from .requests import Request, Requests

PROTOCOL: Final = 1
DEALS: Final = 1
"""The form of fair deals that we speak."""


class Door:
    """The common part of both doors."""

    def __init__(
        self,
        rooms: Rooms,
        tokens: Tokens,
        buckets: Buckets,
        metrics: Metrics,
        most_rooms: int,
        gathers: bool,
        records: RecordPages,
    ) -> None:
        self._rooms = rooms
        self._tokens = tokens
        self._buckets = buckets
        self._metrics = metrics
        self._most_rooms = most_rooms
        self._gathers = gathers
        self._admitting = Guessing(rooms, buckets)
        self._reconnect = Reconnect(rooms)
        self._replaying = ReplayPages(rooms, buckets)
        self._records = records
        self.people: set[Connection] = set()
        self._requests = Requests(rooms.open, rooms.pipeline, metrics, _SPECIAL, self._attend)
        self.received = self._requests.received
        self._tasks = Tasks()

    # --- coming and going ---

    def identify(self, protocol: Any, token: Any, bot: Any = False, deals: Any = 0) -> Identity:
        """The client's identity; Refused(protocol.unsupported) if we do not speak their version."""
        if protocol != PROTOCOL or type(protocol) is not int:
            raise Refused("protocol.unsupported", supported=[PROTOCOL])
        known = self._tokens.identify(token if type(token) is str and len(token) <= 256 else None, bot is True)
        return replace(known, deals=type(deals) is int and deals == DEALS)

    def welcome(self, person: Connection, identity: Identity) -> None:
        """Greet a client at the door."""
        self.people.add(person)
        person.greeted()
        person.deals = identity.deals
        self._metrics.connections.labels(person.door).inc()
        person.tell(
            "hello",
            {
                "token": identity.token,
                "bot": identity.bot,
                "protocol": PROTOCOL,
                "time": self._rooms.store.now(),
                "limits": {
                    "rate": int(rate_limits.RATE),
                    "burst": int(rate_limits.BURST),
                    "name": player_commands.NAME_LIMIT,
                },
                **({"gathers": True} if self._gathers else {}),
            },
        )

    def closed(self, person: Connection) -> None:
        """The client's socket has ended."""
        if person not in self.people:
            return
        self.people.discard(person)
        self._metrics.connections.labels(person.door).dec()
        if person.socket.cut:
            self._metrics.cut.labels(person.socket.cut).inc()
        self._reconnect.lost(person)
        person.away()

    async def leave(self, seconds: float) -> None:
        """This worker is about to stop: send its clients to other workers, one by one over that time."""
        self._requests.leaving = True
        people = tuple(self.people)
        for n, person in enumerate(people):
            if not person.socket.busy:  # the others are sent away after their answer
                self._requests.send_away(person)
            if n % 50 == 49:
                await asyncio.sleep(seconds * 50 / len(people))

    async def close(self) -> None:
        """Give up messages that are still being handled."""
        await asyncio.sleep(0)  # a task cancelled before its first step would not even answer
        await self._tasks.close()

    def bad_packet(self) -> None:
        """Count a packet that breaks the protocol."""
        self._metrics.bad_packets.inc()

    @property
    def rooms_here(self) -> int:
        return len(self._reconnect.fan_outs)

    @property
    def seats_here(self) -> int:
        return sum(person.seat is not None for person in self.people)

    # --- messages ---

    def _attend(self, request: Request) -> None:
        self._tasks.start(self._attended(request), "attending to a message")

    async def _attended(self, request: Request) -> None:
        result: Any = None
        error: Exception | None = Refused("store.unknown")  # in case this worker stops now
        try:
            result = await _SPECIAL[type(request.message)](self, request.person, request.message)
            error = None
        except Exception as failed:
            error = failed
        finally:
            request.answered(result, error)

    async def _create(self, person: Connection, message: player_commands.Create) -> Any:
        if self._rooms.store.open_rooms >= self._most_rooms:
            raise Refused("limit.rooms")
        await rate_limits.spend(self._buckets, rate_limits.ROOMS_PER_PLAYER, person.player)
        await rate_limits.spend(self._buckets, rate_limits.ROOMS_PER_ADDRESS, person.address)
        room = secrets.token_hex(16)
        return await self._rooms.create(person.player, await self._admitting.sealed(room, person, message), room)

    async def _enter(self, person: Connection, message: player_commands.Enter) -> Any:
        come = partial(self._come_in, person, message)
        answer = await self._admitting.visit(message.room, person.address, person.player, come)
        self._metrics.entered.labels("resumed" if answer["resumed"] else "anew").inc()
        return answer

    async def _come_in(self, person: Connection, message: player_commands.Enter, room: str) -> Any:
        message.deals = person.deals
        enter = partial(self._reconnect.enter, person, room, message)
        return await self._admitting.admitted(room, person, message, enter)

    async def _sit(self, person: Connection, message: player_commands.Sit) -> Any:
        if person.room is None:
            raise Refused("room.not_entered")
        sit = partial(self._rooms.ask, person.room, person.who)
        return await self._admitting.admitted(person.room, person, message, sit)

    async def _settings(self, person: Connection, message: player_commands.ChangeSettings) -> Any:
        if person.room is None:
            raise Refused("room.not_entered")
        room, who = person.room, person.who
        return await self._rooms.ask(room, who, await self._admitting.sealed(room, person, message))

    async def _sync(self, person: Connection, message: messages.Sync) -> Any:
        return await self._reconnect.sync(person, message)

    async def _check(self, person: Connection, message: player_commands.Check) -> Any:
        if person.room is None:
            raise Refused("room.not_entered")
        return await self._rooms.check(person.room, person.who, message)

    async def _replay(self, person: Connection, message: messages.Replay) -> Any:
        if person.room is None:
            raise Refused("room.not_entered")
        return await self._replaying.page(person.room, person.player, person.address, message.match, message.skip)

    async def replay(self, code: str, token: str, address: str, match: int | None, skip: int) -> Any:
        """`replay` for a player who is not connected but sends their token."""
        player = self.player(token)
        if player is None:
            raise Refused("token.unknown")
        page = partial(self._replaying.page, player=player, address=address, match=match, skip=skip)
        return await self._admitting.visit(code, address, player, page)

    async def _agree(self, person: Connection, message: messages.Agree) -> Any:
        return await self._records.agree(message.record, person.player, person.address)

    async def _forget(self, person: Connection, message: messages.Forget) -> Any:
        return await self._records.forget(message.record, person.player, person.address)

    async def _delete(self, person: Connection, message: messages.Delete) -> Any:
        return await self._records.delete(message.record, person.player, person.address)

    async def records(self, token: str, address: str, skip: int) -> Any:
        """The records of the matches that the owner of the token has played."""
        player = self.player(token)
        if player is None:
            raise Refused("token.unknown")
        return await self._records.list(player, address, skip)

    async def _fork(self, person: Connection, message: player_commands.Fork) -> Any:
        if self._rooms.store.open_rooms >= self._most_rooms:
            raise Refused("limit.rooms")
        await rate_limits.spend(self._buckets, rate_limits.ROOMS_PER_PLAYER, person.player)
        await rate_limits.spend(self._buckets, rate_limits.ROOMS_PER_ADDRESS, person.address)
        record, agreed = await self._records.find(message.record, person.address)
        point = await fork_point(record, agreed, self._rooms.games, person.player, message)
        return await self._rooms.fork(person.player, message, record.game, point)

    async def record(self, record: str, token: str, address: str) -> tuple[bytes, bytes]:
        """The record as JSON, plain and compressed, as far as the owner of the token may see it.

        Without a token: the public half.
        """
        player = self.player(token)
        if token and player is None:
            raise Refused("token.unknown")
        return await self._records.page(record, player, address)

    async def review(self, record: str, seat: int, token: str, address: str) -> Any:
        """A bot's judgements of that seat's decisions, as far as the owner of the token may see them."""
        player = self.player(token)
        if token and player is None:
            raise Refused("token.unknown")
        return await self._records.review(record, seat, player, address)

    async def _time(self, _: Connection, __: messages.Time) -> Any:
        return {"time": self._rooms.store.now()}

    async def room(self, code: str, token: str, address: str) -> Room:
        """The room with that code, for people who are not connected. It contains secrets: never show all of it."""
        return await self._admitting.visit(code, address, self.player(token), self._rooms.room)

    def player(self, token: str) -> str | None:
        """The owner of that token, if this server made it."""
        identity = self._tokens.known(token)
        return None if identity is None else identity.player

    def schema(self, game: str) -> Schema:
        return schema_of(self._rooms.games[game], RoomView, ROOM_EVENTS)


_SPECIAL: Final[Mapping[type, Callable[[Door, Connection, Any], Any]]] = {
    player_commands.Create: Door._create,
    player_commands.Enter: Door._enter,
    player_commands.Sit: Door._sit,
    player_commands.ChangeSettings: Door._settings,
    messages.Sync: Door._sync,
    player_commands.Check: Door._check,
    messages.Replay: Door._replay,
    messages.Agree: Door._agree,
    messages.Forget: Door._forget,
    messages.Delete: Door._delete,
    player_commands.Fork: Door._fork,
    messages.Time: Door._time,
}
