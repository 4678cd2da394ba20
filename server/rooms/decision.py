"""What one command leads to, while it is being decided and when it is done."""

from __future__ import annotations

from typing import Any

import msgspec

from games.api import AnyGame, Outcome, Refused, Seat, Step, Told
from games.chance import Chance
from games.views import Event, View

from .document import Act, Room

Json = Any


class Who(msgspec.Struct, frozen=True, gc=False):
    """Who asks: a player, and which of his connections (None: a door without seats' generations)."""

    player: str
    gen: int | None = None


class Deciding(msgspec.Struct):
    """A decision in the making: the room so far, what has been told, and the means to go on."""

    room: Room
    platform: int  # platform ms
    chance: Chance
    told: list[Told] = []
    stepped: bool = False
    state: Any = None  # the game's state, once it has been decoded
    touched: set[Seat] | None = msgspec.field(default_factory=set)  # seats whose own view may differ; None: any
    gone: list[tuple[str, str]] = []  # (player, code) of connections to be closed
    outcome: Outcome | None = None  # of a match that has just ended
    act: tuple[Seat, Act] | None = None  # the numbered action that is answered now
    _table: View | None = None
    _owns: dict[Seat, View] = {}

    @property
    def game(self) -> AnyGame:
        return self.room.game

    def took(self, step: Step[Any], encoded: bytes, now: int) -> None:
        """Go on from what the game made of an action."""
        hot = self.room.hot
        self.state, self.stepped = step.state, True
        self._table, self._owns = None, {}
        self.told += step.events
        if step.touched is None or self.touched is None:
            self.touched = None
        else:
            self.touched.update(step.touched)
        wake = self.game.wake(step.state)
        self.room = self.room.with_hot(
            state=encoded, step=hot.step + 1, now=now, wake=None if wake is None else wake.at
        )

    def table(self) -> View:
        if self._table is None:
            self._table = self.game.table(self.state)
        return self._table

    def own(self, seat: Seat) -> View:
        found = self._owns.get(seat)
        if found is None:
            found = self._owns[seat] = self.game.own(self.state, seat)
        return found

    def tell(self, event: Event) -> None:
        self.told.append(Told(event))


def need(condition: object, code: str, **params: Json) -> None:
    """Refuse unless the condition holds."""
    if not condition:
        raise Refused(code, **params)
