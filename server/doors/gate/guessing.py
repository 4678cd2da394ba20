"""Slows down people who guess room codes and passwords. Right codes and passwords are free.

The limits count per address, per player, per room and for the whole server, so strangers may be slowed by other
strangers. People who have been let into a room before are exempt, and can always find it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

import msgspec

from games.api import Refused
from server.base.tasks import Tasks
from server.doors.connection import Connection
from server.rooms import admission, player_commands
from server.rooms.hashing import hashing, typed
from server.rooms.registry import Rooms
from server.store.allowances import GuessPause
from server.store.types import Unavailable

from . import rate_limits
from .rate_limits import Buckets

UNKNOWN: Final = "room.unknown"
SLOWED_S: Final = 0.1
"""The time for every refusal of a stranger over a limit: its speed must not reveal whether a code exists."""

PAUSE_BY_ADDRESS: Final = GuessPause("address", 5, 1_000, 300_000)
PAUSE_BY_PLAYER: Final = GuessPause("player", 5, 1_000, 300_000)
PAUSE_OF_STRANGERS: Final = GuessPause("strangers", 60, 1_000, 10_000)
"""A limit per room. People known there are exempt, so that strangers cannot lock them out."""
FORGET_MS: Final = 3_600_000

Json = Any
X = TypeVar("X")


class Guessing:
    """Looks up codes and checks passwords, within the limits."""

    def __init__(self, rooms: Rooms, buckets: Buckets) -> None:
        self._rooms = rooms
        self._buckets = buckets
        self._tasks = Tasks()

    # --- codes ---

    async def visit(self, code: str, address: str, player: str | None, ask: Callable[[str], Awaitable[X]]) -> X:
        """Call `ask` with the room of that code. An unknown code, or an expired room's, counts as a guess."""
        room = await self._find(code, address, player)
        if room is not None:
            try:
                return await ask(room)
            except Refused as refused:
                if refused.code != UNKNOWN:
                    raise
        await asyncio.gather(
            rate_limits.charge(self._buckets, rate_limits.GUESSES_PER_ADDRESS, address),
            rate_limits.charge(self._buckets, rate_limits.GUESSES_AT_ALL, ""),
        )
        raise Refused(UNKNOWN)

    async def _find(self, code: str, address: str, player: str | None) -> str | None:
        began = asyncio.get_running_loop().time()
        room, *waits = await asyncio.gather(
            self._look_up(code),
            rate_limits.shortage(self._buckets, rate_limits.GUESSES_PER_ADDRESS, address),
            rate_limits.shortage(self._buckets, rate_limits.GUESSES_AT_ALL, ""),
        )
        wait = max(waits)
        if not wait or (room is not None and player is not None and await self._known(room, player)):
            return room
        await asyncio.sleep(began + SLOWED_S - asyncio.get_running_loop().time())
        raise Refused("rate.limited", retryAfter=wait)

    async def _look_up(self, code: str) -> str | None:
        try:
            return await self._rooms.find(code)
        except Refused as refused:
            if refused.code != UNKNOWN:
                raise
        return None

    async def _known(self, room: str, player: str) -> bool:
        try:
            return admission.known(await self._rooms.room(room), player)
        except Refused as refused:
            if refused.code != UNKNOWN:
                raise
        return False

    # --- passwords ---

    async def admitted(
        self,
        room_id: str,
        person: Connection,
        message: player_commands.Enter | player_commands.Sit,
        ask: Callable[[Any], Awaitable[X]],
    ) -> X:
        """Ask the room for admission, with a digest in place of the password. A wrong password counts as a guess."""
        if not message.password:
            return await ask(message)
        room = await self._rooms.room(room_id)
        if not admission.asks_password(room, person.player, admission.wish_of(message)):
            return await ask(msgspec.structs.replace(message, password=None))
        counters = [(PAUSE_BY_ADDRESS, person.address), (PAUSE_BY_PLAYER, person.player)]
        if not admission.known(room, person.player):
            counters.append((PAUSE_OF_STRANGERS, ""))
        await rate_limits.spend(self._buckets, rate_limits.HASHES_PER_ADDRESS, person.address)
        wait = await self._rooms.store.limits.guess(room_id, counters, FORGET_MS)
        if wait:
            raise Refused("rate.limited", retryAfter=wait)
        try:
            answer = await ask(await hashing.sealed(message, room_id))
        except Refused as refused:
            if refused.code != admission.WRONG:
                self._uncount(room_id, counters)
            raise
        self._uncount(room_id, counters)
        return answer

    async def sealed(self, room_id: str, person: Connection, message: X) -> X | Any:
        """The message, with digests in place of its new passwords."""
        if not typed(message):
            return message
        await rate_limits.spend(self._buckets, rate_limits.HASHES_PER_ADDRESS, person.address)
        return await hashing.sealed(message, room_id)

    def _uncount(self, room: str, counters: Sequence[tuple[GuessPause, str]]) -> None:
        """Uncount a guess in the background."""
        self._tasks.start(self._uncountn(room, counters), "forgiving guesses")

    async def _uncountn(self, room: str, counters: Sequence[tuple[GuessPause, str]]) -> None:
        with suppress(Unavailable):  # then the guess counts until all guesses are forgotten
            await self._rooms.store.limits.uncount(room, counters)
