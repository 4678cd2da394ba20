"""A check of the news when cards change hands: nobody hears of a card that only another player can see now.

If a deal or a draw shows a seat new cards, two worlds cannot be compared (`secrecy.py`). But then each card that an
event names must be one that the hearer sees, before or after, or one that the action itself named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from types import UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

import msgspec

from ..api import HOST, AnyGame, Seat, Step
from ..chance import Chance
from ..views import Event, Named, View
from .match import START, Match, Moment
from .promise import Broken, Moot, pack, unpack

TIMES: Final = 8
"""How often a step is repeated, with other random numbers, before we say that it tells others' cards."""
MOST: Final = (9, 10)
"""An event tells others' hands if at least this part of its cards is seen only by them."""
Card = tuple[str, int]
"""The name of a table in Game.names, and the entry."""


def tells_nobody_of_others_cards(match: Match, moment: Moment) -> None:
    """Cards that an event names are seen by those who hear it, or lie in nobody else's hand."""
    tables = _tables_of_cards(match)
    if not tables:
        raise Moot
    if moment.number == 1:
        _judge(match, tables, "the deal", None, match.opening, partial(_deal, match), set())
    again = partial(_act, match, moment)
    _judge(match, tables, repr(moment.action), moment.before, moment.step, again, _said(match.game, moment))


def _judge(
    match: Match,
    tables: set[str],
    what: str,
    before: bytes | None,
    step: Step[Any],
    again: Callable[[int], Step[Any]],
    said: set[Card],
) -> None:
    for viewer in (None, *range(len(match.sitters))):
        leak = _leak(match, tables, before, step, viewer, said)
        if leak is None:
            continue
        others = (_leak(match, tables, before, again(number), viewer, said) for number in range(TIMES))
        if sum(other is not None for other in others) < TIMES:
            continue  # a card that was shown openly happens to have gone back into the deck
        (name, number), seat = leak
        hearer, card = "everybody" if viewer is None else f"seat {viewer}", match.game.names[name][number]
        raise Broken(
            f"{what} tells {hearer} of {card!r}, which only seat {seat} sees: tell it in secret "
            "(`Told(public, secret={seat: event})`, a Private field), or name the event in Game.reveals"
        )


def _leak(
    match: Match, tables: set[str], before: bytes | None, step: Step[Any], viewer: Seat | None, said: set[Card]
) -> tuple[Card, Seat] | None:
    """A card that the viewer hears of, and the only seat that sees it."""
    game, after = match.game, pack(step.state)
    for event in _told(game, step, viewer):
        told = _cards([event], tables) - said
        if told:
            told -= _seen(game, tables, after, viewer) | (_seen(game, tables, before, viewer) if before else set())
        held = {seat: _cards([_own(game, after, seat)], tables) & told for seat in range(len(match.sitters)) if told}
        held.pop(-1 if viewer is None else viewer, None)
        others = set().union(*held.values())
        if told and len(others) * MOST[1] >= len(told) * MOST[0]:
            card = min(others)
            return card, next(seat for seat, cards in held.items() if card in cards)
    return None


def _deal(match: Match, number: int) -> Step[Any]:
    """The opening with other random numbers."""
    step: Step[Any] = match.game.setup(match.options, match.sitters, Chance(match.secret + b"/hearsay", number), START)
    return step


def _act(match: Match, moment: Moment, number: int) -> Step[Any]:
    """The action with other random numbers."""
    state = unpack(match.game, moment.before)
    chance = Chance(match.secret + b"/hearsay", number)
    step: Step[Any] = match.game.apply(state, moment.actor, moment.action, chance, moment.now)
    return step


def _tables_of_cards(match: Match) -> set[str]:
    """The tables of names whose entries are the cards themselves; none if a card occurs more than once."""
    game = match.game
    cards = list(game.all_cards(unpack(game, match.first))) if game.all_cards is not None else []
    if not all(type(card) is int for card in cards) or len(set(cards)) < len(cards):
        return set()
    return {name for name, entries in game.names.items() if len(entries) == len(cards) and max(cards) < len(cards)}


def _told(game: AnyGame, step: Step[Any], viewer: Seat | None) -> list[Event]:
    events = [t.public if viewer is None else t.secret.get(viewer, t.public) for t in step.events]
    return [event for event in events if event is not None and type(event) not in game.reveals]


def _said(game: AnyGame, moment: Moment) -> set[Card]:
    """The cards that the action names, by their names or numbers."""
    if moment.actor == HOST:
        return set()
    values = set(_values(msgspec.to_builtins(moment.action)))
    return {
        (name, number)
        for name, entries in game.names.items()
        for number, entry in enumerate(entries)
        if number in values or not values.isdisjoint(_values(entry))
    }


def _values(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _values(item)
    elif isinstance(value, str) or type(value) is int:
        yield value


def _own(game: AnyGame, stored: bytes, seat: Seat) -> View:
    own: View = game.own(unpack(game, stored), seat)
    return own


def _seen(game: AnyGame, tables: set[str], stored: bytes, viewer: Seat | None) -> set[Card]:
    views: list[View] = [game.table(unpack(game, stored))]
    if viewer is not None:
        views.append(_own(game, stored, viewer))
    return _cards(views, tables)


def _cards(views: list[Any], tables: set[str]) -> set[Card]:
    return {card for view in views for card in _of(view) if card[0] in tables}


def _of(view: View) -> Iterator[Card]:
    kind: Any = type(view)
    return numbers_in(kind)(view)


Find = Callable[[Any], Iterator[Card]]


@cache
def numbers_in(kind: Any) -> Find:
    """Finds the `Named` numbers in a value of this type, each with its table."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        for mark in parts[1:]:
            if isinstance(mark, Named):
                return lambda value, table=mark.table: iter([(table, value)])  # type: ignore[misc]
        return numbers_in(parts[0])
    if origin in (Union, UnionType):
        some = numbers_in(next(part for part in parts if part is not type(None)))
        return lambda value: iter(()) if value is None else some(value)
    if origin in (list, tuple):
        item = numbers_in(parts[0])
        return lambda value: (card for entry in value for card in item(entry))
    if isinstance(kind, type) and issubclass(kind, View):
        hints = get_type_hints(kind, include_extras=True)
        fields = [(name, numbers_in(hints[name])) for name in kind.__struct_fields__]
        return lambda value: (card for name, find in fields for card in find(getattr(value, name)))
    return lambda value: iter(())
