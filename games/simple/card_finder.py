"""Finds the cards in a value: types are searched once, values at every move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, get_args, get_origin

import msgspec

from ..marks import CARD
from .shapes import hints_of, maybe, parts_of

CardFinder = Callable[[Any], Sequence[Any]]


@cache
def card_finder(kind: Any) -> CardFinder:
    """Finds every card in a value of this type."""
    inner, marks = parts_of(kind)
    if CARD in marks:
        return _itself
    if (some := maybe(inner)) is not None:
        return _unless_none(card_finder(some))
    if get_origin(inner) in (list, tuple):
        return _in_each(card_finder(get_args(inner)[0]))
    if isinstance(inner, type) and issubclass(inner, msgspec.Struct):
        return _in_fields([(name, card_finder(hint)) for name, hint in hints_of(inner).items()])
    return _nowhere


def _nowhere(_: object) -> Sequence[Any]:
    return ()


def _itself(card: Any) -> Sequence[Any]:
    return () if card is None else (card,)


def _all(cards: Sequence[Any]) -> Sequence[Any]:
    return cards


def _unless_none(find: CardFinder) -> CardFinder:
    return lambda value: () if value is None else find(value)


def _in_each(find: CardFinder) -> CardFinder:
    if find is _nowhere:
        return _nowhere
    if find is _itself:
        return _all
    return lambda values: [card for value in values for card in find(value)]


def _in_fields(fields: Sequence[tuple[str, CardFinder]]) -> CardFinder:
    with_cards = [(name, find) for name, find in fields if find is not _nowhere]
    return lambda value: [card for name, find in with_cards for card in find(getattr(value, name))]
