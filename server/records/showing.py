"""What each viewer may see of a record: the public half, the views of seats they held, or everything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from games.api import HOST, Json, Outcome, Seat
from games.views import View, Word
from server.protocol.apply_patch import patched
from server.protocol.named_form import NamedReader
from server.rooms.document import PLAYING, PROGRAM, Cold, Seal, SeatDoc
from server.rooms.room_view import MatchEnded, RoomView, room_view

from .match_record import ASK, Ended, Holder, MatchRecord

_FOREVER: Final = 1 << 62
_plain = msgspec.to_builtins
Spans = dict[Seat, list[tuple[int, int]]]
"""For each seat, the spans of steps (after the first, up to the last) in which somebody got its news."""


def shown(record: MatchRecord, agreed: frozenset[str], player: str | None) -> dict[str, Json]:
    """The record as that player may see it (None: somebody with the link)."""
    everything = record.is_open(agreed)
    spans = all_seats(len(record.seats)) if everything else spans_of(record, player) if player else {}
    return {
        **summary(record, agreed, player),
        **_told(record, spans),
        "deal": record.deal and _deal(record.deal, everything),
        **(_sealed(record) if everything else {}),
    }


def summary(record: MatchRecord, agreed: frozenset[str], player: str | None) -> dict[str, Json]:
    """A summary of the match, and who may see its cards."""
    everything = record.is_open(agreed)
    mine = sorted(spans_of(record, player)) if player else []
    people = record.people()
    return {
        "record": record.id,
        "form": record.form,
        "game": record.game,
        "version": record.version,
        "preset": record.preset,
        "options": record.options,
        "practice": record.practice,
        "began": record.began,
        "ended": record.ended,
        "outcome": record.outcome and plain_outcome(record.outcome),
        "seats": _seats(record)[0],
        "shows": "all" if everything else "mine" if mine else "public",
        "mine": mine,
        "records": record.policy,
        "agreed": len(people & agreed),
        "people": len(people),
        "mayAgree": player in people - agreed and not everything and record.policy == ASK,
        "mayDelete": player is not None and player == record.host,
    }


def _deal(seal: Seal, everything: bool) -> dict[str, Json]:
    """The public part of the exchange. The seed would open every hand, so only an open record shows it."""
    names = ("match", "commitment", "start", "hashes", "nonces", "broken")
    return {name: getattr(seal, name) for name in names} | ({"seed": seal.seed.hex()} if everything else {})


def _sealed(record: MatchRecord) -> dict[str, Json]:
    """The data that reproduces the match: only an open record shows it."""
    return {"secret": record.secret.hex(), "draws": record.draws, "log": [_plain(entry) for entry in record.log]}


def plain_outcome(end: Ended | Outcome) -> dict[str, Json]:
    return {"winners": [*end.winners], "ranking": [*end.ranking], "scores": [*end.scores], "reason": end.reason}


def all_seats(seats: int) -> Spans:
    return {seat: [(0, _FOREVER)] for seat in range(seats)}


def spans_of(record: MatchRecord, player: str) -> Spans:
    """The spans in which that player held seats."""
    spans: Spans = {}
    for seat, first in enumerate(record.seats):
        held_from = 0 if record.holders[first].player == player else None
        for change in record.changes:
            if change.seat != seat:
                continue
            theirs = record.holders[change.holder].player == player
            if held_from is not None and not theirs:
                spans.setdefault(seat, []).append((held_from, change.before))
                held_from = None
            elif held_from is None and theirs:
                held_from = change.after
        if held_from is not None:
            spans.setdefault(seat, []).append((held_from, _FOREVER))
    return spans


def _told(record: MatchRecord, spans: Spans) -> dict[str, Json]:
    """`snapshot` and `told`, with names in place of positions.

    Steps have public numbers, which do not reveal that somebody acted in secret.
    """
    named, rooms = NamedSteps(NamedReader(record.schema), record.opening, spans), _seats(record)
    opening = {"room": room_of(record), **named.opening}
    told: list[dict[str, Json]] = []
    steps = public_numbers(record)
    for number, (step, entry, what) in enumerate(zip(steps, record.log, record.told, strict=True), 1):
        room = [["seats", "set", rooms[number]]] if number in rooms else None
        one = {"step": step, "time": entry.now, "room": room, **named.after(number, what)}
        actor = entry.actor if entry.actor >= HOST else -2 - entry.actor
        if any(since < number <= until for since, until in spans.get(actor, ())):
            one["by"] = actor
        if is_public(one) or one["own"]:
            told.append(one)
    last = steps[-1] if steps else 0
    if not told or not is_public(told[-1]):
        time = told[-1]["time"] if told else 0
        told.append({"step": last, "time": time, "room": None, "events": [], "table": None, "own": {}})
    _end(record, told[-1])
    return {"steps": last, "snapshot": opening, "told": told}


def public_numbers(record: MatchRecord) -> list[int]:
    """The public number of each entry of the log."""
    moved = {change.after for change in record.changes}
    numbers: list[int] = []
    step = 0
    for number, (events, table_patch, _) in enumerate(record.told, 1):
        step += bool(events or table_patch or number in moved)
        numbers.append(step)
    return numbers


def holds(record: MatchRecord, player: str, seat: Seat, entries: int) -> bool:
    """Did that player hold the seat after that many entries of the log?"""
    return any(since <= entries <= until for since, until in spans_of(record, player).get(seat, ()))


def is_public(told: Mapping[str, Json]) -> bool:
    return bool(told["events"] or told["table"] or told["room"])


def _end(record: MatchRecord, last: dict[str, Json]) -> None:
    """Add to the last step the room's news that the match is over."""
    end = record.outcome or Ended([], [])
    event = {"type": MatchEnded.kind, "winners": end.winners, "ranking": end.ranking, "record": record.id}
    last["events"] = [*last["events"], event]
    last["room"] = [*(last["room"] or []), ["phase", "set", "over"]]


