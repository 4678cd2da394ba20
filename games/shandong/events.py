"""The events of the table, as players are told of them."""

# ruff: noqa: N815 - field names are those of the rules page

from __future__ import annotations

from games.shandong.views.words import Bid, Card, Group, Joker, Kind, NothingDeclared, Rank, Suit, Winner
from games.views import Event

from .state import Phase, Presence


class RoundBegan(Event, tag=1):
    """A deal begins; the first card comes after `startsAt`."""

    round: int
    dealer: int | None
    level: Rank
    teamLevels: list[Rank]
    startsAt: int


class Dealt(Event, tag=2):
    """Cards have arrived. A seat is told its own."""

    counts: list[int]
    cards: list[Card] | None = None


class Opened(Event, tag=3):
    """A phase begins in which somebody must or may act."""

    phase: Phase
    deadline: int | None


class Showed(Event, tag=4):
    """A declaration, a counter or a stick. `cards` is what the recipient may know (10.4)."""

    seat: int
    bid: Bid
    jokers: list[Joker]
    faceDown: int
    cards: list[Card] | None = None
    trumpSuit: Suit | None = None


class Exchanged(Event, tag=5):
    """After a stick: three cards went each way. Only the two seats are told which."""

    sticker: int
    declarer: int
    count: int
    taken: list[Card] | None = None
    given: list[Card] | None = None
    trumpSuit: Suit | None = None


class Passed(Event, tag=6):
    seat: int
    phase: Phase


class StickClaimed(Event, tag=7):
    seat: int
    deadline: int | None


class NoDeclare(Event, tag=8):
    """Nobody declared."""

    outcome: NothingDeclared
    teamLevels: list[Rank]
    dealer: int | None


class BottomTaken(Event, tag=9):
    seat: int
    count: int
    cards: list[Card] | None = None


class Buried(Event, tag=10):
    seat: int
    count: int
    cards: list[Card] | None = None


class TrumpRevealed(Event, tag=11):
    holder: int
    cards: list[Card]
    trumpSuit: Suit | None


class Played(Event, tag=12):
    """`lead` is the type of the cards if they are led; follows have none."""

    seat: int
    cards: list[Card]
    lead: Kind | None = None


class ThrowFailed(Event, tag=13):
    """`forced` is set if nobody chooses."""

    seat: int
    attempted: list[Card]
    candidates: list[Group]
    forced: list[Card] | None
    chooser: int | None
    penalty: int


class ThrowChosen(Event, tag=14):
    chooser: int
    index: int
    cards: list[Card]


class TrickWon(Event, tag=15):
    winner: int
    points: int
    defenderPoints: int


class RoundEnded(Event, tag=16):
    result: Winner
    steps: int
    teamLevels: list[Rank]
    nextDealer: int | None
    bottom: list[Card]
    bottomPoints: int
    multiplier: int
    defenderDelta: int
    defenderPoints: int


class MatchEnded(Event, tag=17):
    team: int
    teamLevels: list[Rank]


class PresenceChanged(Event, tag=18):
    seat: int
    presence: Presence


class TimedOut(Event, tag=19):
    seat: int
    phase: Phase


class Ready(Event, tag=20):
    seat: int
    on: bool


EVENTS = (
    RoundBegan,
    Dealt,
    Opened,
    Showed,
    Exchanged,
    Passed,
    StickClaimed,
    NoDeclare,
    BottomTaken,
    Buried,
    TrumpRevealed,
    Played,
    ThrowFailed,
    ThrowChosen,
    TrickWon,
    RoundEnded,
    MatchEnded,
    PresenceChanged,
    TimedOut,
    Ready,
)
