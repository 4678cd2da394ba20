"""Judges the decisions of a seat in a record, in the bots' process. The match itself shows what the seat knew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from games.api import HOST, BotSeat, Case, Json, Judgement
from games.chance import Chance
from games.reviewing import best_level, dealer_of, reviewer_of
from server.rooms.bot_pool import loaded_game, within_budget
from server.rooms.bots import seen_by
from server.rooms.game_codec import read_action
from server.rooms.game_options import resolved_options

from .course import Course
from .making import sitters_of
from .match_record import MatchRecord, unpacked

_pack: Final = msgspec.msgpack.Encoder().encode
_DIGITS: Final = 4
BUDGET_S: Final = 25.0
"""For one decision: many times longer than needed, in case other processes leave this one little time."""


class Decided(msgspec.Struct, frozen=True, array_like=True):
    """A decision to be judged, with what the seat saw; `entry` is the action's place in the log."""

    entry: int
    table: bytes
    own: bytes
    memory: bytes
    stored: bytes
    """The state. Before judging, everything that the seat could not know is redealt."""
    now: int
    action: bytes


class Judged(msgspec.Struct, frozen=True, array_like=True):
    """The stored judgement of a decision in which the bot would have acted differently."""

    entry: int
    played: Json
    best: Json
    gain: float
    error: float
    clear: bool
    why: str


def decisions(data: bytes, seat: int) -> bytes:
    """The decisions of that seat in a packed record, as [Decided]."""
    return _pack(list(_decisions(unpacked(data), seat)))


def judge(game_id: str, seat: int, data: bytes) -> bytes:
    """Judge one packed decision: Judged or None, and always the same for the same decision."""
    game = loaded_game(game_id)
    pending = msgspec.msgpack.decode(data, type=Decided)
    review, dealer = reviewer_of(game), dealer_of(game)
    assert review is not None
    table = msgspec.msgpack.decode(pending.table, type=game.Table)
    own = msgspec.msgpack.decode(pending.own, type=game.Own)
    action = msgspec.msgpack.decode(pending.action, type=game.Action)
    deal = dealer(table, own, seat, pending.stored) if dealer else _no_telling
    case = Case(game, table, own, BotSeat(seat), pending.memory, deal, pending.now, action)
    with within_budget(BUDGET_S):
        found = review(case, Chance(b"review of seat %d" % seat, pending.entry))
    return _pack(found and _kept(pending.entry, action, found))


def _kept(entry: int, action: Any, found: Judgement) -> Judged | None:
    if found.best is None:
        return None
    played, best = msgspec.to_builtins(action), msgspec.to_builtins(found.best)
    return Judged(entry, played, best, round(found.gain, _DIGITS), round(found.error, _DIGITS), found.clear, found.why)


def _decisions(record: MatchRecord, seat: int) -> Iterator[Decided]:
    game = loaded_game(record.game)
    levels = [record.holders[first].level for first in record.seats]
    options = resolved_options(game, record.preset, record.options, len(levels))
    course = Course.dealt(game, options, sitters_of(levels), record.secret)
    remembered = _Remembering(course, seat)
    for number, entry in enumerate(record.log):
        actor = entry.actor if entry.actor >= HOST else -2 - entry.actor
        if actor == seat and seat in game.may_act(course.state()):
            table, owns = course.opening()
            action = read_action(game, entry.action) if entry.actor >= 0 else entry.action
            yield Decided(
                number, _pack(table), _pack(owns[seat]), remembered.memory, course.stored, entry.now, _pack(action)
            )
        course.take(entry.actor, entry.action, entry.now)
        remembered.listen()


class _Remembering:
    """The judging bot's memory, as if it had sat in that seat from the beginning."""

    def __init__(self, course: Course, seat: int) -> None:
        self.memory = b""
        self._course = course
        self._seat = seat
        self.listen()

    def listen(self) -> None:
        game, seat = self._course.game, self._seat
        if game.bot is None or not game.bot_levels:
            return
        table, owns = self._course.opening()
        heard, chance = seen_by(self._course.told, seat), Chance(b"heard", self._course.number)
        plan = game.bot(table, owns[seat], BotSeat(seat), heard, self.memory, chance, best_level(game))
        self.memory = plan.memory


def _no_telling(_: Chance) -> None:
    return None
