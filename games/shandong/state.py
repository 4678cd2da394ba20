"""The state of a match. Cards are small ints, levels rank indices, suits 0..3 (rules/cards.py)."""

from __future__ import annotations

from typing import Final

import msgspec

from games.api import Seat
from games.shandong.rules.trumps import Trumps, trumps_for
from games.views import Word

from .options import Rules, rules_of

SEATS: Final = range(4)


class Phase(Word):
    """shandong.md 10. The reveal takes no time, so the game is never seen in it."""

    waiting = 0
    dealing = 1
    declaring = 2
    countering = 3
    sticking = 4
    bottom = 5
    playing = 6
    throw_choice = 7
    round_end = 8
    match_end = 9


class Presence(Word):
    """Who plays a seat: its owner, the engine (on auto or while they are away), or the room's bot after they left."""

    present = 0
    auto = 1
    away = 2
    left = 3


class Shown(msgspec.Struct, array_like=True):
    """The cards of a declaration or a counter: jokers first, the two dark ones last."""

    seat: Seat
    cards: tuple[int, ...]


class Stick(msgspec.Struct, array_like=True):
    """A stick: an exchange with the declarer (10.3). The joker of `cards` comes first."""

    seat: Seat
    cards: tuple[int, ...]
    taken: tuple[int, ...]
    given: tuple[int, ...]


class Throw(msgspec.Struct, array_like=True):
    """A failed throw (8.1). `choice` indexes `candidates`; None while the chooser thinks."""

    seat: Seat
    attempted: tuple[int, ...]
    candidates: tuple[tuple[int, ...], ...]
    chooser: Seat | None
    choice: int | None


class LastTrick(msgspec.Struct, array_like=True):
    leader: Seat
    plays: tuple[tuple[int, ...], ...]
    winner: Seat
    points: int


class Result(msgspec.Struct, array_like=True):
    """The result of a round (10.8)."""

    dealer_keeps: bool
    steps: int
    levels: tuple[int, int]
    next_dealer: Seat | None
    match_winner: int | None
    bottom_points: int
    multiplier: int
    defender_delta: int
    defender_points: int


class Round(msgspec.Struct, array_like=True):
    """Everything that a new deal forgets."""

    deck: bytes = b""  # in dealing order, the bottom last; empty once everything is dealt
    deals_from: int = 0  # t0 of shandong.md 10.2
    dealt: int = 0
    hands: list[list[int]] = []
    bottom: list[int] = []  # face down on the table: before it is taken, and buried
    taken: list[int] = []  # the four that the burier took, while they are in the hand
    declarer: Seat | None = None
    trump_holder: Seat | None = None
    trump_suit: int | None = None  # secret until the reveal
    declared: Shown | None = None
    counters: list[Shown] = []
    stick: Stick | None = None
    passed: list[Seat] = []  # in the open window
    claim: Seat | None = None
    again: bool = False  # the second declaring window of noDeclare 'take'
    burier: Seat | None = None
    revealed: bool = False
    turn: Seat | None = None
    leader: Seat = 0
    trick: list[tuple[int, ...]] = []
    failed: list[Throw] = []
    played: list[int] = []  # in earlier tricks
    last: LastTrick | None = None
    points: int = 0  # of the defenders
    result: Result | None = None


class State(msgspec.Struct, array_like=True):
    """One match, as it is stored."""

    house: str  # deviations from the standard rules
    phase: Phase
    deadline: int | None
    levels: list[int]
    level: int
    dealer: Seat | None
    number: int  # of the round, from 1
    presence: list[Presence]
    bots: list[bool]
    timeouts: list[int]  # in a row (15.2)
    expired: list[int]  # per seat: bit set of the phases whose deadline it missed (9)
    ready: list[bool]
    round: Round

    @property
    def rules(self) -> Rules:
        return rules_of(self.house)

    @property
    def trumps(self) -> Trumps:
        """The real trumps, whether or not everybody knows them."""
        return trumps_for(self.level, self.round.trump_suit, self.rules)

    @property
    def dark_trumps(self) -> Trumps:
        """The trumps as seen without knowing the trump suit."""
        return trumps_for(self.level, None, self.rules)

    @property
    def throw(self) -> Throw | None:
        """The failed throw that waits for its chooser."""
        failed = self.round.failed
        return failed[-1] if failed and failed[-1].choice is None else None


def team(seat: Seat) -> int:
    return seat % 2


def after(seat: Seat) -> Seat:
    """The next seat in the order of play."""
    return (seat + 1) % 4


def partner(seat: Seat) -> Seat:
    return (seat + 2) % 4
