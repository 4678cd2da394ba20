"""The seats that the engine waits for, and the clock meanwhile (shandong.md 9, 10.3)."""

from __future__ import annotations

from collections.abc import Sequence

from games.api import Seat
from games.shandong.state import SEATS, Phase, State, team

WINDOWS = (Phase.declaring, Phase.countering, Phase.sticking)


def entitled(state: State) -> Sequence[Seat]:
    """The seats entitled to act in the open window, passed or not (10.3)."""
    this = state.round
    if state.phase is Phase.declaring:
        if this.again and state.dealer is not None:
            return [s for s in SEATS if team(s) == team(state.dealer)]
        return SEATS
    if state.phase is Phase.countering:
        return [s for s in SEATS if s != uncounterable(state)]
    if state.phase is Phase.sticking:
        return [s for s in SEATS if s not in (this.declarer, this.trump_holder)]
    return ()


def uncounterable(state: State) -> Seat | None:
    """The seat that would counter itself."""
    return state.round.trump_holder if state.rules.recounter else state.round.declarer


def awaited(state: State) -> Sequence[Seat]:
    """The seats that the engine waits for now."""
    this = state.round
    if state.phase in WINDOWS:
        if this.claim is not None:
            return [this.claim]
        return [s for s in entitled(state) if s not in this.passed]
    if state.phase is Phase.bottom:
        return [] if this.burier is None else [this.burier]
    if state.phase in (Phase.playing, Phase.throw_choice):
        return [] if this.turn is None else [this.turn]
    if state.phase in (Phase.round_end, Phase.waiting):
        return [s for s in SEATS if not state.ready[s]]
    return ()


def may_act(state: State) -> Sequence[Seat]:
    """The seats that could do something. It reveals nothing about their hands."""
    this = state.round
    if state.phase is Phase.round_end:
        return SEATS  # a seat that is ready may say so again (10.8)
    if state.phase is not Phase.dealing:
        return awaited(state)
    if this.declarer is None:
        return SEATS
    if not this.counters or (state.rules.recounter and len(this.counters) == 1):
        return [s for s in SEATS if s != uncounterable(state)]
    return ()


def enter(state: State, phase: Phase, at: int, limit: int) -> None:
    """Begin a phase that waits for somebody, for `limit` ms (0: without limit)."""
    state.phase = phase
    state.deadline = at + limit if limit else None
    await_seats(state)


def await_seats(state: State) -> None:
    """A seat that is awaited again in a phase no longer counts as having missed it (9)."""
    for seat in awaited(state):
        state.expired[seat] &= ~(1 << state.phase)


def rest(state: State, phase: Phase) -> None:
    """Begin a phase that waits for nobody's answer."""
    state.phase = phase
    state.deadline = None
