"""Checks of views: they are complete, typed, built afresh each time, and have a named form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from ..api import AnyGame
from ..views import Event, View, named, named_event
from .clocks import LATER_S, clock_at
from .conduct import states
from .hearsay import numbers_in
from .match import Match, Moment
from .met import meet_words
from .promise import Broken, Doubt, pack, unpack


def shows_what_it_declares(match: Match, moment: Moment) -> None:
    """Views and events have the types they declare, and a named form."""
    game = match.game
    for when, stored in states(match, moment):
        state = unpack(game, stored)
        views = [(game.table(state), game.Table)]
        views += [(game.own(state, seat), game.Own) for seat in range(len(match.sitters))]
        if game.watch is not None:
            views.append((game.watch(state), game.Table))
        for view, kind in views:
            _typed(match, when, view, kind)
    for step in (match.opening, moment.step) if moment.number == 1 else (moment.step,):
        for event in _events(step):
            if type(event) not in game.events:
                raise Broken(
                    f"{moment.action!r} told the event {event.kind}, which Game.events does not list: add "
                    f"{type(event).__name__} to it"
                )
            _typed(match, f"an event of {moment.action!r}:", event, type(event))


def shows_whose_turn_it_is(match: Match, moment: Moment) -> None:
    """Where the table has a seat called `turn`, the game waits for it."""
    state = unpack(match.game, moment.after)
    turn, to_act = getattr(match.game.table(state), "turn", None), list(match.game.to_act(state))
    if type(turn) is int and 0 <= turn < len(match.sitters) and len(to_act) == 1 and turn != to_act[0]:
        raise Doubt(f"after {moment.action!r} the table shows the turn of seat {turn}, but the game waits for {to_act}")


def shows_no_part_of_its_state(match: Match, moment: Moment) -> None:
    """Views share nothing with the state: emptying every list in them leaves the state unchanged."""
    game = match.game
    state = unpack(game, moment.after)
    before = pack(state)
    with _emptied([game.table(state), *(game.own(state, seat) for seat in range(len(match.sitters)))]):
        after = pack(state)
    if after != before:
        raise Broken("a view shares a list with the state: build new lists in table and own")
    again = game.apply(
        unpack(game, moment.before), moment.actor, moment.action, match.chance(moment.number), moment.now
    )
    with _emptied(list(_events(again))):
        after = pack(again.state)
    if after != moment.after:
        raise Broken(f"an event of {moment.action!r} shares a list with the state: give it a new list")


def views_change_nothing(match: Match, moment: Moment) -> None:
    """Asking for views, seats, wake-ups and outcomes leaves the state unchanged, and gives the same again."""
    game = match.game
    state = unpack(game, moment.after)
    first = _ask_everything(game, state, len(match.sitters))
    if pack(state) != moment.after:
        raise Broken(
            f"asking for a view changed the state after {moment.action!r}: sort and change copies, not what the state "
            "holds"
        )
    with clock_at(LATER_S):
        second = _ask_everything(game, unpack(game, moment.after), len(match.sitters))
    for (question, was), (_, now) in zip(first, second, strict=True):
        if was != now:
            raise Broken(
                f"`{question}` answered {was} and then {now} of one state: it may depend on nothing but the state"
            )


def numbers_its_events(game: AnyGame) -> None:
    """Each kind of event has a unique number and name."""
    seen: dict[Any, str] = {}
    for event in game.events:
        number = event.__struct_config__.tag
        if not isinstance(number, int):
            raise Broken(f"the event {event.kind} has no number: class {event.__name__}(Event, tag=...)")
        for key in (number, event.kind):
            if key in seen:
                raise Broken(f"the events {seen[key]} and {event.__name__} share {key!r}")
            seen[key] = event.__name__


def _ask_everything(game: AnyGame, state: Any, seats: int) -> list[tuple[str, Any]]:
    answers = [("own", msgspec.to_builtins(game.own(state, seat))) for seat in range(seats)]
    for name in ("table", "wake", "watch", "outcome"):
        question = getattr(game, name)
        answers.append((name, msgspec.to_builtins(question(state)) if question is not None else None))
    for name in ("to_act", "may_act", "autopilot"):
        answers.append((name, sorted(map(int, getattr(game, name)(state)))))
    return answers


def _events(step: Any) -> Iterator[Event]:
    for told in step.events:
        yield from (event for event in (told.public, *told.secret.values()) if event is not None)


def _typed(match: Match, when: str, view: View, kind: Any) -> None:
    data = pack(view)
    try:
        back = msgspec.msgpack.decode(data, type=kind)
    except msgspec.DecodeError as error:
        raise Broken(
            f"{when} {kind.__name__} does not hold what it declares: {_field(kind, error)}. Declare the field as what "
            "it holds, or fill it accordingly"
        ) from error
    if pack(back) != data:
        raise Broken(f"{when} {kind.__name__} comes back from the wire as something else")
    meet_words(match, back)
    tables = {name: list(entries) for name, entries in match.game.names.items()}
    try:
        if negative := [at for at in numbers_in(kind)(view) if at[1] < 0]:
            raise LookupError(f"{negative[0][0]} has no entry {negative[0][1]}")
        shown = named_event(view, tables) if isinstance(view, Event) else named(view, kind, tables)
        msgspec.json.encode(shown)
    except (LookupError, TypeError) as error:
        raise Broken(
            f"{when} {kind.__name__} has no named form ({type(error).__name__}: {error}): a `Named` field holds an "
            "entry of that table of Game.names"
        ) from error


def _field(kind: Any, error: Exception) -> str:
    """Views are arrays on the wire; this gives the field's name instead of its place."""
    text = str(error)
    found = re.search(r"at `\$\[(\d+)\]", text)
    place = int(found[1]) - (1 if issubclass(kind, Event) else 0) if found else -1
    names = kind.__struct_fields__
    return f"{names[place]}: {text}" if 0 <= place < len(names) else text


@contextmanager
def _emptied(views: list[Any]) -> Iterator[None]:
    """Empties the lists in these views, and restores them at the end: a game may share constant lists between views."""
    full = [(part, part.copy()) for view in views for part in _lists(view)]
    for part, _ in full:
        part.clear()
    try:
        yield
    finally:
        for part, held in full:
            if isinstance(part, dict):
                part.update(held)
            else:
                part[:] = held


def _lists(value: Any) -> Iterator[Any]:
    if isinstance(value, View):
        for name in value.__struct_fields__:
            yield from _lists(getattr(value, name))
    elif isinstance(value, list):
        for item in value:
            yield from _lists(item)
        yield value
    elif isinstance(value, dict):
        yield value
