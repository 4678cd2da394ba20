"""The result of one command, while it is being decided and afterwards."""

from __future__ import annotations

from typing import Any

from games.api import AnyGame, Outcome, Seat, Step, Told
from games.chance import Chance
from games.views import Event, View

from .document import LastAnswer
from .passwords import Digest
from .room import Room


class Who:
    """Who asks: a player, and which of their connections (None: a door that does not number connections)."""

    __slots__ = ("gen", "player")

    def __init__(self, player: str, gen: int | None = None) -> None:
        self.player = player
        self.gen = gen


class Decision:
    """A decision in progress: the room so far, what it tells, and the means to continue."""

    __slots__ = (
        "_owns",
        "_table",
        "acts",
        "before",
        "chance",
        "game",
        "gone",
        "outcome",
        "password",
        "platform",
        "room",
        "state",
        "stepped",
        "steps",
        "told",
        "touched",
        "watch_password",
    )

    def __init__(self, room: Room, platform: int, chance: Chance) -> None:
        self.before = room
        """The room before the command."""
        self.room = room
        """The room so far."""
        self.game: AnyGame = room.game
        self.platform = platform
        """Platform ms."""
        self.chance = chance
        self.told: list[Told] = []
        self.stepped = False
        self.steps: list[tuple[int, Any, int]] = []
        """For the command log: the actor, action and game-clock time of each step of the game."""
        self.state: Any = None
        """The game's state, once it has been decoded."""
        self.touched: set[Seat] | None = set()
        """Seats whose own view may have changed; None: any of them."""
        self.gone: list[tuple[str, str]] = []
        """(player, code) of the connections to close."""
        self.outcome: Outcome | None = None
        """Of a match that has just ended."""
        self.acts: tuple[LastAnswer, ...] | None = None
        """The last action of each seat, if this command is one of them; otherwise None."""
        self.password: Digest | None = None
        self.watch_password: Digest | None = None
        """The passwords that came with the command."""
        self._table: View | None = None
        self._owns: dict[Seat, View] = {}

    def took(self, step: Step[Any], encoded: bytes, now: int) -> None:
        """Continue from the game's step."""
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
