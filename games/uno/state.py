"""The state of a match, small enough to be stored after every move (uno.md 5.1)."""

from __future__ import annotations

from typing import Final

import msgspec

from .cards import COLORLESS, Card

CHOOSE_COLOR: Final = 0
TURN: Final = 1
DRAWN: Final = 2
PENDING_DRAW: Final = 3
TURN_END: Final = 4
ROUND_END: Final = 5
MATCH_END: Final = 6
"""The phases, as in `words.Phase`."""


NOBODY: Final = -1
NO_CARD: Final = -1

HUMAN: Final = 0
BOT: Final = 1
AFK: Final = 2
"""Who plays a seat: its owner; a bot that sat down; a bot for an owner who is absent or has left."""

ARMED: Final = 1
CALLED: Final = 2
"""UNO flags (uno.md 10.1): called with two cards; protected with one."""


class Wd4(msgspec.Struct, array_like=True):
    """The wild draw four that may be challenged: the snapshot of uno.md 11."""

    by: int
    hand: list[Card]
    color: int
    guilty: bool


class Last(msgspec.Struct, array_like=True):
    """The last accepted turn action, or timeout (uno.md 17)."""

    did: int
    seat: int
    card: Card = NO_CARD
    count: int = -1


class Result(msgspec.Struct, array_like=True):
    """How a round ended. Seats that are out of the match have None points."""

    winner: int
    reason: int
    points: list[int | None]
    hands: list[list[Card]]


class Ending(msgspec.Struct, array_like=True):
    """How the match ended."""

    winners: list[int]
    ranking: list[int]
    reason: int


class State(msgspec.Struct, array_like=True):
    """A match of UNO. Lists by player are indexed by seat; sets of seats are bit sets in an int."""

    options: bytes
    """The short form of options.py."""
    hands: list[list[Card]]
    seats: list[int]
    """HUMAN, BOT or AFK."""
    scores: list[int]
    rounds_won: list[int]
    deck: list[Card] = []
    """The last element is drawn next."""
    discard: list[Card] = []
    """The last element is the top."""
    phase: int = ROUND_END
    color: int = COLORLESS
    current: int = 0
    direction: int = 1
    turn: int = 0
    round: int = 0
    dealer: int = NOBODY
    top_by: int = NOBODY
    """Who played the top card; nobody for a first discard."""
    pending: int = 0
    drawn: Card = NO_CARD
    wd4: Wd4 | None = None
    last: Last | None = None
    deadline: int = 0
    """Game clock in ms; 0 for none."""
    flags: dict[int, int] = {}
    """ARMED or CALLED by seat, in the order of calling."""
    vulnerable: int = NOBODY
    since: int = 0
    """Time of the play that opened the UNO window."""
    window_ended: dict[int, int] = {}
    """When the seat was last vulnerable, while the race of 10.5 may still matter."""
    timed_out: dict[int, int] = {}
    """When the seat lost its turn to a timeout, while 5.3 step 9a may still matter."""
    called: bool = False
    """`endTurn`: the current player has called in this turn."""
    played: bool = False
    """Explicit mode: the current player has played a card whose effect is still to come."""
    violations: int = 0
    """The current player's illegal actions in this turn."""
    out_of_turn: dict[int, int] = {}
    """Penalties for acting out of turn during this turn."""
    failed_catches: int = 0
    """Seats penalised for an unjustified catch during this turn."""
    free_pass: int = 0
    timeouts: dict[int, int] = {}
    empty_draws: int = 0
    dropped: int = 0
    """Seats out of the match."""
    left: int = 0
    """Seats whose owner has left for good."""
    ready: int = 0
    away: int = 0
    """Seats whose owner has no connection."""
    absent_until: int = 0
    """With unlimited time: when the absent current player counts as timed out; 0 for never."""
    result: Result | None = None
    ending: Ending | None = None
