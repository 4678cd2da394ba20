"""One action in progress: the state, its options, and its events."""

from __future__ import annotations

from collections.abc import Mapping

from games.api import Json, Refused, Told
from games.chance import Chance
from games.uno.options import Options
from games.uno.state import State
from games.views import Event


class Act:
    """The context of every rule. `now` is the game clock in ms."""

    __slots__ = ("chance", "everybody", "now", "o", "refused", "s", "told", "touched")

    def __init__(self, s: State, o: Options, chance: Chance, now: int) -> None:
        self.s = s
        self.o = o
        self.chance = chance
        self.now = now
        self.told: list[Told] = []
        self.touched: set[int] = set()
        """Seats whose own view may have changed."""
        self.everybody = o.jump_in
        """Any own view may have changed: with jump-ins every new top card concerns every hand."""
        self.refused: Refused | None = None
        """Set if a refusal cost penalty cards."""

    def tell(self, event: Event) -> None:
        """Tell everybody."""
        self.told.append(Told(event))

    def whisper(self, public: Event | None, secret: Mapping[int, Event]) -> None:
        """The seats in `secret` get their own version; the others `public`, or nothing."""
        self.told.append(Told(public, secret))


Answer = Mapping[str, Json]
"""The answer to the actor about the accepted action."""
NOTHING: Answer = {}
