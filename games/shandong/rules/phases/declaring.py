"""Declaring and countering, and what happens when a window closes (shandong.md 10.2, 10.3, 10.7)."""

from __future__ import annotations

from games.api import Refused, Seat
from games.shandong.actions import Counter, Declare
from games.shandong.events import NoDeclare, Opened, Passed, Showed
from games.shandong.rules.cards import BIG_JOKER, SMALL_JOKER, is_joker, kind_of, named_cards, suit_of
from games.shandong.rules.levels import climb
from games.shandong.state import SEATS, Phase, Shown, State, after, team
from games.shandong.views.words import Bid, NothingDeclared, joker_rank

from .awaiting import enter, entitled, uncounterable
from .burying import take_bottom
from .course import Course
from .dealing import new_deal
from .sticking import begin_sticking

RED = (0, 3)
"""Hearts and diamonds."""


def open_after_deal(state: State, course: Course) -> None:
    """The last card has arrived (10.2)."""
    this, rules = state.round, state.rules
    if this.declarer is None:
        enter(state, Phase.declaring, course.at, rules.declare_ms)
        course.tell(Opened(state.phase, state.deadline))
    elif not this.counters or rules.recounter:
        open_countering(state, course)
    else:
        begin_sticking(state, course)
    course.touch(*SEATS)


def open_countering(state: State, course: Course) -> None:
    state.round.passed = []
    enter(state, Phase.countering, course.at, state.rules.counter_ms)
    course.tell(Opened(state.phase, state.deadline))


def declare(state: State, seat: Seat, asked: Declare, course: Course) -> None:
    """Show one joker and one pair (10.2)."""
    this = state.round
    if this.declarer is not None:
        raise Refused("ALREADY_DECLARED")
    may_still_act(state, seat)
    cards = named_cards(asked.payload.cards, this.hands[seat])
    if len(cards) != 3:
        raise Refused("DECLARE_NEEDS_THREE")
    joker, pair = _declaration(cards, state.rules.allow_no_trump)
    if state.rules.declare_joker_color and not is_joker(pair[0]):
        wanted = BIG_JOKER if suit_of(pair[0]) in RED else SMALL_JOKER
        if kind_of(joker) != wanted:
            raise Refused("DECLARE_JOKER_COLOR")
    this.declarer = seat
    this.declared = Shown(seat, (joker, *pair))
    _hold_trump(state, this.declared, Bid.declare, course)
    if state.phase is Phase.declaring:
        open_countering(state, course)


def counter(state: State, seat: Seat, asked: Counter, course: Course) -> None:
    """Show two equal jokers and one pair (10.2)."""
    this, rules = state.round, state.rules
    if this.declarer is None:
        raise Refused("NOTHING_TO_COUNTER")
    if seat == uncounterable(state):
        raise Refused("CANNOT_COUNTER_OWN")
    if len(this.counters) == (2 if rules.recounter else 1):
        raise Refused("ALREADY_COUNTERED")
    may_still_act(state, seat)
    cards = named_cards(asked.payload.cards, this.hands[seat])
    if len(cards) != 4:
        raise Refused("COUNTER_NEEDS_FOUR")
    jokers, pair = _counter(cards, rules.allow_no_trump)
    if this.counters and not (kind_of(jokers[0]) == BIG_JOKER and kind_of(this.counters[0].cards[0]) == SMALL_JOKER):
        raise Refused("COUNTER_NOT_HIGHER")
    shown = Shown(seat, (*jokers, *pair))
    this.counters = [*this.counters, shown]
    _hold_trump(state, shown, Bid.counter, course)
    if state.phase is Phase.countering and not rules.recounter:
        begin_sticking(state, course)


def may_still_act(state: State, seat: Seat) -> None:
    """The right to act in a window; while cards are dealt everybody has it."""
    if state.phase is Phase.dealing:
        return
    if seat not in entitled(state):
        raise Refused("NOT_ENTITLED")
    if seat in state.round.passed:
        raise Refused("ALREADY_PASSED")
    claim = state.round.claim
    if claim is not None and seat != claim:
        raise Refused("STICK_CLAIMED", seat=claim)


