"""The events of the table (uno.md 18). The rules page's player ids are seat numbers here."""
# ruff: noqa: N815 - the fields carry the names of the rules page

from __future__ import annotations

from games.uno.views.cards import CardFace
from games.uno.views.types import LastAction
from games.views import Event, Make, View, Word

from .words import Color, Did, Phase, Reason


class DrawReason(Word):
    """Why cards were drawn."""

    turn = 0
    timeout = 1
    draw_two = 2
    wild_draw_four = 3
    stack = 4
    first_discard = 5
    uno_caught = 6
    uno_bypass = 7
    uno_end_turn = 8
    catch_failed = 9
    challenge_guilty = 10
    challenge_failed = 11
    illegal_action = 12
    out_of_turn = 13


class SkipReason(Word):
    """Why a player lost their turn."""

    skip = 0
    reverse = 1
    draw_two = 2
    wild_draw_four = 3
    draw = 4
    challenge = 5


class DealerCard(View):
    """One card drawn for the deal."""

    playerId: int
    card: CardFace


class MatchStarted(Event, tag=1):
    players: list[int]


class DealerDraw(Event, tag=2):
    draws: list[DealerCard]
    dealerId: int


class FirstDiscardRejected(Event, tag=3):
    card: CardFace


class RoundStarted(Event, tag=4):
    roundNumber: int
    dealerId: int
    topCard: CardFace
    currentColor: Color | None
    handCounts: list[int]
    deckCount: int


class HandDealt(Event, tag=5):
    cards: list[CardFace]


class TurnStarted(Event, tag=6):
    playerId: int
    turnNumber: int
    phase: Phase
    deadline: int | None
    sets = (
        ("currentPlayer", "playerId"),
        ("turnNumber", "turnNumber"),
        ("phase", "phase"),
        ("deadline", "deadline"),
    )


class CardPlayed(Event, tag=7):
    playerId: int
    card: CardFace
    currentColor: Color | None
    cardCount: int
    jumpIn: bool
    sets = (
        ("topCard", "card"),
        ("discardPile[]", "card"),
        ("discardCount+", 1),
        ("currentColor", "currentColor"),
        ("players[playerId].cardCount", "cardCount"),
        ("lastAction", Make(LastAction, Did.PLAY_CARD, "playerId", "card", None)),
    )


class JumpedIn(Event, tag=8):
    playerId: int


class ColorChosen(Event, tag=9):
    playerId: int
    color: Color | None


class DirectionChanged(Event, tag=10):
    direction: int
    sets = (("direction", "direction"),)


class TurnSkipped(Event, tag=11):
    playerId: int
    reason: SkipReason


class DrawPending(Event, tag=12):
    playerId: int
    amount: int
    canStack: bool
    canChallenge: bool


class CardsDrawn(Event, tag=13):
    playerId: int
    count: int
    requested: int
    reason: DrawReason
    cardCount: int
    cards: list[CardFace] | None = None
    sets = (
        ("players[playerId].cardCount", "cardCount"),
        ("deckCount-", "count"),
        ("lastAction", Make(LastAction, Did.DRAW_CARD, "playerId", None, "count")),
    )


class TurnPassed(Event, tag=14):
    playerId: int


class UnoCalled(Event, tag=15):
    playerId: int


class UnoCaught(Event, tag=16):
    playerId: int
    byId: int


class UnoCatchFailed(Event, tag=17):
    byId: int
    targetId: int


class HandRevealed(Event, tag=18):
    playerId: int
    cards: list[CardFace]
    color: Color | None


class Wd4Challenged(Event, tag=19):
    challengerId: int
    playerId: int
    guilty: bool


class HandsSwapped(Event, tag=20):
    playerId: int
    targetId: int
    counts: list[int]


class HandsRotated(Event, tag=21):
    direction: int
    counts: list[int]


class HandChanged(Event, tag=22):
    cards: list[CardFace]


class PileReshuffled(Event, tag=23):
    deckCount: int


class PileExhausted(Event, tag=24):
    pass


class TurnTimeout(Event, tag=25):
    playerId: int
    phase: Phase


class BotTakeover(Event, tag=26):
    playerId: int


class SeatReclaimed(Event, tag=27):
    playerId: int


class PlayerLeft(Event, tag=28):
    playerId: int


class PlayerKicked(Event, tag=29):
    playerId: int


class RoundEnded(Event, tag=30):
    winnerId: int | None
    reason: Reason
    hands: list[list[CardFace]]
    roundPoints: list[int | None]
    scores: list[int]


class MatchEnded(Event, tag=31):
    winners: list[int]
    ranking: list[int]
    reason: Reason


EVENTS: tuple[type[Event], ...] = (
    MatchStarted,
    DealerDraw,
    FirstDiscardRejected,
    RoundStarted,
    HandDealt,
    TurnStarted,
    CardPlayed,
    JumpedIn,
    ColorChosen,
    DirectionChanged,
    TurnSkipped,
    DrawPending,
    CardsDrawn,
    TurnPassed,
    UnoCalled,
    UnoCaught,
    UnoCatchFailed,
    HandRevealed,
    Wd4Challenged,
    HandsSwapped,
    HandsRotated,
    HandChanged,
    PileReshuffled,
    PileExhausted,
    TurnTimeout,
    BotTakeover,
    SeatReclaimed,
    PlayerLeft,
    PlayerKicked,
    RoundEnded,
    MatchEnded,
)
