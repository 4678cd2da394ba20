"""One step of a match in detail: everybody's news with its size in bytes, and everybody's legal actions after it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Any, Final

import msgspec

from games import texts
from games.api import AnyGame, Json, Refused, Seat
from games.kit.gallery import plain_actions
from server.client.sentences import refusal
from server.doors.packets import BINARY, frame_packet, framed
from server.records.course import Course
from server.records.match_record import LogEntry
from server.rooms.game_codec import decode_state
from server.rooms.game_failures import FAILED
from server.rooms.guard import guard

from .played import describe, line_of
from .reel import plain, reader_of

MOST: Final = 400
"""The most actions to try for one seat."""
TAGS: Final = ("type", "action")
"""Fields that give an action's kind."""
_TAG: Final = 0xFFFF_FFFF
_HEADER: Final = 1  # bytes of the header of a short array
_pack: Final = msgspec.msgpack.Encoder().encode


def looked_at(course: Course, seats: int, log: Sequence[LogEntry], step: int) -> dict[str, Json]:
    """The next step of the course (or its beginning), and the legal actions after it."""
    entry = log[step - 1] if step else None
    frames = _frames(course, seats, entry) if entry else []
    now = entry.now if entry else 0
    did = describe(entry) if entry else "the beginning"
    return {"step": step, "did": did, "now": now, "frames": frames, "seats": _verdicts(course, seats, log, now)}


def _frames(course: Course, seats: int, entry: LogEntry) -> list[dict[str, Json]]:
    """Take the step; returns its news for each seat, and for people without one."""
    reader, number = reader_of(course.game), course.number + 1
    course.opening()
    events, table, private = plain(course.take(entry.actor, entry.action, entry.now))
    public = [number, _TAG, events, table, None] if events or table is not None else None
    found = []
    for seat in (None, *range(seats)):
        own = [number, *private[seat]] if seat in private else None
        frame = frame_packet(_TAG, _inner(public), _inner(own)) if public or own else b""
        shown = {**(reader.frame(public) if public else {}), **(reader.own(own) if own else {})}
        hidden = {"pub", "priv", "tag", "room", "events"}
        found.append({
            "seat": seat, "bytes": len(framed(BINARY, frame)) if frame else 0, "hex": frame.hex(" "),
            "events": [reader.event(event) for event in events], "mine": reader.own(own)["events"] if own else [],
            "patches": {name: value for name, value in shown.items() if name not in hidden and value is not None},
        })  # fmt: skip
    return found


def _inner(values: list[Any] | None) -> bytes | None:
    return None if values is None else _pack(values)[_HEADER:]


def _verdicts(course: Course, seats: int, log: Sequence[LogEntry], now: int) -> list[dict[str, Json]]:
    """For each seat: which actions are legal now, and why others are not."""
    game, reader = course.game, reader_of(course.game)
    with guard.of(game.id):
        waits = {int(seat) for seat in game.to_act(decode_state(game, course.stored))}
        owns = [game.own(decode_state(game, course.stored), seat) for seat in range(seats)]
        listed = [_listed(game, own) for own in owns]
    known = [entry.action for entry in log if entry.actor >= 0] + [one for all_of in listed for one in all_of]
    known = [*_distinct([*known, *(msgspec.to_builtins(action) for action in plain_actions(game))])]
    found = []
    for seat, own in enumerate(owns):
        seen = set(_strings(reader.document("own", plain(own))))
        others = [other for action in known for other in _with_others(game, action, seen)]
        tried = [*_distinct([*listed[seat], *known, *others])][:MOST]
        acts = {"seat": seat, "acts": seat in waits, "listed": len(listed[seat])}
        found.append({**acts, **_judged(course, seat, tried, now)})
    return found


def verdict(course: Course, seat: Seat, action: Json, now: int) -> dict[str, Json]:
    """Whether that action is legal, and what it would be; or why not."""
    try:
        step = course.tried(seat, action, now)
    except Refused as refused:
        return _why(course.game, refused)
    return {"legal": True, **step.about} if step.refused is None else _why(course.game, step.refused)


def _judged(course: Course, seat: Seat, tried: Sequence[Json], now: int) -> dict[str, Json]:
    legal, refused = [], dict[str, dict[str, Json]]()
    for action in tried:
        said = verdict(course, seat, action, now)
        if said.get("legal"):
            legal.append(action)
        else:
            refused.setdefault(f"{said['text']} {said['at']}", {**said, "actions": []})["actions"].append(action)
    return {"legal": legal, "refused": [*refused.values()]}


def _why(game: AnyGame, refused: Refused) -> dict[str, Json]:
    """The refusal's code, its text, and the line that refused."""
    raised = refused.__context__ if refused.code == FAILED else refused
    said = refusal({"code": refused.code, **refused.params}, "en-US", texts.texts(game)["en-US"])
    return {"code": refused.code, "text": said, "at": line_of(game, raised)}


def _listed(game: AnyGame, own: Any) -> list[Json]:
    return [] if game.listed is None else [msgspec.to_builtins(action) for action in game.listed(own)]


def _with_others(game: AnyGame, action: Json, seen: Container[str]) -> Iterator[Json]:
    """Variants of the action: what it names (mostly a card) is replaced by each alternative in the seat's own view."""
    if isinstance(action, str):
        names: Sequence[Json] = next((names for names in game.names.values() if action in names), ())
        yield from (name for name in names if name in seen)
    elif isinstance(action, list) and action:
        yield from ([other, *action[1:]] for other in _with_others(game, action[0], seen))
    elif isinstance(action, dict):
        for field, value in action.items():
            if field not in TAGS:
                yield from ({**action, field: other} for other in _with_others(game, value, seen))


def _strings(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _strings(inner)


def _distinct(actions: Sequence[Json]) -> Iterator[Json]:
    seen = set()
    for action in actions:
        if (key := _pack(action)) not in seen:
            seen.add(key)
            yield action
