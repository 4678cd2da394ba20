"""Checks of what is shown: views are complete, typed, built afresh each time, and have a named form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ..api import AnyGame
from ..views import Event, View, named, named_event
from .promise import Broken, pack, unpack
from .sample import Sample


def shows_what_it_declares(sample: Sample) -> None:
    """Views and events have the types they declare, and a named form."""
    game = sample.game
    tables = {name: list(entries) for name, entries in game.names.items()}
    for match, moment in sample.moments():
        state = unpack(game, moment.after)
        views = [(game.table(state), game.Table)]
        views += [(game.own(state, seat), game.Own) for seat in range(len(match.sitters))]
        if game.watch is not None:
            views.append((game.watch(state), game.Table))
        for view, kind in views:
            _typed(view, kind)
            named(view, kind, tables)
        for event in _events(moment.step):
            if type(event) not in game.events:
                raise Broken(f"{moment.action!r} told the event {event.kind}, which Game.events does not list")
            _typed(event, type(event))
            named_event(event, tables)


def numbers_its_events(sample: Sample) -> None:
    """Each kind of event has a unique number and name."""
    seen: dict[Any, str] = {}
    for event in sample.game.events:
        number = event.__struct_config__.tag
        if not isinstance(number, int):
            raise Broken(f"the event {event.kind} has no number: class {event.__name__}(Event, tag=...)")
        for key in (number, event.kind):
            if key in seen:
                raise Broken(f"the events {seen[key]} and {event.__name__} share {key!r}")
            seen[key] = event.__name__


def shows_no_part_of_its_state(sample: Sample) -> None:
    """Views share nothing with the state: emptying every list in them leaves the state unchanged."""
    game = sample.game
    for match, moment in sample.moments():
        state = unpack(game, moment.after)
        before = pack(state)
        for view in (game.table(state), *(game.own(state, seat) for seat in range(len(match.sitters)))):
            _empty(view)
        if pack(state) != before:
            raise Broken("a view shares a list with the state: build new lists in table and own")
        again = game.apply(
            unpack(game, moment.before), moment.actor, moment.action, match.chance(moment.number), moment.now
        )
        for event in _events(again):
            _empty(event)
        if pack(again.state) != moment.after:
            raise Broken(f"an event of {moment.action!r} shares a list with the state")


def views_change_nothing(sample: Sample) -> None:
    """Asking for views, seats, wake-ups and outcomes leaves the state unchanged."""
    game = sample.game
    for match, moment in sample.moments():
        state = unpack(game, moment.after)
        _ask_everything(game, state, len(match.sitters))
        if pack(state) != moment.after:
            raise Broken(f"asking for a view changed the state after {moment.action!r}")


def _ask_everything(game: AnyGame, state: Any, seats: int) -> None:
    game.table(state)
    for seat in range(seats):
        game.own(state, seat)
    for question in (game.to_act, game.may_act, game.wake, game.outcome, game.autopilot, game.watch):
        if question is not None:
            question(state)


def _events(step: Any) -> Iterator[Event]:
    for told in step.events:
        yield from (event for event in (told.public, *told.secret.values()) if event is not None)


def _typed(view: View, kind: Any) -> None:
    data = pack(view)
    try:
        back = msgspec.msgpack.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise Broken(f"{kind.__name__} does not hold what it declares: {error}") from error
    if pack(back) != data:
        raise Broken(f"{kind.__name__} comes back from the wire as something else")


def _empty(value: Any) -> None:
    if isinstance(value, View):
        for name in value.__struct_fields__:
            _empty(getattr(value, name))
    elif isinstance(value, list):
        for item in value:
            _empty(item)
        value.clear()
    elif isinstance(value, dict):
        value.clear()
