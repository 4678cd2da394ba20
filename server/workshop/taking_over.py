"""Applies a game's new rules to the open tables.

A match is replayed from its log by the current rules, with the same hands. If that does not reach the same state, the
match continues from the room's stored one; if that cannot be read either, the cards are dealt again. Rules that
cannot even deal are not applied: the author may have saved only the first of several files.
"""

from __future__ import annotations

from typing import Final

from games.api import AnyGame, Json, Refused, Step
from games.chance import Chance
from server.records.course import Course
from server.rooms import game_failures, match
from server.rooms.decision import Decision, Who
from server.rooms.document import PLAYING, decode_cold, decode_hot
from server.rooms.frames import Shown
from server.rooms.game_codec import OtherShape, decode_state
from server.rooms.open_rooms import OpenRoom
from server.rooms.pipeline import Judge
from server.rooms.registry import Rooms
from server.rooms.room import Room
from server.rooms.room_view import room_view

from .played import Diverged, Played, played_in, why

OUTDATED: Final = "room.outdated"
MOVED: Final = "room.busy"
ATTEMPTS: Final = 8
"""Attempts at a table where moves are made meanwhile."""
_BEFORE_STEPS: Final = 1  # the room counts dealing as its first step


class Moved(Exception):
    """The table has changed meanwhile."""


async def taken_over(rooms: Rooms, game: AnyGame) -> list[str]:
    """Continue the open tables of this game under the current rules; returns sentences about differences."""
    said = []
    for opened in rooms.open:
        room = opened.room
        if room is None or room.game.id != game.id:
            continue
        if room.cold.phase != PLAYING:
            rooms.open.forget(opened.id)
            continue
        for _ in range(ATTEMPTS):
            try:
                said += await _at(rooms, opened, game)
                break
            except Moved:
                continue
    return said


async def read_again(rooms: Rooms, code: str) -> list[str]:
    """Continue a room whose state was stored in another shape; returns sentences about differences."""
    room_id = await rooms.find(code)
    try:
        await rooms.room(room_id)
    except Refused as refused:
        if refused.code == OUTDATED and (found := await rooms.store.load(room_id)) is not None:
            opened, cold = rooms.open.in_hand(room_id), decode_cold(found.cold)
            game = rooms.games[cold.game]
            opened.room, opened.seen = (
                Room(room_id, game, cold, decode_hot(found.hot)),
                Shown(room_view(cold), None, {}),
            )
            opened.incarnation, opened.version, opened.tag = found.incarnation, found.version, found.tag
            try:
                return await _at(rooms, opened, game) if cold.phase == PLAYING else []
            finally:
                rooms.open.forget(room_id)
    return []


async def _at(rooms: Rooms, opened: OpenRoom, game: AnyGame) -> list[str]:
    """Continue one table. Returns nothing if it is unchanged."""
    room = opened.room
    assert room is not None
    played = await played_in(rooms.store, room)
    about = f"room {room.cold.code}"
    try:
        if played is None:
            raise Diverged("how it began is not kept")
        await _put(rooms, opened, game, played.course(game))
    except Diverged as diverged:
        return [f"{about}: {diverged}; {await _without_its_log(rooms, opened, game, played)}"]
    return []


async def _without_its_log(rooms: Rooms, opened: OpenRoom, game: AnyGame, played: Played | None) -> str:
    """Continue from the room's stored state, or from a new deal; returns sentences about the result."""
    room = opened.room
    assert room is not None
    try:
        stored = Course(game, len(room.cold.seats), room.hot.secret, room.hot.step - 1, room.hot.state)
        await _put(rooms, opened, game, stored)
    except Diverged:
        try:
            if played is not None:
                played.course(game, 0).opening()
            await _dealt_again(rooms, opened, game, played)
        except (Diverged, Refused):
            return "the table goes on by the rules as they were"
        return "the cards were dealt again"
    return "the table stands as it stood"


async def _put(rooms: Rooms, opened: OpenRoom, game: AnyGame, course: Course) -> None:
    """Continue the room from there. Raises Diverged."""
    try:
        course.opening()  # raises if any view fails
        course.outcome()
    except (Refused, OtherShape) as error:
        raise Diverged(f"step {course.number} {why(game, error)}") from error

    def judge(room: Room, who: Who, command: object, platform: int, chance: Chance) -> tuple[Decision, Json]:
        if room.cold.phase != PLAYING or room.hot.step != course.number + _BEFORE_STEPS:
            raise Refused(MOVED)
        d = _decision(room, game, platform, chance)
        d.room = d.room.with_cold(version=game.version, failures=0, retry_at=0)
        d.took(Step(decode_state(game, course.stored)), course.stored, room.hot.now)
        d.room = d.room.with_hot(step=room.hot.step)
        match.after_step(d)
        return d, {}

    try:
        await _shown_whole(rooms, opened, judge)
    except Refused as refused:
        if refused.code == MOVED:
            raise Moved from None
        raise Diverged(f"step {course.number} is refused: {refused.code}") from refused


async def _dealt_again(rooms: Rooms, opened: OpenRoom, game: AnyGame, played: Played | None) -> None:
    """A new deal under the current rules. Raises Refused."""

    def end(room: Room, who: Who, command: object, platform: int, chance: Chance) -> tuple[Decision, Json]:
        d = Decision(room, platform, chance)
        game_failures.abandon(d)
        return d, {}

    def deal(room: Room, who: Who, command: object, platform: int, chance: Chance) -> tuple[Decision, Json]:
        d = _decision(room, game, platform, chance)
        d.room = d.room.with_cold(version=game.version)
        match.deal(d, played.hot.secret if played else b"")
        return d, {}

    await rooms.put(opened.id, end)
    await _shown_whole(rooms, opened, deal)


async def _shown_whole(rooms: Rooms, opened: OpenRoom, judge: Judge) -> None:
    """Commit it, and send whole views: views under other rules may have other fields."""
    seen = opened.seen
    assert seen is not None
    opened.seen = Shown(seen.room, None, {})
    try:
        await rooms.put(opened.id, judge)
    except BaseException:
        opened.seen = seen
        raise


def _decision(room: Room, game: AnyGame, platform: int, chance: Chance) -> Decision:
    return Decision(Room(room.id, game, room.cold, room.hot, room.seated), platform, chance)
