"""Dealing, card by card (shandong.md 10.2)."""

from __future__ import annotations

from games.api import Seat
from games.shandong.events import Dealt, RoundBegan
from games.shandong.state import SEATS, Phase, Round, State

from .awaiting import rest
from .course import Course

DEALT = 104
"""How many cards are dealt; the other four are the bottom."""


def new_deal(state: State, course: Course, starts_at: int) -> None:
    """Shuffle and begin to deal at `starts_at`; forget the previous round."""
    deck = bytes(course.deck(first_of(state)))
    course.deals = course.deals + 1 if starts_at == course.at else 0
    state.number += 1
    state.round = Round(deck=deck, deals_from=starts_at, hands=[[] for _ in SEATS])
    state.ready = [False] * 4
    rest(state, Phase.dealing)
    course.touch(*SEATS)
    course.tell(RoundBegan(state.number, state.dealer, state.level, list(state.levels), starts_at))


def first_of(state: State) -> Seat:
    """The seat that gets the first card."""
    return 0 if state.dealer is None else state.dealer


def arrival(state: State, card: int) -> int:
    """The time at which card 1..104 arrives."""
    return state.round.deals_from + card * state.rules.deal_interval_ms


def next_arrival(state: State, at_once: int = 1) -> int:
    """The time at which the next cards have arrived, if this many are handed out at once."""
    dealt = state.round.dealt
    return arrival(state, min(DEALT, (dealt // at_once + 1) * at_once))


def deal_until(state: State, course: Course, now: int) -> None:
    """Hand out every card that has arrived by `now`; `course` advances to the time of the last one."""
    this = state.round
    interval = state.rules.deal_interval_ms
    arrived = min(DEALT, (now - this.deals_from) // interval) if interval else DEALT
    first = first_of(state)
    fresh: list[list[int]] = [[] for _ in SEATS]
    for place in range(this.dealt, arrived):
        fresh[(first + place) % 4].append(this.deck[place])
    for seat in SEATS:
        this.hands[seat] += fresh[seat]
    this.dealt = arrived
    course.at = arrival(state, arrived)
    course.touch(*SEATS)
    counts = [len(cards) for cards in fresh]
    course.tell(Dealt(counts), {s: Dealt(counts, fresh[s]) for s in SEATS if fresh[s]})
    if arrived == DEALT:
        this.bottom = list(this.deck[DEALT:])
        this.deck = b""
