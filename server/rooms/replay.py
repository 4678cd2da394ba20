"""Replays a match as one player was told it: from its beginning, through its logged commands, to its final state.

The same rules make the same frames from the same commands, so only the beginning of a match, the log and a digest of
its end are kept. If the result differs (another version of the game, a gap in the log), nothing is shown.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from games.api import AnyGame, Json, Refused
from games.chance import Chance
from server.store.entries import Entry
from server.store.store import Store
from server.store.types import Turn, Unavailable

from . import frames, player_commands
from .command_log import read
from .decide import SERVER, Command, decide
from .decision import Decision, Who
from .document import PLAYING, decode_cold, decode_hot, encode
from .frames import Shown
from .guard import guard
from .match_end import record_of
from .passwords import STAND_IN, Sealed
from .room import Room

STEPS_AT_ONCE: Final = 8  # a whole match takes a while: let others run in between

_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder().decode


class Beginning(msgspec.Struct, frozen=True, array_like=True):
    """The room right after the cards were dealt."""

    version: int
    cold: bytes
    hot: bytes


class Ending(msgspec.Struct, frozen=True, array_like=True):
    """The end of the match."""

    version: int
    digest: bytes
    rules: int = 0
    """The version of the game by then; 0: not kept."""


beginning_of = msgspec.msgpack.Decoder(Beginning).decode
ending_of = msgspec.msgpack.Decoder(Ending).decode


@dataclass(frozen=True, slots=True)
class Whole:
    """Everything the player could see at that moment: the beginning of their part of the match."""

    view: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Told:
    """What one commit told the player."""

    entry: Entry
    private: bytes | None


def turn_of(room: Room, version: int) -> Turn:
    """The data that the commit of this version keeps if a match begins or ends with it."""
    match = room.cold.matches
    if room.cold.phase == PLAYING:
        return Turn(match, "start", _pack(Beginning(version, encode(room.cold), encode(room.hot))))
    return Turn(match, "end", _pack(ending(room, version)), record_of(room))


def ending(room: Room, version: int) -> Ending:
    """The end of that room's match, with the commit of this version."""
    return Ending(version, digest_of_end(room.hot.state, room.hot.step), room.cold.version)


def digest_of_end(state: bytes, step: int) -> bytes:
    return hashlib.blake2b(state + step.to_bytes(8, "big"), digest_size=16).digest()


def last_ended(room: Room) -> int:
    """The number of the last finished match; 0 if there is none."""
    return room.cold.matches - (room.cold.phase == PLAYING)


async def replayed(
    store: Store, games: Mapping[str, AnyGame], room: Room, player: str, match: int
) -> list[Whole | Told]:
    """The news of that match for the player. Refused(replay.none) if they had no part in it, or it is not kept."""
    told: list[Whole | Told] = []
    try:
        kept = await store.replays.find(room.id, match)
        if kept is None:
            raise Refused("replay.none")
        start, end = beginning_of(kept[0]), ending_of(kept[1])
        log = await store.history(room.id, start.version + 1, end.version)
    except Unavailable:
        raise Refused("store.busy") from None
    for step, part in enumerate(again(games, room.id, start, end, log, player)):
        if part is not None:
            told.append(part)
        if step % STEPS_AT_ONCE == 0:
            await asyncio.sleep(0)
    if not told:
        raise Refused("replay.none")
    return told


def again(
    games: Mapping[str, AnyGame],
    room_id: str,
    begun: Beginning,
    ended: Ending,
    log: Sequence[tuple[int, bytes]],
    player: str,
) -> Iterator[Whole | Told | None]:
    """The player's news while they held a seat; None for a step that told them nothing.

    Raises Refused(replay.none) if the result differs from the original; in that case, show none of it.
    """
    cold = decode_cold(begun.cold)
    game = games.get(cold.game)
    if game is None or game.version != cold.version:
        raise Refused("replay.none")
    room = Room(room_id, game, cold, decode_hot(begun.hot))
    with guard.of(game.id):
        seen = frames.seen(room)
    yield _whole(room, seen, player)
    version = begun.version
    for number, data in log:
        if number != version + 1:
            raise Refused("replay.none")
        with guard.of(game.id):
            d = decided(room, data)
            told, seen = frames.written(room, seen, d, 0)
        entry = Entry(number, 0, *told)
        was, room, version = room.seat_of(player), d.room, number
        seat = room.seat_of(player)
        if seat is not None and seat == was:
            yield Told(entry, entry.private.get(seat))
        else:
            yield _whole(room, seen, player)
    if (
        version != ended.version
        or room.cold.phase == PLAYING
        or digest_of_end(room.hot.state, room.hot.step) != ended.digest
    ):
        raise Refused("replay.none")


def _whole(room: Room, seen: Shown, player: str) -> Whole | None:
    """The snapshot of the player's seat; None while they have none."""
    if room.seat_of(player) is None:
        return None
    return Whole(frames.snapshot(room, seen, 0, player, room.cold.base + room.hot.now))


def once_more(room: Room, data: bytes) -> bool:
    """Decide on a logged command and make its news. Passes exceptions on; False if it changes nothing."""
    d = _decided_as_logged(room, data)
    if d.room is room and not d.told:
        return False
    frames.written(room, frames.seen(room), d, 0)
    return True


def decided(room: Room, data: bytes) -> Decision:
    """The decision on a logged command, at the time it was given."""
    try:
        return _decided_as_logged(room, data)
    except Refused:  # it was accepted at the time, by another release
        raise Refused("replay.none") from None


def _decided_as_logged(room: Room, data: bytes) -> Decision:
    player, raw, now = _unpack(data)[:3]
    command: Command = read(raw)
    open_room = room
    if isinstance(command, player_commands.Enter | player_commands.Sit):
        # Passwords are not in the log: everybody who got in had the right one.
        open_room = room.with_cold(password=b"", watch_password=b"")
    elif isinstance(command, player_commands.ChangeSettings):
        given = (STAND_IN if text else None for text in (command.password, command.watch_password))
        command = Sealed(command, *given)
    d, _ = decide(open_room, Who(player) if player else SERVER, command, now, Chance(b""))
    if open_room is not room:
        d.room = d.room.with_cold(password=room.cold.password, watch_password=room.cold.watch_password)
    return d
