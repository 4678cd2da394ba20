"""The steps of a match: setup, the seats' actions, and the host's (shandong.md 9, 10, 15.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.api import (
    HOST,
    Actor,
    AllReady,
    BotSeat,
    Outcome,
    Refused,
    Seat,
    SeatAway,
    SeatBack,
    SeatKicked,
    SeatLeft,
    SeatTaken,
    Sitter,
    Step,
)
from games.chance import Chance
from games.shandong.actions import Action, SetAuto
from games.shandong.options import Rules, house_of
from games.shandong.rules.cards import CARDS
from games.shandong.state import SEATS, Phase, Presence, Round, State, team

from .course import Course
from .perform import perform, set_presence
from .rounds import begin_match, go_on
from .timing import act_for_absent, advance


def shuffled(chance: Chance) -> list[int]:
    deck = list(range(CARDS))
    chance.shuffle(deck)
    return deck


def setup(rules: Rules, sitters: Sequence[Sitter], chance: Chance, now: int) -> Step[State]:
    """The first round begins at once: the room has already seated the players and waited until they were ready."""
    state = empty_match(rules)
    state.bots = [sitter == "bot" for sitter in sitters]
    course = Course(now, lambda _: shuffled(chance))
    begin_match(state, course)
    advance(state, now, course)
    return Step(state, course.told)


def empty_match(rules: Rules) -> State:
    """Nobody has been dealt anything (10.1)."""
    return State(
        house=house_of(rules),
        phase=Phase.waiting,
        deadline=None,
        levels=[0, 0],
        level=0,
        dealer=None,
        number=0,
        presence=[Presence.present] * 4,
        bots=[False] * 4,
        timeouts=[0] * 4,
        expired=[0] * 4,
        ready=[False] * 4,
        round=Round(hands=[[] for _ in SEATS]),
    )


def apply(state: State, seat: Actor, action: Any, chance: Chance, now: int) -> Step[State]:
    return step(state, seat, action, Course(now, lambda _: shuffled(chance)))


def step(state: State, seat: Actor, action: Any, course: Course) -> Step[State]:
    """Bring the state up to the course's time, then carry out the action."""
    now = course.at
    happened = advance(state, now, course)
    try:
        if seat == HOST:
            _host_reports(state, action, course)
        else:
            _accept(state, seat, action, course)
    except Refused as refused:
        if not happened:
            raise
        return Step(state, course.told, refused=refused, touched=course.touched)
    act_for_absent(state, course)
    advance(state, now, course)
    return Step(state, course.told, touched=course.touched, about=course.about)


def _accept(state: State, actor: Actor, asked: Any, course: Course) -> None:
    if actor not in SEATS:
        raise Refused("NOT_SEATED")
    if not isinstance(asked, Action):
        raise Refused("BAD_PAYLOAD", field="action")
    seat = int(actor)
    by_stand_in = isinstance(actor, BotSeat) and state.presence[seat] is Presence.left
    perform(state, seat, asked, course)
    # An accepted action clears missed deadlines, and returns the seat to its owner (9, 15.2).
    state.expired = [0] * 4
    state.timeouts[seat] = 0
    if not isinstance(asked, SetAuto) and not by_stand_in:
        set_presence(state, seat, Presence.present, course)


def _host_reports(state: State, report: Any, course: Course) -> None:
    if isinstance(report, (SeatLeft, SeatKicked)):
        set_presence(state, report.seat, Presence.left, course)
    elif isinstance(report, SeatTaken):
        state.bots[report.seat] = report.by == "bot"
        state.timeouts[report.seat] = 0
        set_presence(state, report.seat, Presence.present, course)
    elif isinstance(report, SeatAway):
        if state.presence[report.seat] is not Presence.left:
            set_presence(state, report.seat, Presence.away, course)
    elif isinstance(report, SeatBack):
        if state.presence[report.seat] is Presence.away:
            state.timeouts[report.seat] = 0
            set_presence(state, report.seat, Presence.present, course)
    elif isinstance(report, AllReady) and state.phase is Phase.round_end:
        go_on(state, course)


def autopilot(state: State) -> list[Seat]:
    """Seats whose owners have left: the room's bots play them."""
    return [s for s in SEATS if state.presence[s] is Presence.left]


def outcome(state: State) -> Outcome | None:
    if state.phase is not Phase.match_end:
        return None
    result = state.round.result
    assert result is not None
    assert result.match_winner is not None
    side = result.match_winner
    winners = [s for s in SEATS if team(s) == side]
    losers = [s for s in SEATS if team(s) != side]
    scores = [state.levels[team(s)] for s in SEATS]
    return Outcome(winners, [*winners, *losers], scores, "levels", board="casual")
