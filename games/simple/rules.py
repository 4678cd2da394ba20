"""The course of a match: whose move it is, legal moves, people who are slow or away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, Final

import msgspec

from ..api import (
    HOST,
    Actor,
    AllReady,
    HostAction,
    Refused,
    Seat,
    SeatAway,
    SeatBack,
    SeatKicked,
    SeatLeft,
    SeatTaken,
    Sitter,
    Step,
    Told,
    Wake,
    WakeUp,
)
from ..chance import Chance
from ..marks import PICK
from .bots import Bots
from .card_finder import card_finder
from .fields import Field
from .hidden import Hidden
from .marks import Action, Seen
from .parts import Context, Kept, Parts
from .shapes import hints_of, parts_of
from .told import Teller

PAUSE_MS: Final = 20_000
"""The pause between two rounds, unless everybody is ready sooner."""


class Rules:
    """An author's functions, as a host calls them."""

    def __init__(
        self, parts: Parts, fields: Sequence[Field], hidden: Hidden, teller: Teller, bots: Bots, timer: bool
    ) -> None:
        self._parts = parts
        self._owned = [field for field in fields if field.seen is Seen.by_owner]
        self._hidden = hidden
        self._teller = teller
        self._bots = bots
        self._timer = timer

    def setup(self, options: Any, seats: Sequence[Sitter], chance: Chance, now: int) -> Step[Kept[Any]]:
        scene = Context(chance, now)
        state = self._parts.deal(options, len(seats), self._parts.shuffled(chance), scene)
        kept = Kept(state, len(seats), options.turn_seconds * 1000 if self._timer else 0)
        self._whole(kept, "deal")
        self._go_on(kept, now)
        return Step(kept, self._said(scene))

    def to_act(self, kept: Kept[Any]) -> list[Seat]:
        return self._parts.acting(kept)

    def autopilot(self, kept: Kept[Any]) -> Collection[Seat]:
        return [] if self._parts.ended(kept.state) is not None else kept.away

    def wake(self, kept: Kept[Any]) -> Wake | None:
        if self._parts.waiting(kept):
            return Wake(kept.deadline, WakeUp("round", kept.number))
        return Wake(kept.deadline, WakeUp("turn", kept.number)) if kept.limit_ms and self.to_act(kept) else None

    def apply(
        self, kept: Kept[Any], actor: Actor, action: Any | HostAction, chance: Chance, now: int
    ) -> Step[Kept[Any]]:
        scene, told, about = Context(chance, now), list[Told](), {}
        before, acted = [self._held(kept, seat) for seat in range(kept.seats)], self.to_act(kept)
        if actor == HOST:
            self._host(kept, action, scene, told)
        else:
            seat = int(actor)
            self._judge(kept, seat, action)
            if self._parts.describe is not None and (said := self._parts.describe(kept.state, seat, action)):
                about = {"type": said}
            self._move(kept, seat, action, scene, told)
        changed = {seat for seat in range(kept.seats) if self._held(kept, seat) != before[seat]}
        return Step(kept, told, touched=sorted(changed.union(acted, self.to_act(kept))), about=about)

    def _judge(self, kept: Kept[Any], seat: Seat, move: Any) -> None:
        """Raises Refused."""
        parts, state = self._parts, kept.state
        if parts.ended(state) is not None:
            raise Refused("game.over")
        if seat not in self.to_act(kept):
            raise Refused("turn.not_yours")
        if not isinstance(move, Action):
            raise Refused("action.unknown")
        picked, chosen = _named(move)
        held = Counter(self._hand(kept, seat))
        if Counter(picked) - held or not set(chosen) <= set(parts.deck):
            raise Refused("card.not_held")
        refused = None if parts.judge is None else parts.judge(state, seat, move)
        if refused is not None:
            raise refused
        if not (picked and parts.judge is not None) and not any(
            _alike(move, known) for known in parts.moves(state, seat)
        ):
            raise Refused("card.not_held" if Counter(chosen) - held else "move.not_now")

    def _move(self, kept: Kept[Any], seat: Seat, move: Any, scene: Context, told: list[Told]) -> None:
        first = self._teller.told(seat, move)  # now: `play` may put its lists into the state
        told += [] if first is None else [first]
        self._parts.play(kept.state, seat, move, scene)
        told += self._said(scene)
        self._go_on(kept, scene.now)

    def _said(self, scene: Context) -> list[Told]:
        said = [self._teller.told(HOST, event) for event in scene.told]
        scene.told = []
        return [told for told in said if told is not None]

    def _go_on(self, kept: Kept[Any], now: int) -> None:
        self._hidden.tidy(kept)
        kept.number += 1
        limit = PAUSE_MS if self._parts.waiting(kept) else kept.limit_ms if self.to_act(kept) else 0
        kept.deadline = now + limit if limit else 0

    def _host(self, kept: Kept[Any], action: HostAction, scene: Context, told: list[Told]) -> None:
        match action:
            case WakeUp("turn", number) if number == kept.number:
                for seat in self.to_act(kept):
                    for move in self._for_the_slow(kept, seat, scene):
                        self._judge(kept, seat, move)
                        self._move(kept, seat, move, scene, told)
            case AllReady() if self._parts.waiting(kept):
                self._next_round(kept, scene, told)
            case WakeUp("round", number) if number == kept.number:
                self._next_round(kept, scene, told)
            case SeatLeft(seat) | SeatKicked(seat) | SeatAway(seat) if seat not in kept.away:
                kept.away = sorted([*kept.away, seat])
            case SeatBack(seat) | SeatTaken(seat) if seat in kept.away:
                kept.away.remove(seat)

    def _for_the_slow(self, kept: Kept[Any], seat: Seat, scene: Context) -> list[Any]:
        if seat not in self.to_act(kept):
            return []
        if self._parts.timeout is not None:
            return list(self._parts.timeout(kept.state, seat, scene))
        return [self._bots.choice(kept, seat, scene)]

    def _next_round(self, kept: Kept[Any], scene: Context, told: list[Told]) -> None:
        assert self._parts.between_rounds is not None
        self._parts.between_rounds(kept.state, self._parts.shuffled(scene.chance), scene)
        self._whole(kept, "between_rounds")
        told += self._said(scene)
        self._go_on(kept, scene.now)

    def _whole(self, kept: Kept[Any], function: str) -> None:
        """Checks that no card of the deck is missing or duplicated."""
        there, deck = Counter(self._hidden.all_cards(kept)), Counter(self._parts.deck)
        if there != deck:
            lost, more = sorted((deck - there).elements()), sorted((there - deck).elements())
            raise ValueError(f"{function} left out {lost} and has {more} too often; unused cards lie in a Secret field")

    def _hand(self, kept: Kept[Any], seat: Seat) -> list[str]:
        return [card for field in self._owned for card in field.find_cards(getattr(kept.state, field.name)[seat])]

    def _held(self, kept: Kept[Any], seat: Seat) -> bytes:
        return msgspec.msgpack.encode([getattr(kept.state, field.name)[seat] for field in self._owned])


def _named(move: Any) -> tuple[list[str], list[str]]:
    """The cards that a move picks, and all that it names."""
    kind: Any = type(move)
    picks = [name for name, hint in hints_of(kind).items() if PICK in parts_of(hint)[1]]
    return [card for name in picks for card in getattr(move, name)], list(card_finder(kind)(move))


def _alike(move: Any, known: Any) -> bool:
    """Are they the same, regardless of the order in which cards were picked?"""
    return move == known or (type(move) is type(known) and _sorted(move) == _sorted(known))


def _sorted(move: Any) -> list[Any]:
    said = (getattr(move, name) for name in move.__struct_fields__)
    return [sorted(value) if isinstance(value, list) else value for value in said]
