"""Tells a round like a player who sees all hands: who shows, plays and wins what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.api import Told
from games.shandong import events as e
from games.shandong.rules.cards import RANKS, SUITS, is_joker, rank_of, suit_of
from games.shandong.rules.hand_order import sort_hand
from games.shandong.state import State
from games.shandong.views.words import Bid, NothingDeclared, Winner
from games.views import Event

SYMBOLS = "♥♠♣♦"
SHOWS = {Bid.declare: "declares", Bid.counter: "counters", Bid.stick: "sticks"}
NO_DECLARATION = {
    NothingDeclared.redeal: "nobody declares: a new deal",
    NothingDeclared.up3: "nobody declares: the defenders climb three levels and deal",
    NothingDeclared.take: "nobody declares: the other side may",
}


def card_name(card: int) -> str:
    if is_joker(card):
        return ("joker", "JOKER")[rank_of(card)]
    return SYMBOLS[suit_of(card)] + RANKS[rank_of(card)]


def names(cards: Iterable[int]) -> str:
    return " ".join(card_name(card) for card in cards)


def levels(ranks: Iterable[int]) -> str:
    return " and ".join(RANKS[rank] for rank in ranks)


class Teller:
    """Turns what everybody together was told into lines. A trick is one line."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._trick: list[str] = []
        self._tricks = 0
        self._dealt = 0

    def hear(self, told: Iterable[Told], state: State) -> None:
        for one in told:
            # The fullest version that anybody was told.
            event = next(iter(one.secret.values()), one.public)
            if event is not None:
                self.lines += self._line(event, state)

    def _line(self, event: Event, state: State) -> Iterator[str]:
        match event:
            case e.RoundBegan():
                dealer = "nobody deals yet" if event.dealer is None else f"{event.dealer} deals"
                yield f"round {event.round} · levels {levels(event.teamLevels)} · {dealer} at {RANKS[event.level]}"
                self._tricks = self._dealt = 0
            case e.Dealt():
                self._dealt += sum(event.counts)
                if self._dealt == 104:
                    for seat, hand in enumerate(state.round.hands):
                        yield f"  {seat} holds {names(sort_hand(hand, state.dark_trumps))}"
            case e.Showed():
                when = f" after {self._dealt} cards" if self._dealt < 104 else ""
                yield f"{event.seat} {SHOWS[event.bid]}{when}: {names(event.cards or ())}"
            case e.Exchanged():
                taken, given = names(event.taken or ()), names(event.given or ())
                yield f"{event.sticker} takes {taken} from {event.declarer} and gives {given}"
            case e.Opened():
                yield f"{event.phase.label}:"
            case e.Passed():
                yield f"  {event.seat} passes"
            case e.NoDeclare():
                dealer = "" if event.dealer is None else f", {event.dealer} deals"
                yield f"{NO_DECLARATION[event.outcome]} · levels {levels(event.teamLevels)}{dealer}"
            case e.BottomTaken():
                yield f"{event.seat} takes the bottom: {names(event.cards or ())}"
            case e.Buried():
                yield f"{event.seat} buries {names(event.cards or ())}"
            case e.TrumpRevealed():
                suit = "no suit" if event.trumpSuit is None else SUITS[event.trumpSuit]
                yield f"trump is {suit}: {event.holder} turns up {names(event.cards)}"
            case _:
                yield from self._play(event)

    def _play(self, event: Event) -> Iterator[str]:
        match event:
            case e.Played():
                lead = "" if event.lead is None else f" leads ({event.lead.label})"
                self._trick.append(f"{event.seat}{lead} {names(event.cards)}")
            case e.ThrowFailed():
                groups = " or ".join(names(group.cards) for group in event.candidates)
                yield f"    {event.seat} throws {names(event.attempted)}: refused, {groups} must be led"
            case e.ThrowChosen():
                yield f"    {event.chooser} chooses {names(event.cards)}"
            case e.TrickWon():
                self._tricks += 1
                plays, self._trick = " | ".join(self._trick), []
                won = f"{event.winner} wins {event.points} · defenders {event.defenderPoints}"
                yield f"{self._tricks:3}. {plays} | {won}"
            case e.RoundEnded():
                delta = f", {event.defenderDelta:+} for the defenders" if event.defenderDelta else ""
                yield f"bottom {names(event.bottom)}: {event.bottomPoints} × {event.multiplier}{delta}"
                who = "the dealers keep the deal" if event.result is Winner.dealer else "the defenders take the deal"
                then = "" if event.nextDealer is None else f", {event.nextDealer} deals next"
                yield (
                    f"defenders have {event.defenderPoints}: {who}, {event.steps} steps"
                    f" · levels {levels(event.teamLevels)}{then}"
                )
            case e.MatchEnded():
                yield f"the match is won by seats {event.team} and {event.team + 2}"
