"""Bringing a state up to the present: cards that arrive, deadlines, seats on auto (shandong.md 9, 15.2)."""

from __future__ import annotations

from typing import Final

from games.api import Seat, Wake, WakeUp
from games.shandong.events import PresenceChanged, TimedOut
from games.shandong.state import Phase, Presence, State

from .automatic import act_for
from .awaiting import WINDOWS, awaited
from .course import Course
from .dealing import DEALT, deal_until, next_arrival
from .declaring import close_window, open_after_deal

COUNTED: Final = (Phase.bottom, Phase.playing, Phase.throw_choice)
"""The phases in which a time-out counts towards auto."""
PATIENCE: Final = 2
"""This many time-outs in a row put a seat on auto."""
AT_ONCE: Final = 4
"""Cards per wake-up while dealing: one for every seat."""
DEALS_AT_ONCE: Final = 16
"""Four seats on auto without pauses would deal forever: after this many deals a step ends, and the host wakes us again.
"""


def advance(state: State, now: int, course: Course) -> bool:
    """Apply everything overdue, each at its own time (9). True if anything happened."""
    happened = act_for_absent(state, course)
    while course.deals < DEALS_AT_ONCE:
        due = due_at(state)
        if due is None or due > now:
            break
        happened = True
        if due != course.at:  # time moves on: only consecutive deals without a pause are counted
            course.deals = 0
        course.at = due
        if state.phase is Phase.dealing:
            deal_until(state, course, now)
            if state.round.dealt == DEALT:
                open_after_deal(state, course)
        else:
            _miss_deadline(state, course)
        act_for_absent(state, course)
    course.at = now
    return happened


def due_at(state: State) -> int | None:
    """When the next automatic event is due."""
    return next_arrival(state) if state.phase is Phase.dealing else state.deadline


def wake(state: State) -> Wake | None:
    """When the host should come back if nobody acts."""
    if state.phase is Phase.dealing:
        return Wake(next_arrival(state, AT_ONCE), WakeUp(state.phase.label, state.number))
    if state.deadline is None:
        return None
    return Wake(state.deadline, WakeUp(state.phase.label, state.number))


def act_for_absent(state: State, course: Course) -> bool:
    """Seats on auto act at once when they are awaited (15.2). True if any did."""
    acted = False
    while (seat := _absent_and_awaited(state)) is not None and course.deals < DEALS_AT_ONCE:
        act_for(state, seat, course)
        acted = True
    return acted


def _absent_and_awaited(state: State) -> Seat | None:
    if state.phase is Phase.waiting:
        return None
    return next((s for s in awaited(state) if state.presence[s] in (Presence.auto, Presence.away)), None)


def _miss_deadline(state: State, course: Course) -> None:
    """The phase's deadline has come: act for everybody who is awaited, as 15.2 says."""
    phase = state.phase
    late = list(awaited(state))
    for seat in late:
        state.expired[seat] |= 1 << phase
        course.tell(TimedOut(seat, phase))
    if phase in WINDOWS:
        close_window(state, course)
        return
    for seat in late:
        if phase in COUNTED:
            state.timeouts[seat] += 1
        act_for(state, seat, course)
        patient = state.timeouts[seat] < PATIENCE or state.bots[seat]  # a slow bot will come back by itself
        if not patient and state.presence[seat] is Presence.present:
            state.presence[seat] = Presence.auto
            course.touch(seat)
            course.tell(PresenceChanged(seat, Presence.auto))
