"""Redeals the cards that a seat cannot know: to prove that nothing leaks, and for bots that imagine others' cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any

from ..api import Seat
from ..chance import Chance
from .fields import Field, Holds
from .marks import Seen
from .parts import Kept, Parts
from .sight import Sight


class Hidden:
    """Finds the cards of a match, and redeals those that a seat does not see."""

    def __init__(self, parts: Parts, fields: Sequence[Field], state: Any, sight: Sight) -> None:
        self._parts = parts
        self._fields = fields
        self._state = state
        self._sight = sight
        self._order = {card: place for place, card in enumerate(dict.fromkeys(parts.deck))}

    def all_cards(self, kept: Kept[Any]) -> Iterator[str]:
        """Every card, wherever it lies."""
        for field in self._fields:
            if field.seen is not Seen.mentioned:
                yield from self._cards_of(field, kept.state)

    def open_cards(self, kept: Kept[Any]) -> Counter[str]:
        """The cards that lie face up."""
        fields = [field for field in self._fields if field.seen is Seen.by_everybody]
        return Counter(card for field in fields for card in self._cards_of(field, kept.state))

    def mentioned(self, kept: Kept[Any]) -> set[str]:
        """The cards that everybody sees named, but that lie elsewhere."""
        fields = [field for field in self._fields if field.seen is Seen.mentioned]
        return {card for field in fields for card in self._cards_of(field, kept.state)}

    def tidy(self, kept: Kept[Any]) -> None:
        """Sorts hands as the deck is sorted, so that they do not tell when each card came. A pile keeps its order."""
        for field in self._fields:
            if field.seen is Seen.by_owner and field.holds is Holds.cards and not field.pile:
                for hand in getattr(kept.state, field.name):
                    hand.sort(key=self._order.__getitem__)

    @property
    def hides_more(self) -> bool:
        """Is something hidden that is not a card? It was not dealt, so it cannot be redealt."""
        secret = (Seen.by_owner, Seen.by_nobody)
        return any(field.seen in secret and field.holds is Holds.other for field in self._fields)

    def redeal(self, kept: Kept[Any], seat: Seat | None, chance: Chance) -> Kept[Any]:
        """The same match, with every card redealt that this seat (None: a spectator) cannot know."""
        twin = deepcopy(kept)
        self._deal(twin, seat, [card for place in self._places(twin, seat) for card in place.cards], chance)
        for field in self._fields:
            if field.seen is Seen.by_owner and field.holds is Holds.other:
                _exchange(field, getattr(twin.state, field.name), seat, chance)
        return twin

    def guess(self, table: Any, own: Any, seat: Seat, chance: Chance) -> Kept[Any]:
        """A match in which this seat sees the same; the cards that it does not see are dealt anew."""
        found = self._sight.seen(table, own, seat)
        for field in self._fields:
            found.setdefault(field.name, field.blank() if field.holds is Holds.other else [])
        kept = Kept(self._state(**found), self._sight.seats(table), deadline=table.deadline)
        seen = Counter(self.all_cards(kept))
        self._deal(kept, seat, list((Counter(self._parts.deck) - seen).elements()), chance)
        return kept

    def _cards_of(self, field: Field, state: Any) -> Sequence[str]:
        value = getattr(state, field.name)
        if field.seen is not Seen.by_owner:
            return field.find_cards(value)
        return [card for entry in value for card in field.find_cards(entry)]

    def _places(self, kept: Kept[Any], viewer: Seat | None) -> list[_Place]:
        places = []
        for field in self._fields:
            if field.holds is not Holds.other and field.seen is Seen.by_nobody:
                places.append(_Place(kept.state, field.name, None))
            elif field.holds is not Holds.other and field.seen is Seen.by_owner:
                entries = getattr(kept.state, field.name)
                places += [_Place(entries, at, at) for at in range(len(entries)) if at != viewer]
        return places

    def _deal(self, kept: Kept[Any], viewer: Seat | None, pool: list[str], chance: Chance) -> None:
        places = self._places(kept, viewer)
        rest, known = Counter(pool), [] if self._parts.known is None else list(self._parts.known(kept.state))
        sure: list[list[str]] = []
        for place in places:
            cards = [card for owner, card in known if owner == place.owner is not None and rest[card] > 0]
            cards = cards[: place.size]
            rest -= Counter(cards)
            known = [(owner, card) for owner, card in known if not (owner == place.owner and card in cards)]
            sure.append(cards)
        unknown = sorted(rest.elements())
        chance.shuffle(unknown)
        for place, cards in zip(places, sure, strict=True):
            place.fill([*cards, *(unknown.pop() for _ in range(place.size - len(cards)))])
        self.tidy(kept)


class _Place:
    """Where hidden cards lie: a field of the state, or one seat's entry in it."""

    def __init__(self, holder: Any, at: Any, owner: Seat | None) -> None:
        self._holder = holder
        self._at = at
        self.owner = owner
        value = holder[at] if owner is not None else getattr(holder, at)
        self._several = isinstance(value, list)
        self.cards: list[str] = value if isinstance(value, list) else [] if value is None else [value]
        self.size = len(self.cards)

    def fill(self, cards: list[str]) -> None:
        value = cards if self._several else cards[0] if cards else None
        if self.owner is not None:
            self._holder[self._at] = value
        else:
            setattr(self._holder, self._at, value)


def _exchange(field: Field, entries: list[Any], viewer: Seat | None, chance: Chance) -> None:
    """Exchanges others' entries between seats of which the viewer is told equally much."""
    groups: dict[int, list[Seat]] = {}
    for seat, entry in enumerate(entries):
        if seat != viewer:
            groups.setdefault(field.count(entry) if field.counted else 0, []).append(seat)
    for seats in groups.values():
        values = [entries[seat] for seat in seats]
        chance.shuffle(values)
        for seat, value in zip(seats, values, strict=True):
            entries[seat] = value
