"""One step of a match, looked at closely: what it told whom in how many bytes, and what everybody may do after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from games import texts
from games.api import AnyGame, Json, Refused, Seat
from games.kit.blame import place
from server.client.sentences import refusal
from server.doors.packets import BINARY, frame_packet, framed
from server.records.course import Course
from server.records.match_record import LogEntry
from server.rooms.failures import FAILED
from server.rooms.game_codec import decode_state
from server.rooms.guard import guard

from .played import told
from .reel import plain, reader_of

MOST: Final = 400
"""Actions that are tried for one seat."""
_TAG: Final = 0xFFFF_FFFF
_HEADER: Final = 1  # bytes of the header of a short array
_pack: Final = msgspec.msgpack.Encoder().encode


def looked_at(course: Course, seats: int, log: Sequence[LogEntry], step: int) -> dict[str, Json]:
    """That step of a course which stands right before it, or at the beginning; and what can be done then."""
    entry = log[step - 1] if step else None
    frames = _frames(course, seats, entry) if entry else []
    now = entry.now if entry else 0
    did = told(entry) if entry else "the beginning"
    return {"step": step, "did": did, "now": now, "frames": frames, "seats": _verdicts(course, seats, log, now)}


def _frames(course: Course, seats: int, entry: LogEntry) -> list[dict[str, Json]]:
    """Takes the step; what each seat and those without one are told by it."""
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
    game = course.game
    with guard.of(game.id):
        state = decode_state(game, course.stored)
        waits = {int(seat) for seat in game.to_act(state)}
        listed = [_listed(game, game.own(state, seat)) for seat in range(seats)]
    known = [entry.action for entry in log if entry.actor >= 0] + [one for all_of in listed for one in all_of]
    tried = [*_distinct([*known, *_with_other_cards(game, known)])][:MOST]
    return [
        {"seat": seat, "acts": seat in waits, "listed": len(listed[seat]), **_judged(course, seat, tried, now)}
        for seat in range(seats)
    ]


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
    """Its code, its text, and the line that refused it."""
    raised = refused.__context__ if refused.code == FAILED else refused
    said = refusal({"code": refused.code, **refused.params}, "en-US", texts.texts(game)["en-US"])
    at = place(game, raised.__traceback__) if raised is not None else ""
    return {"code": refused.code, "text": said, "at": at}


def _listed(game: AnyGame, own: Any) -> list[Json]:
    return [] if game.listed is None else [msgspec.to_builtins(action) for action in game.listed(own)]


def _with_other_cards(game: AnyGame, known: Sequence[Json]) -> Iterator[Json]:
    """The same actions with every other card in the place of theirs."""
    cards = [name for name in game.names.get("cards", ()) if isinstance(name, str)]
    for action in known:
        for field, value in action.items() if isinstance(action, dict) else ():
            if isinstance(value, str) and value in cards:
                yield from ({**action, field: card} for card in cards)


def _distinct(actions: Sequence[Json]) -> Iterator[Json]:
    seen = set()
    for action in actions:
        if (key := _pack(action)) not in seen:
            seen.add(key)
            yield action