def give_up(state: State, seat: Seat, course: Course) -> None:
    """`pass`, sent by the seat or for a seat on auto."""
    state.round.passed.append(seat)
    course.touch(seat)
    course.tell(Passed(seat, state.phase))
    if state.round.claim is not None or all(s in state.round.passed for s in entitled(state)):
        close_window(state, course)


def close_window(state: State, course: Course) -> None:
    """The window's time is up, or everybody entitled has passed (10.3)."""
    course.touch(*SEATS)
    if state.phase is Phase.declaring:
        _nobody_declared(state, course)
    elif state.phase is Phase.countering:
        begin_sticking(state, course)
    else:
        take_bottom(state, course)


def _nobody_declared(state: State, course: Course) -> None:
    """shandong.md 10.7"""
    this, rules = state.round, state.rules
    outcome = NothingDeclared.redeal
    if state.dealer is not None and not this.again:
        taking = rules.no_declare == "take"
        outcome = NothingDeclared.take if taking else NothingDeclared.up3
        state.dealer = after(state.dealer)
        side = team(state.dealer)
        if not taking:
            state.levels[side] = climb(state.levels[side], 3, as_dealer=False, rules=rules)
        state.level = state.levels[side]
    course.tell(NoDeclare(outcome, list(state.levels), state.dealer))
    if outcome is NothingDeclared.take:
        this.again = True
        this.passed = []
        enter(state, Phase.declaring, course.at, rules.declare_ms)
        course.tell(Opened(state.phase, state.deadline))
    else:
        new_deal(state, course, course.at + rules.redeal_pause_ms)


def _declaration(cards: tuple[int, ...], allow_no_trump: bool) -> tuple[int, tuple[int, int]]:
    """The joker and the pair of a declaration."""
    jokers = [c for c in cards if is_joker(c)]
    if allow_no_trump and len(jokers) == 3:
        lone = next(c for c in cards if sum(kind_of(c) == kind_of(other) for other in cards) == 1)
        one, other = (c for c in cards if c != lone)
        return lone, (one, other)
    if len(jokers) != 1:
        raise Refused("DECLARE_NEEDS_ONE_JOKER")
    one, other = (c for c in cards if not is_joker(c))
    if kind_of(one) != kind_of(other):
        raise Refused("DECLARE_NEEDS_PAIR")
    return jokers[0], (one, other)


def _counter(cards: tuple[int, ...], allow_no_trump: bool) -> tuple[tuple[int, int], tuple[int, int]]:
    """The jokers and the pair of a counter."""
    jokers = sorted((c for c in cards if is_joker(c)), reverse=True)
    if allow_no_trump and len(jokers) == 4:
        return (jokers[0], jokers[1]), (jokers[2], jokers[3])
    if len(jokers) != 2 or kind_of(jokers[0]) != kind_of(jokers[1]):
        raise Refused("COUNTER_NEEDS_JOKER_PAIR")
    one, other = (c for c in cards if not is_joker(c))
    if kind_of(one) != kind_of(other):
        raise Refused("COUNTER_NEEDS_PAIR")
    return (jokers[0], jokers[1]), (one, other)


def _hold_trump(state: State, shown: Shown, bid: Bid, course: Course) -> None:
    """The seat that showed last holds trump; the suit of its pair, face down, is the trump suit (10.4)."""
    *jokers, dark, _ = shown.cards
    state.round.trump_holder = shown.seat
    state.round.trump_suit = None if is_joker(dark) else suit_of(dark)
    ranks = [joker_rank(c) for c in jokers]
    full = Showed(shown.seat, bid, ranks, 2, list(shown.cards), state.round.trump_suit)
    course.touch(*SEATS)
    if state.rules.open_declare:
        course.tell(full)
    else:
        course.tell(Showed(shown.seat, bid, ranks, 2), {shown.seat: full})
