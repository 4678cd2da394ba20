"""Which action may be sent in which phases, and which function handles it (shandong.md 10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from games.api import Refused, Seat
from games.shandong.actions import (
    Action,
    Bury,
    ChooseThrow,
    Counter,
    Declare,
    Pass,
    Play,
    Ready,
    SetAuto,
    Stick,
    StickClaim,
    Unready,
)
from games.shandong.events import PresenceChanged
from games.shandong.state import Phase, Presence, State

from .burying import bury
from .course import Course
from .declaring import counter, declare, give_up, may_still_act
from .playing import choose_throw, play
from .rounds import ready, unready
from .sticking import stick, stick_claim


def pass_on(state: State, seat: Seat, _: Pass, course: Course) -> None:
    may_still_act(state, seat)
    give_up(state, seat, course)


def set_auto(state: State, seat: Seat, asked: SetAuto, course: Course) -> None:
    enabled = asked.payload.enabled
    if not isinstance(enabled, bool):
        raise Refused("BAD_PAYLOAD", field="enabled")
    set_presence(state, seat, Presence.auto if enabled else Presence.present, course)


def set_presence(state: State, seat: Seat, presence: Presence, course: Course) -> None:
    if state.presence[seat] is not presence:
        state.presence[seat] = presence
        course.touch(seat)
        course.tell(PresenceChanged(seat, presence))


def _in(*phases: Phase) -> frozenset[Phase]:
    return frozenset(phases)


WINDOW_PHASES: Final = _in(Phase.declaring, Phase.countering, Phase.sticking)


class Rule(NamedTuple):
    """`phases` in which the action may be sent; `missed`: the phases in which it counts as too late (9)."""

    handle: Callable[[State, Seat, Any, Course], None]  # each takes its own kind of action
    phases: frozenset[Phase]
    missed: frozenset[Phase] = frozenset()


RULES: Final[Mapping[type[Action], Rule]] = {
    Declare: Rule(declare, _in(Phase.dealing, Phase.declaring), _in(Phase.declaring)),
    Counter: Rule(counter, _in(Phase.dealing, Phase.countering), _in(Phase.countering)),
    Pass: Rule(pass_on, WINDOW_PHASES, WINDOW_PHASES),
    Stick: Rule(stick, _in(Phase.sticking), _in(Phase.sticking)),
    StickClaim: Rule(stick_claim, _in(Phase.sticking), _in(Phase.sticking)),
    Bury: Rule(bury, _in(Phase.bottom), _in(Phase.bottom)),
    Play: Rule(play, _in(Phase.playing), _in(Phase.playing)),
    ChooseThrow: Rule(choose_throw, _in(Phase.throw_choice), _in(Phase.throw_choice)),
    Ready: Rule(ready, _in(Phase.waiting, Phase.round_end, Phase.match_end), _in(Phase.round_end)),
    Unready: Rule(unready, _in(Phase.waiting, Phase.match_end)),
    SetAuto: Rule(set_auto, frozenset(Phase)),
}


def perform(state: State, seat: Seat, asked: Action, course: Course) -> None:
    """Carry out a seat's action, or raise Refused for the first failing check in the order of 10 and change nothing."""
    rule = RULES[type(asked)]
    try:
        if isinstance(asked, (Stick, StickClaim)) and not state.rules.sticking:
            raise Refused("STICK_DISABLED")
        if state.phase not in rule.phases:
            raise Refused("WRONG_PHASE", phase=state.phase.label)
        rule.handle(state, seat, asked, course)
    except Refused:
        if any(state.expired[seat] >> phase & 1 for phase in rule.missed):
            raise Refused("DEADLINE_PASSED") from None
        raise
