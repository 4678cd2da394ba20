"""The bottom: who takes it, what is buried, and the reveal (shandong.md 10.5)."""

from __future__ import annotations

from games.api import Refused, Seat
from games.shandong.actions import Bury
from games.shandong.events import BottomTaken, Buried, Opened, TrumpRevealed
from games.shandong.rules.cards import named_cards
from games.shandong.rules.keep_values import BURIED
from games.shandong.state import SEATS, Phase, Shown, State, after, partner, team

from .awaiting import enter
from .course import Course
from .playing import begin_turn


def take_bottom(state: State, course: Course) -> None:
    """The burier takes the four bottom cards."""
    this = state.round
    holder = this.trump_holder
    assert holder is not None
    this.passed = []
    this.claim = None
    if state.dealer is None:
        state.dealer = holder
    on_side = team(holder) == team(state.dealer)
    this.burier = burier = partner(holder) if on_side else after(holder)
    this.taken, this.bottom = this.bottom, []
    this.hands[burier] += this.taken
    enter(state, Phase.bottom, course.at, state.rules.bury_ms)
    course.touch(*SEATS)
    course.tell(Opened(state.phase, state.deadline))
    course.tell(BottomTaken(burier, BURIED), {burier: BottomTaken(burier, BURIED, list(this.taken))})


def bury(state: State, seat: Seat, asked: Bury, course: Course) -> None:
    this = state.round
    if seat != this.burier:
        raise Refused("BURY_NOT_YOU", seat=this.burier)
    cards = named_cards(asked.payload.cards, this.hands[seat])
    if len(cards) != BURIED:
        raise Refused("BURY_NEEDS_FOUR", count=BURIED)
    bury_cards(state, cards, course)


def bury_cards(state: State, cards: tuple[int, ...], course: Course) -> None:
    """Bury four cards, reveal the trump holder's cards, and let the burier lead."""
    this, burier = state.round, state.round.burier
    assert burier is not None
    this.hands[burier] = [c for c in this.hands[burier] if c not in cards]
    this.bottom, this.taken = sorted(cards), []
    course.tell(Buried(burier, BURIED), {burier: Buried(burier, BURIED, list(this.bottom))})
    this.revealed = True
    assert this.trump_holder is not None
    shown = trump_cards(state)
    course.tell(TrumpRevealed(this.trump_holder, list(shown.cards) if shown else [], this.trump_suit))
    course.touch(*SEATS)
    this.leader = burier if state.rules.first_lead == "burier" or state.dealer is None else state.dealer
    begin_turn(state, this.leader, course)


def trump_cards(state: State) -> Shown | None:
    """The cards that the trump holder showed."""
    this = state.round
    return this.counters[-1] if this.counters else this.declared
