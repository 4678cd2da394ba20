"""Checks the return values of a game's functions where Python itself would not notice a wrong one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

from ..api import AnyGame, Outcome, Plan, Refused, Step, Told, Wake, WakeUp
from ..views import Event

_SEATS = ("to_act", "may_act", "autopilot")


def shape_of(game: AnyGame, name: str) -> Callable[[Any], str]:
    """Says in half a sentence why the platform cannot use this function's answer; empty if it can."""
    if name in ("setup", "apply"):
        return partial(_step, game)
    if name in _SEATS:
        return _seats
    if name == "wake":
        return _wake
    kinds: Mapping[str, tuple[Any, str]] = {
        "outcome": ((Outcome, type(None)), "an Outcome, or None while the match goes on"),
        "bot": (Plan, "Plan(action), or Plan(None) to wait"),
        "table": (game.Table, f"a {_name(game.Table)}"),
        "watch": (game.Table, f"a {_name(game.Table)}"),
        "own": (game.Own, f"a {_name(game.Own)}"),
        "redeal": (game.State, f"a {_name(game.State)}"),
        "resolve": (game.Options, f"{_name(game.Options)}"),
        "seats_for": (range, "a range of numbers of players"),
        "fill_to": (int, "a number of seats"),
        "auto_level": (str, "the name of a level"),
        "invariant": ((str, type(None)), "a sentence about what is wrong, or None"),
    }
    kind, wanted = kinds.get(name, (object, ""))

    def wrong(answer: Any) -> str:
        if not isinstance(answer, kind):
            return _gave(answer, wanted)
        return _plan(answer) if name == "bot" else ""

    return wrong if isinstance(kind, type | tuple) else lambda answer: ""


def _step(game: AnyGame, step: Any) -> str:
    if not isinstance(step, Step):
        return _gave(step, "Step(state, events)")
    if isinstance(game.State, type) and not isinstance(step.state, game.State):
        return "gave a Step whose state is a " + _gave(step.state, f"Step({_name(game.State)}, events)")[5:]
    for told in step.events:
        if not isinstance(told, Told):
            return f"told {told!r}; wrap each event: Told(event)"
        for event in (told.public, *told.secret.values()):
            if event is not None and not isinstance(event, Event):
                return f"told {event!r}, which is not an Event"
        if not all(isinstance(seat, int) for seat in told.secret):
            return f"told a secret to {sorted(map(str, told.secret))}; its keys are seat numbers"
    if step.refused is not None and not isinstance(step.refused, Refused):
        return f"gave {step.refused!r} as `refused`; make it a Refused"
    return "" if step.touched is None else _seats(step.touched).replace("gave", "gave as `touched`", 1)


def _seats(answer: Any) -> str:
    if not isinstance(answer, Collection) or isinstance(answer, str):
        return _gave(answer, "a list of seats")
    strange = [seat for seat in answer if not isinstance(seat, int) or isinstance(seat, bool)]
    return f"gave {strange!r} among its seats; seats are numbers" if strange else ""


def _wake(answer: Any) -> str:
    if not isinstance(answer, Wake | None):
        return _gave(answer, "Wake(at, WakeUp(...)), or None")
    if answer is not None and (type(answer.at) is not int or not isinstance(answer.action, WakeUp)):
        return f"gave {answer!r}; `at` is a whole number of ms of the game's clock, `action` a WakeUp"
    return ""


def _plan(plan: Plan[Any]) -> str:
    if type(plan.think_ms) is not int:
        return f"thinks for {plan.think_ms!r} ms; give a whole number"
    if plan.deadline is not None and type(plan.deadline) is not int:
        return f"has the deadline {plan.deadline!r}; give a whole number of ms of the game's clock, or None"
    return "" if isinstance(plan.memory, bytes) else f"remembers {plan.memory!r}; memory is bytes"


def _gave(answer: Any, wanted: str) -> str:
    return f"gave {'None' if answer is None else f'a {type(answer).__name__}'}; give {wanted}"


def _name(kind: Any) -> str:
    return str(getattr(kind, "__name__", kind))
