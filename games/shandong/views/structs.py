"""The types of the views (shandong.md 10.4, 11), which are built from scratch."""

# ruff: noqa: N815 - field names are those of the rules page

from __future__ import annotations

from msgspec import field

from games.shandong.state import Phase, Presence
from games.views import View

from .words import Bid, Card, CardKind, Group, Joker, Kind, Lack, Rank, Suit, Winner


class ShownCards(View):
    """A declaration, counter or stick: jokers by rank, how many cards lie face down, and the cards if known."""

    seat: int
    bid: Bid
    jokers: list[Joker]
    faceDown: int
    cards: list[Card] | None


class Play(View):
    seat: int
    cards: list[Card]


class Trick(View):
    """`type` is that of the lead; `winning` the seat that would win if the trick ended now."""

    leader: int
    type: Kind
    suit: Suit
    plays: list[Play]
    winning: int


class WonTrick(View):
    leader: int
    plays: list[Play]
    winner: int
    points: int


class FailedThrow(View):
    """A throw that was refused (8.1). `chosen` indexes `candidates`; None while the chooser thinks."""

    seat: int
    attempted: list[Card]
    candidates: list[Group]
    chooser: int | None
    chosen: int | None


class RoundResult(View):
    result: Winner
    steps: int
    teamLevels: list[Rank]
    nextDealer: int | None
    matchWinner: int | None
    bottomPoints: int
    multiplier: int
    defenderDelta: int
    defenderPoints: int
    holders: int  # the team that holds the deal now
    bottomCaptured: bool  # with or without points in it


class Table(View):
    """The view for everybody. Suits and ranks are entries of the static tables."""

    phase: Phase
    round: int
    level: Rank
    teamLevels: list[Rank]
    dealer: int | None
    burier: int | None
    currentTurn: int | None
    deadline: int | None
    startsAt: int | None  # when the current deal began or will begin
    handCounts: list[int]
    bottomCount: int
    declarer: int | None
    trumpHolder: int | None
    trumpSuit: Suit | None  # None before the reveal, and without a trump suit
    revealed: bool
    shown: list[ShownCards]
    mayAct: list[int]  # seats that could do something now, whatever they hold
    passed: list[int]
    claim: int | None
    givenBack: int  # cards that a sticker gave back
    trick: Trick | None
    lastTrick: WonTrick | None
    played: list[Card]  # in earlier tricks of the round
    throws: list[FailedThrow]
    defenderPoints: int
    bottom: list[Card] | None  # at the end of a round
    result: RoundResult | None
    ready: list[bool]
    presence: list[Presence]
    bots: list[bool]
    hands: list[list[Card]] | None  # what spectators see with spectatorsSeeAll
    house: str  # rules that differ from the standard, as JSON; empty if none do
    constantTrumps: list[CardKind] = field(default_factory=list)  # trump whatever the trump suit is
    suitTrumps: list[CardKind] = field(default_factory=list)  # the rest of the trump suit, once all know it
    nextThreshold: int = 0  # the points that the defenders are after


class ShapeDuty(View):
    """A shape that must be in the play: `size` pairs of a run, ranks of a rain, cards of a flash."""

    type: Kind
    size: int
    doubled: int


class Duty(View):
    """A follower's duty (7)."""

    count: int
    suit: Suit
    pool: list[Card]
    forced: list[Card]
    shapes: list[ShapeDuty]
    suggestions: list[list[Card]]
    others: int = 0  # how many cards from outside the pool


class StickOffer(View):
    """A way to stick: the cards to show, and the cheapest cards to give back."""

    cards: list[Card]
    giveBack: list[Card]


class Own(View):
    """A seat's own view, besides the table."""

    hand: list[Card]  # in display order
    trumpSuit: Suit | None  # if this seat knows it
    knowsTrump: bool
    ownShown: list[ShownCards]  # face-down cards that this seat knows
    given: list[Card] | None  # cards given back in a stick in which this seat took part
    taken: list[Card] | None  # bottom cards in the burier's hand
    buried: list[Card] | None
    duty: Duty | None
    mayPass: bool
    declares: list[list[Card]]
    counters: list[list[Card]]
    mayStick: bool
    sticks: list[StickOffer]
    suggestedBury: list[Card] | None
    suggestedLead: list[Card] | None
    suitTrumps: list[CardKind] = field(
        default_factory=list
    )  # the other trumps of the trump suit, if this seat knows it
    wanted: int | None = None  # how many cards to name, if that is fixed: to follow, bury, give back
    missing: list[Lack] = field(
        default_factory=list
    )  # what each suit lacks for declaring or countering, while that is possible
