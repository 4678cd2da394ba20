"""Golden playthroughs: a match as text that a player can read, generated again and compared.

    # game crazy-eights · preset standard · seats 3 · seed 5f1c
    > 0 play card=7C | played seat=0 card=7C | to act 1 | turn=1 counts.0=4 top=7C suit=clubs

Each line: the action, the events for everybody (in brackets, those for single seats instead), the seats that the game
waits for, and the changes on the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from ..api import HOST, AnyGame, Json, Step
from ..views import Event, named, named_event
from .match import Match, Moment, play
from .promise import Broken, unpack

_HEAD = re.compile(r"# game (\S+) · preset (\S+) · seats (\d+) · seed (\S+)$")
DEPTH: Final = 2
LONGEST: Final = 40


def playthrough(game: AnyGame, preset: str, seats: int, seed: str, *, lines: int = 60) -> str:
    """The first `lines` actions of the match with this seed, or all of it if it ends sooner."""
    match = play(game, preset, seats, seed, limit=lines)
    return "\n".join([f"# game {game.id} · preset {preset} · seats {seats} · seed {seed}", *lines_of(match)]) + "\n"


def check_playthrough(game: AnyGame, text: str) -> None:
    """Raise Broken if the game plays differently from the text."""
    head = heading(text)
    if head is None or head[0] != game.id:
        raise Broken(f"not a playthrough of {game.id}: {text.splitlines()[:1]}")
    _, preset, seats, seed = head
    was = text.splitlines()
    now = playthrough(game, preset, seats, seed, lines=sum(line.startswith(">") for line in was)).splitlines()
    for number, (before, after) in enumerate(zip(was, now, strict=False), 1):
        if before != after:
            raise Broken(f"line {number} was\n    {before}\nand is now\n    {after}")
    if len(was) != len(now):
        raise Broken(f"the match had {len(was)} lines and now has {len(now)}")


def heading(text: str) -> tuple[str, str, int, str] | None:
    """Game, preset, seats and seed of a playthrough; None if the text is not one."""
    found = _HEAD.match(text.splitlines()[0]) if text else None
    return (found[1], found[2], int(found[3]), found[4]) if found else None


def lines_of(match: Match) -> Iterator[str]:
    game = match.game
    table = _table(game, match.first)
    yield " | ".join(["start", *_events(game, match.opening), _waits(game, match.first), _words(table)])
    for moment in match.moments:
        after = _table(game, moment.after)
        changes = " ".join(_changes("", table, after)) or "nothing changed"
        events = _events(game, moment.step)
        yield " | ".join([f"> {_deed(moment)}", *events, _waits(game, moment.after), changes])
        table = after
    outcome = game.outcome(unpack(game, match.last))
    if outcome is not None:
        yield f"over: won by {_words(list(outcome.winners))}, ranking {_words(list(outcome.ranking))}"


def _deed(moment: Moment) -> str:
    action = msgspec.to_builtins(moment.action)
    verb = next((action.pop(field) for field in ("type", "action") if field in action), "")
    who = "host" if moment.actor == HOST else str(int(moment.actor))
    at = f" at {moment.now}" if moment.actor == HOST else ""
    return f"{who} {verb} {_words(action)}".rstrip() + at


def _waits(game: AnyGame, stored: bytes) -> str:
    state = unpack(game, stored)
    seats = sorted(game.to_act(state))
    return f"to act {' '.join(map(str, seats))}" if seats else "nobody to act"


def _events(game: AnyGame, step: Step[Any]) -> list[str]:
    parts = []
    for told in step.events:
        secret = " ".join(f"({seat}: {_event(game, event)})" for seat, event in sorted(told.secret.items()))
        public = _event(game, told.public) if told.public is not None else ""
        parts.append(f"{public} {secret}".strip())
    return parts


def _event(game: AnyGame, event: Event) -> str:
    body = named_event(event, dict(game.names))
    return f"{body.pop('type')} {_words(body)}".rstrip()


def _table(game: AnyGame, stored: bytes) -> Json:
    return named(game.table(unpack(game, stored)), game.Table, dict(game.names))


def _changes(path: str, before: Json, after: Json, depth: int = 0) -> Iterator[str]:
    """The changed fields, down to those of a list's items. Events cover anything long or deeper."""
    if before == after or depth > DEPTH:
        return
    if isinstance(before, dict) and isinstance(after, dict) and "id" not in after:
        for key, value in after.items():
            yield from _changes(f"{path}.{key}" if path else key, before.get(key), value, depth + 1)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for number, (was, now) in enumerate(zip(before, after, strict=True)):
            yield from _changes(f"{path}.{number}", was, now, depth)
    elif len(text := _words(after)) <= LONGEST:
        yield f"{path}={text}"


def _words(value: Json) -> str:
    match value:
        case {"id": str(name)}:
            return name
        case dict():
            return " ".join(_field(key, item) for key, item in value.items() if item is not None)
        case list() | tuple():
            texts = [_words(item) for item in value]
            return ",".join(texts) if texts and not any(" " in text for text in texts) else f"[{'; '.join(texts)}]"
        case None:
            return "-"
        case str():
            return value
    return str(value).lower()


def _field(key: str, value: Json) -> str:
    return _words(value) if isinstance(value, dict) and key == "payload" else f"{key}={_words(value)}"
