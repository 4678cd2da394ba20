"""Checks a record in its shown form: an open one is replayed and compared, a closed one must be consistent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec

from games.api import AnyGame, Json, Refused
from server.protocol.apply_patch import patched
from server.protocol.schema import schema_of
from server.rooms.game_options import resolved_options
from server.rooms.room_view import ROOM_EVENTS, MatchEnded, RoomView

from .checking_deals import ShownDeal, answers_differ, draws_differ, secret_differs, start_differs
from .course import Course
from .making import sitters_of
from .match_record import FORM, LogEntry
from .showing import NamedSteps, all_seats, plain_outcome


class ShownSeat(msgspec.Struct):
    """A seat, and who held it first."""

    name: str
    level: str
    program: bool


class ShownStep(msgspec.Struct):
    """One step's news for the asker."""

    step: int
    time: int
    events: list[dict[str, Json]]
    table: Json
    room: Json
    own: dict[str, Json]


class ShownRecord(msgspec.Struct, rename="camel"):
    """A record in the form of docs/records.md."""

    record: str
    form: int
    game: str
    version: int
    preset: str
    options: dict[str, Json]
    began: int
    ended: int
    outcome: dict[str, Json] | None
    seats: list[ShownSeat]
    shows: Literal["all", "mine", "public"]
    mine: list[int]
    steps: int
    snapshot: dict[str, Json]
    told: list[ShownStep]
    deal: ShownDeal | None = None
    secret: str = ""
    draws: list[tuple[int, int]] = []
    log: list[LogEntry] = []


class Unreadable(Exception):
    """This is not a record that can be checked here; the message says why."""


class Difference(Exception):
    """The first difference."""


def read(data: bytes) -> ShownRecord:
    """Raises Unreadable."""
    try:
        record = msgspec.json.decode(data, type=ShownRecord)
    except msgspec.DecodeError as error:
        raise Unreadable(f"no record: {error}") from None
    if record.form != FORM:
        raise Unreadable(f"a record of form {record.form}; this program reads form {FORM}")
    return record


def check_closed(record: ShownRecord) -> None:
    """Check that its parts fit together. Raises Difference."""
    views: dict[str, Json] = {"table": record.snapshot.get("table"), "room": record.snapshot.get("room")}
    owns = dict(record.snapshot.get("own") or {})
    last = 0
    for told in record.told:
        if not last <= told.step <= min(last + 1, record.steps):
            raise Difference(f"step {told.step} after {last}, of {record.steps}")
        last = told.step
        try:
            for part in views:
                views[part] = patched(views[part], getattr(told, part))
            for seat, own in told.own.items():
                owns[seat] = patched(owns.get(seat), own["own"])
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise Difference(f"step {told.step}: a change that cannot be applied ({error!r})") from None
    _same("the number of steps", record.steps, last)
    _check_end(record)
    if record.deal is not None:
        about = {name: getattr(record, name) for name in ("game", "version", "preset", "options")}
        _fits(start_differs(record.deal, [seat.level for seat in record.seats], about))
        _fits(answers_differ(record.deal))


def _fits(problem: str) -> None:
    if problem:
        raise Difference(f"the deal: {problem}")


def _check_end(record: ShownRecord) -> None:
    event = record.told[-1].events[-1] if record.told and record.told[-1].events else {}
    outcome = record.outcome or {"winners": [], "ranking": []}
    for name in ("winners", "ranking"):
        if event.get("type") != MatchEnded.kind or event.get(name) != outcome.get(name):
            raise Difference(f"the end: the last step does not tell the {name} of the outcome")


def check_open(record: ShownRecord, game: AnyGame) -> None:
    """Replay the match and compare all its news. Raises Difference, or Unreadable."""
    if game.version != record.version:
        raise Unreadable(f"version {record.version} of {game.id}; version {game.version} is installed")
    try:
        options = resolved_options(game, record.preset, record.options, len(record.seats))
        course = Course.dealt(
            game, options, sitters_of([seat.level for seat in record.seats]), bytes.fromhex(record.secret)
        )
    except (Refused, ValueError) as error:
        raise Difference(f"the deal: {error!r}") from None
    named = NamedSteps(
        schema_of(game, RoomView, ROOM_EVENTS).reader, _plain(course.opening()), all_seats(len(record.seats))
    )
    if record.deal is not None:
        _fits(secret_differs(record.deal, record.secret))
    _fits(draws_differ(bytes.fromhex(record.secret), record.draws))
    _same("the deal: draws", record.draws, course.draws)
    for part, made in named.opening.items():
        _same(f"the deal: {part}", record.snapshot.get(part), _as_json(made))
    told = _without_end(record.told)
    for number, entry in enumerate(record.log, 1):
        try:
            made = _as_json(named.after(number, _plain(course.take(entry.actor, entry.action, entry.now))))
        except (Refused, msgspec.DecodeError) as error:
            raise Difference(f"entry {number} of the log is not accepted: {error!r}") from None
        if any(made.values()):
            _compare(told.pop(0) if told else None, made, entry.now)
        elif told and told[0].room and not (told[0].events or told[0].table or told[0].own):
            told.pop(0)  # a seat changed hands
    _same("what was told after the end of the log", [one.step for one in told], [])
    outcome = course.outcome()
    _same("the outcome", record.outcome, outcome and plain_outcome(outcome))


def _compare(shown: ShownStep | None, made: dict[str, Json], now: int) -> None:
    if shown is None:
        raise Difference(f"the log goes on after all that was told, at {now} ms")
    _same(f"step {shown.step}: time", shown.time, now)
    for part in ("events", "table", "own"):
        _same(f"step {shown.step}: {part}", getattr(shown, part), made[part])


def _without_end(told: Sequence[ShownStep]) -> list[ShownStep]:
    """The game's own news, without the room's event that the match is over."""
    *before, last = told
    room = [change for change in last.room or [] if change[0] != "phase"]
    rest = msgspec.structs.replace(last, events=last.events[:-1], room=room)
    return [*before, rest] if rest.events or rest.table or rest.room or rest.own else before


_MOST_SHOWN: Final = 300


def _same(what: str, shown: Json, made: Json) -> None:
    if shown != made:
        raise Difference(
            f"{what}: the record has {str(shown)[:_MOST_SHOWN]}, made again it is {str(made)[:_MOST_SHOWN]}"
        )


def _plain(positional: Any) -> Any:
    return msgspec.msgpack.decode(msgspec.msgpack.encode(positional))


def _as_json(value: Json) -> Json:
    return msgspec.json.decode(msgspec.json.encode(value))
