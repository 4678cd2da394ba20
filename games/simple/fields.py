"""The fields of an author's state: who sees each, and its contents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from ..api import AnyGame
from ..marks import CARD, PILE
from .card_finder import CardFinder, card_finder
from .marks import Seen
from .parts import Kept
from .shapes import hints_of, maybe, parts_of

_annotated: Any = Annotated
_SIGHTS = {
    Seen.by_everybody: "everybody sees it",
    Seen.by_owner: "each seat sees its own; the others see how many cards there are",
    Seen.by_nobody: "nobody sees it; everybody sees how many cards there are",
    Seen.mentioned: "everybody sees it; the cards that it names lie elsewhere",
}
_ADVICE = "say who sees it: Public[...], PerOwner[...], Secret[...] or Shown[...]"


class Holds(Enum):
    """The contents of hidden places, which must be dealt anew."""

    cards = auto()
    card = auto()
    other = auto()


@dataclass(frozen=True, slots=True)
class Field:
    """One field of the state. If each seat has its own entry, `kind` is the type of an entry."""

    name: str
    seen: Seen
    kind: Any
    holds: Holds
    pile: bool
    find_cards: CardFinder

    def count(self, value: Any) -> int:
        """The count for those who do not see the value."""
        return len(value) if isinstance(value, list) else int(value is not None)

    @property
    def counted(self) -> bool:
        """Are the others told how much there is?"""
        return self.holds is Holds.cards or get_origin(parts_of(self.kind)[0]) is list or _optional(self.kind)

    @property
    def hidden(self) -> bool:
        return self.seen in (Seen.by_owner, Seen.by_nobody)

    def blank(self) -> Any:
        """The value for a viewer who knows nothing of it."""
        inner, _ = parts_of(self.kind)
        if _optional(self.kind):
            return None
        if get_origin(inner) is Literal:
            return get_args(inner)[0]
        return (get_origin(inner) or inner)()


def fields_of(state: type[msgspec.Struct]) -> list[Field]:
    """Raises TypeError for a field that does not say who sees it."""
    return [_field(state.__name__, name, hint) for name, hint in hints_of(state).items()]


def who_sees(game: AnyGame) -> list[str]:
    """A line about each field of the state, for the author to read; empty for games on the whole surface."""
    if get_origin(game.State) is not Kept:
        return []
    return [f"{field.name}: {_SIGHTS[field.seen]}" for field in fields_of(get_args(game.State)[0])]


def _field(struct: str, name: str, hint: Any) -> Field:
    inner, marks = parts_of(hint)
    seen = next((mark for mark in marks if isinstance(mark, Seen)), None)
    if seen is None or seen is Seen.by_actor:
        raise TypeError(f"{struct}.{name}: {_ADVICE}")
    rest = tuple(mark for mark in marks if mark is not seen)
    whole = _annotated[(inner, *rest)] if rest else inner
    kind = get_args(inner)[0] if seen is Seen.by_owner else whole
    holds = _holds(kind)
    if seen in (Seen.by_owner, Seen.by_nobody) and holds is Holds.other and _names_cards(kind):
        raise TypeError(f"{struct}.{name}: hidden cards lie in list[Card] or Card | None, not in {kind!r}")
    return Field(name, seen, kind, holds, PILE in parts_of(kind)[1], card_finder(kind))


def _holds(kind: Any) -> Holds:
    inner, marks = parts_of(kind)
    if CARD in marks or CARD in parts_of(maybe(inner))[1]:
        return Holds.card
    if get_origin(inner) is list and CARD in parts_of(get_args(inner)[0])[1]:
        return Holds.cards
    return Holds.other


def _optional(kind: Any) -> bool:
    return maybe(parts_of(kind)[0]) is not None


def _names_cards(kind: Any) -> bool:
    inner, marks = parts_of(kind)
    return CARD in marks or any(_names_cards(part) for part in _inside(inner))


def _inside(kind: Any) -> Iterator[Any]:
    yield from get_args(kind)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield from hints_of(kind).values()
