"""Sticking: an exchange of three cards with the declarer (shandong.md 10.3)."""

from __future__ import annotations

from typing import Final

from games.api import Refused, Seat
from games.shandong import actions
from games.shandong.actions import StickCards, StickClaim
from games.shandong.events import Exchanged, Opened, Showed, StickClaimed
from games.shandong.rules.cards import is_joker, named_cards
from games.shandong.rules.trumps import Trumps, is_card_trump
from games.shandong.rules.types import identify_card_type
from games.shandong.state import SEATS, Phase, State, Stick
from games.shandong.views.words import Bid, joker_rank

from .awaiting import enter, entitled
from .burying import take_bottom
from .course import Course

RETURNED: Final = 3
"""How many cards go each way."""


def begin_sticking(state: State, course: Course) -> None:
    """Open the window for sticking, or go on to the bottom if sticking is off."""
    this, rules = state.round, state.rules
    this.passed = []
    course.touch(*SEATS)
    if not rules.sticking:
        take_bottom(state, course)
        return
    enter(state, Phase.sticking, course.at, rules.stick_ms)
    course.tell(Opened(state.phase, state.deadline))


def may_stick(state: State, seat: Seat) -> None:
    """The right to stick or to claim it."""
    this = state.round
    if seat not in entitled(state):
        raise Refused("STICK_NOT_ALLOWED")
    if seat in this.passed:
        raise Refused("ALREADY_PASSED")
    if this.claim is not None and this.claim != seat:
        raise Refused("STICK_CLAIMED", seat=this.claim)


def stick_claim(state: State, seat: Seat, _: StickClaim, course: Course) -> None:
    """Stop the clock: from now on, only the claimant may act."""
    may_stick(state, seat)
    if state.round.claim is not None:
        raise Refused("STICK_CLAIMED", seat=seat)
    state.round.claim = seat
    enter(state, Phase.sticking, course.at, state.rules.stick_claim_ms)
    course.touch(*SEATS)
    course.tell(StickClaimed(seat, state.deadline))


def stick(state: State, seat: Seat, asked: actions.Stick, course: Course) -> None:
    """Show one joker and two consecutive pairs, take the declarer's three cards and give three back."""
    this = state.round
    may_stick(state, seat)
    shown, given = _both_lists(asked.payload, this.hands[seat])
    dark = state.dark_trumps
    _check_shown(shown, dark)
    _check_given(given, dark)
    assert this.declarer is not None
    assert this.declared is not None
    joker = next(c for c in shown if is_joker(c))
    pairs = sorted(c for c in shown if not is_joker(c))
    this.stick = Stick(seat, (joker, *pairs), this.declared.cards, given)
    _swap(this.hands[seat], given, this.declared.cards)
    _swap(this.hands[this.declarer], this.declared.cards, given)
    _tell(state, this.stick, this.declarer, course)
    course.touch(*SEATS)
    take_bottom(state, course)


def _both_lists(named: StickCards, hand: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cards shown and given back; the general checks cover both lists together (10)."""
    cards, back = named.cards, named.giveBack
    for field, ids in (("cards", cards), ("giveBack", back)):
        if not isinstance(ids, (list, tuple)) or not all(isinstance(text, str) for text in ids):
            raise Refused("BAD_PAYLOAD", field=field)
    both = named_cards([*cards, *back], hand)
    return both[: len(cards)], both[len(cards) :]


def _check_shown(shown: tuple[int, ...], dark: Trumps) -> None:
    if len(shown) != 5:
        raise Refused("STICK_NEEDS_FIVE")
    others = [c for c in shown if not is_joker(c)]
    if len(others) != 4:
        raise Refused("STICK_NEEDS_ONE_JOKER")
    if identify_card_type(others, dark).type != "consecutive_pairs":
        raise Refused("STICK_NEEDS_CONSECUTIVE_PAIRS")


def _check_given(given: tuple[int, ...], dark: Trumps) -> None:
    if len(given) != RETURNED:
        raise Refused("STICK_RETURN_NEEDS_THREE")
    above_ace = sum(is_card_trump(c, dark) for c in given)
    if above_ace == 0:
        raise Refused("STICK_RETURN_NEEDS_TRUMP")
    if above_ace > 1:
        raise Refused("STICK_RETURN_NEEDS_PLAIN")


def _swap(hand: list[int], out: tuple[int, ...], into: tuple[int, ...]) -> None:
    hand[:] = [c for c in hand if c not in out] + list(into)


def _tell(state: State, done: Stick, declarer: Seat, course: Course) -> None:
    """Everybody sees a joker and four dark cards; only the two seats know what changes hands (10.4)."""
    this = state.round
    ranks = [joker_rank(done.cards[0])]
    full = Showed(done.seat, Bid.stick, ranks, 4, list(done.cards))
    if state.rules.open_declare:
        course.tell(full)
    else:
        course.tell(Showed(done.seat, Bid.stick, ranks, 4), {done.seat: full})
    public = Exchanged(done.seat, declarer, RETURNED)
    between = Exchanged(done.seat, declarer, RETURNED, list(done.taken), list(done.given))
    suit = this.trump_suit if not this.counters else None
    to_sticker = Exchanged(done.seat, declarer, RETURNED, list(done.taken), list(done.given), suit)
    course.tell(public, {done.seat: to_sticker, declarer: between})
