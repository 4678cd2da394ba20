"""The views' types: the table for everybody, the hand only for its seat (uno.md 17). Player ids are seat numbers."""
# ruff: noqa: N815, RUF012 - the fields carry the names of the rules page; msgspec copies empty lists

from __future__ import annotations

from games.uno.words import Color, Did, Phase, Reason
from games.views import View, Word

from .cards import CardFace, CardId


class Status(Word):
    """Is the match still on?"""

    playing = 0
    ended = 1


class Control(Word):
    """Who plays a seat now."""

    human = 0
    bot = 1


class Enforcement(Word):
    """How a missing UNO call is punished (uno.md 10)."""

    catch = 0
    windowAuto = 1
    auto = 2
    endTurn = 3
    off = 4


class HouseRules(View):
    """The options that matter for judging a position; constant during a match."""

    unoEnforcement: Enforcement
    unoGraceMs: int
    turnGapMs: int
    sevenSwap: bool
    zeroRotate: bool
    stackDrawCards: bool
    wd4Bluff: bool
    competition: bool
    catches: bool = False
    """May a missing UNO call be challenged?"""
    unoCards: int = 0
    """With this many cards or fewer, a player is about to go out: time to call, and to catch a missing call."""


class Pending(View):
    """The draw that the victim in `pendingDraw` faces."""

    amount: int
    canStack: bool
    canChallenge: bool
    by: int | None
    costIfWrong: int = 0
    """How many cards a challenger draws if wrong."""


class LastAction(View):
    """The last turn action or timeout; for a draw, only the number of cards."""

    action: Did
    playerId: int
    cardId: CardId | None
    count: int | None


class Player(View):
    """The public view of a player."""

    seat: int
    cardCount: int
    unoCalled: bool
    score: int
    roundsWon: int
    controlledBy: Control
    active: bool


class RoundResult(View):
    """How the last round ended; the hands are now open."""

    winner: int | None
    reason: Reason
    roundPoints: list[int | None]
    hands: list[list[CardFace]]


class Table(View):
    """The view of the table, for everybody including spectators."""

    status: Status
    phase: Phase
    roundNumber: int
    turnNumber: int
    deadline: int | None
    currentPlayer: int
    direction: int
    currentColor: Color | None
    topCard: CardFace
    discardPile: list[CardFace]
    discardCount: int
    deckCount: int
    drawPending: int
    pending: Pending | None
    dealerId: int
    lastAction: LastAction | None
    players: list[Player]
    unoCalledBy: int | None
    unoCalled: list[int]
    roundResult: RoundResult | None
    winner: int | None
    winners: list[int]
    ranking: list[int]
    reason: Reason | None
    house: HouseRules


class LegalAction(View):
    """One legal action of a seat."""

    action: Did
    cardId: CardId | None = None
    needsColor: bool = False
    needsTarget: bool = False
    targets: list[int] = []
    targetPlayerId: int | None = None
    bluff: bool | None = None


class Own(View):
    """A seat's own view."""

    you: int
    hand: list[CardFace]
    drawnCard: CardFace | None
    legalActions: list[LegalAction]
