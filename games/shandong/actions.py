"""What a seat may ask, in which phases, and who answers it (shandong.md 10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from games.api import Refused, Seat
from games.shandong.rules.phases.burying import bury
from games.shandong.rules.phases.course import Course
from games.shandong.rules.phases.declaring import counter, declare, give_up, may_still_act
from games.shandong.rules.phases.playing import choose_throw, play
from games.shandong.rules.phases.rounds import ready, unready
from games.shandong.rules.phases.sticking import stick, stick_claim

from .events import PresenceChanged
from .state import Phase, Presence, State


class Act(msgspec.Struct):
    """What a seat asks: the name of an action and its payload."""

    action: str
    payload: dict[str, Any] = {}


Handler = Callable[[State, Seat, Any, Course], None]


class Rule(NamedTuple):
    """`phases` in which the action may be sent; `missed`: the phases to which it belongs when it comes too late (9)."""

    handle: Handler
    phases: frozenset[Phase]
    missed: frozenset[Phase] = frozenset()


def pass_on(state: State, seat: Seat, _: Any, course: Course) -> None:
    may_still_act(state, seat)
    give_up(state, seat, course)


def set_auto(state: State, seat: Seat, payload: Any, course: Course) -> None:
    enabled = payload.get("enabled")
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

ACTIONS: Final[Mapping[str, Rule]] = {
    "declare": Rule(declare, _in(Phase.dealing, Phase.declaring), _in(Phase.declaring)),
    "counter": Rule(counter, _in(Phase.dealing, Phase.countering), _in(Phase.countering)),
    "pass": Rule(pass_on, WINDOW_PHASES, WINDOW_PHASES),
    "stick": Rule(stick, _in(Phase.sticking), _in(Phase.sticking)),
    "stick_claim": Rule(stick_claim, _in(Phase.sticking), _in(Phase.sticking)),
    "bury": Rule(bury, _in(Phase.bottom), _in(Phase.bottom)),
    "play": Rule(play, _in(Phase.playing), _in(Phase.playing)),
    "choose_throw": Rule(choose_throw, _in(Phase.throw_choice), _in(Phase.throw_choice)),
    "ready": Rule(ready, _in(Phase.waiting, Phase.round_end, Phase.match_end), _in(Phase.round_end)),
    "unready": Rule(unready, _in(Phase.waiting, Phase.match_end)),
    "set_auto": Rule(set_auto, frozenset(Phase)),
}


def perform(state: State, seat: Seat, action: str, payload: Any, course: Course) -> None:
    """Do what a seat asks; raises Refused with the first failing check in the order of 10, and then nothing changed."""
    rule = ACTIONS.get(action)
    if rule is None:
        raise Refused("BAD_PAYLOAD", field="action")
    try:
        if action in ("stick", "stick_claim") and not state.rules.sticking:
            raise Refused("STICK_DISABLED")
        if state.phase not in rule.phases:
            raise Refused("WRONG_PHASE", phase=state.phase.label)
        rule.handle(state, seat, payload if isinstance(payload, dict) else {}, course)
    except Refused:
        if any(state.expired[seat] >> phase & 1 for phase in rule.missed):
            raise Refused("DEADLINE_PASSED") from None
        raise
