"""Tricks: leading, failed throws, following, and who wins (shandong.md 7, 8, 10.6)."""

from __future__ import annotations

from games.api import Json, Refused, Seat
from games.shandong.actions import ChooseThrow, Play
from games.shandong.events import Played, ThrowChosen, ThrowFailed, TrickWon
from games.shandong.rules.cards import BIG_JOKER, bits_of, kind_of, named_cards
from games.shandong.rules.follow import check_mandatory_follow
from games.shandong.rules.throws import check_lead, check_throw
from games.shandong.rules.tracing import trace_follow, trace_lead
from games.shandong.rules.tricks import score_trick
from games.shandong.rules.trumps import Trumps
from games.shandong.rules.types import CardType, identify_card_type
from games.shandong.state import SEATS, LastTrick, Phase, State, Throw, after, team
from games.shandong.views.words import Group, Kind

from .awaiting import enter
from .course import Course
from .rounds import finish_round


def begin_turn(state: State, seat: Seat, course: Course) -> None:
    state.round.turn = seat
    enter(state, Phase.playing, course.at, state.rules.turn_ms)
    course.touch(seat)


def lead_of(state: State) -> CardType | None:
    """The lead of the open trick."""
    trick = state.round.trick
    return identify_card_type(trick[0], state.trumps) if trick else None


def play(state: State, seat: Seat, asked: Play, course: Course) -> None:
    this = state.round
    if seat != this.turn:
        raise Refused("NOT_YOUR_TURN", seat=this.turn)
    cards = named_cards(asked.payload.cards, this.hands[seat])
    if not cards:
        raise Refused("EMPTY_PLAY")
    course.about = _about(cards, state.trumps)  # only of these cards, not of others' automatic plays after them
    play_cards(state, seat, cards, course)


def play_cards(state: State, seat: Seat, cards: tuple[int, ...], course: Course) -> None:
    """Play cards that the seat holds; raises Refused if the rules forbid it."""
    lead = lead_of(state)
    trumps = state.trumps
    if lead is None:
        _lead(state, seat, cards, trumps, course)
        return
    hand = state.round.hands[seat]
    verdict = check_mandatory_follow(lead, hand, cards, trumps)
    trace_follow(seat, lead, hand, cards, trumps, verdict)
    if not verdict.valid:
        raise Refused(verdict.code or "", **verdict.params, expected=list(verdict.expected))
    course.tell(Played(seat, sorted(cards)))
    _put_down(state, seat, cards, course)


def _about(cards: tuple[int, ...], trumps: Trumps) -> dict[str, Json]:
    """A description of these cards, regardless of who plays them."""
    found = identify_card_type(cards, trumps)
    return {"type": found.type, "size": found.size} if found.valid else {}


def _lead(state: State, seat: Seat, cards: tuple[int, ...], trumps: Trumps, course: Course) -> None:
    this = state.round
    trace_lead(seat, cards, trumps)
    out = any(kind_of(c) == BIG_JOKER for c in this.played)
    lead = check_lead(cards, trumps, big_joker_played=out)
    check = check_throw(lead, seat, dict(enumerate(this.hands)), trumps)
    this.leader = seat
    if check.ok:
        course.tell(Played(seat, sorted(cards), Kind[lead.type]))
        _put_down(state, seat, cards, course)
        return
    penalty = state.rules.throw_penalty
    this.points += penalty if on_dealer_side(state, seat) else -penalty
    choice = None if check.forced is None else 0
    candidates = tuple(tuple(sorted(unit.cards)) for unit in check.candidates)
    this.failed = [*this.failed, Throw(seat, tuple(sorted(cards)), candidates, check.chooser, choice)]
    groups = [Group(Kind[unit.type], sorted(unit.cards)) for unit in check.candidates]
    forced = None if check.forced is None else sorted(check.forced)
    course.tell(ThrowFailed(seat, sorted(cards), groups, forced, check.chooser, penalty))
    if check.forced is not None:
        _lead_forced(state, seat, check.forced, course)
        return
    this.turn = check.chooser
    enter(state, Phase.throw_choice, course.at, state.rules.throw_choice_ms)
    course.touch(*SEATS)


def _lead_forced(state: State, seat: Seat, cards: tuple[int, ...], course: Course) -> None:
    kind = identify_card_type(cards, state.trumps).type
    course.tell(Played(seat, sorted(cards), Kind[kind]))
    _put_down(state, seat, cards, course)


def choose_throw(state: State, seat: Seat, asked: ChooseThrow, course: Course) -> None:
    failed = state.throw
    assert failed is not None
    if seat != failed.chooser:
        raise Refused("NOT_THE_CHOOSER", seat=failed.chooser)
    index = asked.payload.index
    if not isinstance(index, int) or isinstance(index, bool):
        raise Refused("BAD_PAYLOAD", field="index")
    if not 0 <= index < len(failed.candidates):
        raise Refused("THROW_CHOICE_INVALID")
    lead_choice(state, index, course)


def lead_choice(state: State, index: int, course: Course) -> None:
    """The thrower must lead this candidate."""
    failed = state.throw
    assert failed is not None
    assert failed.chooser is not None
    failed.choice = index
    cards = failed.candidates[index]
    course.tell(ThrowChosen(failed.chooser, index, list(cards)))
    _lead_forced(state, failed.seat, cards, course)


def on_dealer_side(state: State, seat: Seat) -> bool:
    return state.dealer is not None and team(seat) == team(state.dealer)


def _put_down(state: State, seat: Seat, cards: tuple[int, ...], course: Course) -> None:
    this = state.round
    this.hands[seat] = [c for c in this.hands[seat] if c not in cards]
    this.trick = [*this.trick, tuple(sorted(cards))]
    course.touch(seat)
    if len(this.trick) == 4:
        _finish_trick(state, course)
    else:
        begin_turn(state, after(seat), course)


def _finish_trick(state: State, course: Course) -> None:
    """Score the trick (8.4); its winner leads the next one."""
    this = state.round
    place, winner, worth = score_trick(this.leader, [bits_of(cards) for cards in this.trick], state.trumps)
    if not on_dealer_side(state, winner):
        this.points += worth
    this.last = LastTrick(this.leader, tuple(this.trick), winner, worth)
    this.played = [*this.played, *(c for cards in this.trick for c in cards)]
    this.trick = []
    course.tell(TrickWon(winner, worth, this.points))
    if this.hands[winner]:
        this.leader = winner
        begin_turn(state, winner, course)
    else:
        lead = identify_card_type(this.last.plays[0], state.trumps)
        finish_round(state, lead, winner, this.last.plays[place], course)
