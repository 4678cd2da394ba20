"""Marks do not prove themselves right: an action or event must account for each card that becomes visible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from ..api import Step
from ..views import Event
from .card_finder import card_finder
from .hidden import Hidden
from .parts import Kept, Parts


class Proof:
    """Checks single steps, for the kit. `speaking`: events that name cards because an action or the rules do."""

    def __init__(self, parts: Parts, hidden: Hidden, cards: list[str], speaking: Collection[type[Event]]) -> None:
        self._parts = parts
        self._hidden = hidden
        self._cards = cards
        self._speaking = speaking

    def audit(self, before: Kept[Any] | None, action: Any, step: Step[Kept[Any]]) -> str | None:
        """A sentence about the fault in a step (in the deal, if `before` is None)."""
        after = step.state
        if self._parts.invariant is not None and (said := self._parts.invariant(after.state)):
            return said
        was = Counter[str]() if before is None else self._hidden.open_cards(before)
        told = set[str]() if before is None else self._hidden.mentioned(before)
        brought = Counter[str](_named(action)) | Counter(self._revealed(step))
        new = self._hidden.open_cards(after)
        mentioned = self._hidden.mentioned(after) - told - {*was, *brought, *new}
        cards = mentioned.union(new - was - brought)
        if not cards:
            return None
        deed = "the deal" if before is None else repr(action)
        return (
            f"after {deed} everybody sees {sorted(cards)}, which it does not name, nor any event that"
            " `reveals` lists: tell an event that names it, and list that in `reveals`; or is a hand marked Public?"
        )

    def _revealed(self, step: Step[Kept[Any]]) -> Iterator[str]:
        for told in step.events:
            if type(told.public) in self._speaking:
                yield from (self._cards[number] for number in _named(told.public))


def _named(said: Any) -> Sequence[Any]:
    """The cards that an action or a view names; in a view, as numbers."""
    kind: Any = type(said)
    return card_finder(kind)(said)