class NamedSteps:
    """The steps of a match, with names for positions: the table, and seats' own views while they may be shown."""

    def __init__(self, reader: NamedReader, opening: list[Any], spans: Spans) -> None:
        self._reader = reader
        self._spans = spans
        table, owns = opening
        self._now = {seat: reader.document("own", owns[seat]) for seat in spans}
        at_first = {str(seat): own for seat, own in self._now.items() if self._shows(seat, 0)}
        self.opening: dict[str, Json] = {"table": reader.document("table", table), "own": at_first}

    def after(self, step: int, what: list[Any]) -> dict[str, Json]:
        """Called with each step in turn: its events, and the changes to those views."""
        events, table_patch, private = what
        return {
            "events": [self._reader.event(event) for event in events],
            "table": self._reader.table_patch(events, table_patch),
            "own": self._own(step, private),
        }

    def _shows(self, seat: Seat, step: int) -> bool:
        return any(since <= step <= until for since, until in self._spans[seat])

    def _own(self, step: int, private: dict[Seat, Any]) -> dict[str, Json]:
        """The step's news for those seats; a whole view if somebody has just begun to get that seat's news."""
        told: dict[str, Json] = {}
        for seat in self._now:
            events, patch = private.get(seat, ([], None))
            named = self._reader.patch(self._reader.part("own"), patch)
            if named is not None:
                self._now[seat] = patched(self._now[seat], named)
            if not self._shows(seat, step):
                continue
            if any(since == step for since, _ in self._spans[seat]):
                told[str(seat)] = {"events": [], "own": [[None, "set", self._now[seat]]]}
            elif seat in private:
                triples = zip(events[::3], events[1::3], events[2::3], strict=True)
                heard = [[place, instead, self._reader.event(event)] for place, instead, event in triples]
                told[str(seat)] = {"events": heard, "own": named}
        return told


def _seats(record: MatchRecord) -> dict[int, Json]:
    """The seats' holders, by the step after which seats changed hands; 0: at the start."""
    seats, found = list(record.seats), {}
    found[0] = _named(_room_view(record, seats).seats)
    for change in record.changes:
        seats[change.seat] = change.holder
        found[change.after] = _named(_room_view(record, seats).seats)
    return found


def room_of(record: MatchRecord) -> Json:
    """The room around the table, as clients know it."""
    return {**_named(_room_view(record, record.seats)), "seats": _seats(record)[0]}


def _room_view(record: MatchRecord, seats: Sequence[int]) -> RoomView:
    docs = tuple(_seat(record.holders[holder]) for holder in seats)
    return room_view(
        Cold(
            code="", game=record.game, version=record.version, preset=record.preset, options=record.options, host="-",
            seats=docs, phase=PLAYING, base=record.began, practice="-" if record.practice else "",
            records=record.policy,
        )
    )  # fmt: skip


def _seat(holder: Holder) -> SeatDoc:
    player = holder.player and (PROGRAM if holder.player.startswith(PROGRAM) else "+")
    return SeatDoc(player=player, name=holder.name, bot=holder.level, connected=True)


def _named(value: Any) -> Json:
    """A view of the room, with names in place of positions."""
    if isinstance(value, View):
        return {name: _named(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, Word):
        return value.label
    return [_named(item) for item in value] if isinstance(value, list) else value
