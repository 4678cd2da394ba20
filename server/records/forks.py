"""Finds the moment of a record from which a match is played on; decides who may play on, and in which seat."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping

from games.api import AnyGame, Refused
from games.chance import Chance
from server.rooms.forking import ForkPoint
from server.rooms.game_codec import decode_state, encode_state
from server.rooms.game_options import resolved_options
from server.rooms.guard import guard
from server.rooms.player_commands import Fork

from .course import Course
from .making import sitters_of
from .match_record import MatchRecord
from .showing import holds, public_numbers

STEPS_AT_ONCE = 8


async def fork_point(
    record: MatchRecord, agreed: frozenset[str], games: Mapping[str, AnyGame], player: str, message: Fork
) -> ForkPoint:
    """The moment after that step. Raises Refused with one of the codes of docs/records.md."""
    game = games.get(record.game)
    if game is None:
        raise Refused("game.unknown", game=record.game)
    if game.version != record.version:
        raise Refused("fork.version")
    if message.seat >= len(record.seats):
        raise Refused("seat.unknown")
    numbers = public_numbers(record)
    if message.step > (numbers[-1] if numbers else 0):
        raise Refused("fork.step")
    entries = sum(number <= message.step for number in numbers)
    redealt = not record.is_open(agreed)
    if redealt and not (_can_redeal(game) and holds(record, player, message.seat, entries)):
        raise Refused("fork.closed")
    course = await _at(record, game, entries)
    if course.outcome() is not None:
        raise Refused("fork.over")
    stored = _dealt_again(course, message.seat) if redealt else course.stored
    levels = tuple(_level(game, record.holders[first].level) for first in record.seats)
    return ForkPoint(
        record.preset, record.options, levels, stored, entries + 1, record.log[entries - 1].now if entries else 0,
        record.secret if message.same and not redealt else b"",
        f"{record.id}#{message.step}{' redealt' if redealt else ''}",
    )  # fmt: skip


async def _at(record: MatchRecord, game: AnyGame, entries: int) -> Course:
    levels = [record.holders[first].level for first in record.seats]
    options = resolved_options(game, record.preset, record.options, len(levels))
    course = Course.dealt(game, options, sitters_of(levels), record.secret)
    for number, entry in enumerate(record.log[:entries]):
        course.go_on(entry.actor, entry.action, entry.now)
        if number % STEPS_AT_ONCE == 0:
            await asyncio.sleep(0)  # let others run in between
    return course


def _can_redeal(game: AnyGame) -> bool:
    return game.redeal is not None and not game.hides_more


def _dealt_again(course: Course, seat: int) -> bytes:
    """The state, with everything redealt that this seat cannot know."""
    game = course.game
    assert game.redeal is not None
    with guard.of(game.id):
        return encode_state(game.redeal(decode_state(game, course.stored), seat, Chance(secrets.token_bytes(32))))


def _level(game: AnyGame, had: str) -> str:
    """The level of the bot for a seat that was held by a bot of level `had`, or by a person."""
    return had if had in game.bot_levels else next(iter(game.bot_levels), "none")
