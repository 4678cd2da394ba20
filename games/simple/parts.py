"""An author's functions, and the parts of a match beside the author's state."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from ..api import Outcome, Refused, Seat
from ..chance import Chance
from .marks import Event

S = TypeVar("S")


class Kept(msgspec.Struct, Generic[S], array_like=True):
    """A match as the room stores it."""

    state: S
    seats: int
    limit_ms: int = 0
    """The limit of a turn; 0: no limit."""
    number: int = 0
    """The number of moves so far, so that a late wake-up does not affect the next move."""
    deadline: int = 0
    away: list[Seat] = msgspec.field(default_factory=list)
    """Seats that a bot plays."""


class Context:
    """For `deal` and `play`, besides the state: chance, the time, and a way to tell events."""

    __slots__ = ("chance", "now", "told")

    def __init__(self, chance: Chance, now: int) -> None:
        self.chance = chance
        self.now = now
        self.told: list[Event] = []

    def tell(self, event: Event) -> None:
        self.told.append(deepcopy(event))  # it may contain lists of the state, which keeps changing


class Points(msgspec.Struct, frozen=True):
    """The end of a match: the score of each seat, and whether high or low is good."""

    scores: Sequence[int]
    lowest_wins: bool = False
    reason: str = ""


class Teams(msgspec.Struct, frozen=True):
    """The end of a match between teams: the score of each, by number."""

    scores: Sequence[int]
    lowest_wins: bool = False
    reason: str = ""


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For games without a choice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """An author's functions, without their types."""

    deck: Sequence[str]
    deal: Callable[..., Any]
    turn: Callable[[Any], Seat | Collection[Seat]]
    moves: Callable[[Any, Seat], Iterable[Any]]
    play: Callable[[Any, Seat, Any, Context], None]
    result: Callable[[Any], Points | Teams | None]
    judge: Callable[[Any, Seat, Any], Refused | None] | None
    describe: Callable[[Any, Seat, Any], str] | None
    bot: Callable[[Any, Seat, Context], Any] | None
    timeout: Callable[[Any, Seat, Context], Iterable[Any]] | None
    between_rounds: Callable[[Any, list[str], Context], None] | None
    invariant: Callable[[Any], str | None] | None
    team: Callable[[Any, Seat], int] | None
    known: Callable[[Any], Iterable[tuple[Seat, str]]] | None

    def acting(self, kept: Kept[Any]) -> list[Seat]:
        """The seats that the game waits for."""
        if self.ended(kept.state) is not None:
            return []
        seats = self.turn(kept.state)
        if isinstance(seats, int):
            return [] if seats == -1 else [seats]
        if not isinstance(seats, Collection) or not all(isinstance(seat, int) for seat in seats):
            raise TypeError(f"`turn` answered {seats!r}; answer a seat, several in a list, or -1 for nobody")
        return sorted(set(seats))

    def ended(self, state: Any) -> Points | Teams | None:
        """The result, if there is one yet."""
        result = self.result(state)
        if not isinstance(result, Points | Teams | None):
            raise TypeError(f"`result` answered {result!r}; answer Points(scores) or Teams(scores), or None to go on")
        return result

    def waiting(self, kept: Kept[Any]) -> bool:
        """Between two rounds."""
        return self.between_rounds is not None and self.ended(kept.state) is None and not self.acting(kept)

    def teams(self, kept: Kept[Any]) -> list[int]:
        return [] if self.team is None else [self.team(kept.state, seat) for seat in range(kept.seats)]

    def shuffled(self, chance: Chance) -> list[str]:
        deck = list(self.deck)
        chance.shuffle(deck)
        return deck

    def outcome(self, kept: Kept[Any]) -> Outcome | None:
        result = self.ended(kept.state)
        if result is None:
            return None
        scores = list(result.scores)
        if isinstance(result, Teams):
            if self.team is None:
                raise TypeError("a result by teams needs the function `team`")
            scores = [result.scores[number] for number in self.teams(kept)]
        order = sorted(range(len(scores)), key=lambda seat: scores[seat] if result.lowest_wins else -scores[seat])
        best = scores[order[0]]
        return Outcome([seat for seat in order if scores[seat] == best], order, scores, reason=result.reason)
