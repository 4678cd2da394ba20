"""Calling UNO, forgetting to, and being caught (uno.md 10)."""

from __future__ import annotations

from typing import Final

from games.api import Refused
from games.uno.events import DrawReason, UnoCalled, UnoCatchFailed, UnoCaught
from games.uno.options import Options
from games.uno.state import ARMED, CALLED, DRAWN, NOBODY, TURN, TURN_END, State

from .piles import RACE_MS, draw_cards, end_vulnerability
from .seats import is_active
from .step_context import NOTHING, Act, Answer

UNO_CARDS: Final = 2
"""A player may call UNO with this many cards, or with the last one (uno.md 10.2)."""
CATCHES: Final = ("catch", "windowAuto")
"""The settings under which a missing call may be challenged (uno.md 10.5)."""


def close_window(act: Act) -> None:
    """The UNO window closes; under `windowAuto`, a player who is still vulnerable pays (uno.md 10.4)."""
    seat = act.s.vulnerable
    if seat == NOBODY:
        return
    end_vulnerability(act)
    if act.o.uno_enforcement == "windowAuto":
        draw_cards(act, seat, act.o.draw_penalty, DrawReason.uno_bypass)


def call_refusal(s: State, o: Options, seat: int) -> str:
    """Why this seat may not call UNO now; empty if it may (uno.md 10.2, 10.6)."""
    if o.uno_enforcement == "endTurn":  # once per turn, whatever the hand; judged at the end of the turn
        if seat != s.current or s.phase not in (TURN, DRAWN, TURN_END):
            return "INVALID_UNO_CALL"
        return "UNO_ALREADY_CALLED" if s.called else ""
    cards = len(s.hands[seat])
    if o.uno_call_timing == "before":
        fits = cards == UNO_CARDS and seat == s.current
        fits = fits or (cards == 1 and seat in s.flags)  # that case has its own answer
    else:
        fits = 0 < cards <= UNO_CARDS
    if not fits:
        return "INVALID_UNO_CALL"
    return "UNO_ALREADY_CALLED" if seat in s.flags else ""


def call_uno(act: Act, seat: int) -> Answer:
    """`CALL_UNO`: with one card it protects, with two it arms."""
    s = act.s
    refusal = call_refusal(s, act.o, seat)
    if refusal:
        raise Refused(refusal)
    if act.o.uno_enforcement == "endTurn":
        call_for_this_turn(act)
        return NOTHING
    mark(act, seat, ARMED if len(s.hands[seat]) == UNO_CARDS else CALLED)
    if s.vulnerable == seat:
        end_vulnerability(act)
    return NOTHING


def call_for_this_turn(act: Act) -> None:
    """`endTurn`: the current player has called."""
    act.s.called = True
    act.touched.add(act.s.current)
    act.tell(UnoCalled(act.s.current))


def mark(act: Act, seat: int, flag: int) -> None:
    """Set an UNO flag; flags are kept in the order of calling."""
    s = act.s
    s.flags.pop(seat, None)
    s.flags[seat] = flag
    act.touched.add(seat)
    act.tell(UnoCalled(seat))


def settle_obligation(act: Act, seat: int, called: bool) -> bool:
    """Judge the hand after a play (uno.md 10.3). True: they forgot and pay at the end of the action (`auto`)."""
    s = act.s
    if len(s.hands[seat]) != 1:
        return False
    if called:
        mark(act, seat, CALLED)
        return False
    enforcement = act.o.uno_enforcement
    if enforcement in CATCHES:
        s.vulnerable, s.since = seat, act.now
        act.everybody = True
        return False
    return enforcement == "auto"


def check_end_of_turn(act: Act) -> None:
    """`endTurn`: a wrong or missing call costs cards (uno.md 10.6)."""
    s = act.s
    if act.o.uno_enforcement != "endTurn":
        return
    one = len(s.hands[s.current]) == 1
    if (s.called and not one) or (s.played and one and not s.called):
        draw_cards(act, s.current, act.o.draw_penalty, DrawReason.uno_end_turn)


def catch(act: Act, seat: int, target: object) -> Answer:
    """`CHALLENGE_UNO`: accuse a player of a missing call (uno.md 10.5)."""
    s, o = act.s, act.o
    if o.uno_enforcement not in CATCHES or target == seat or not is_active(s, target):
        raise Refused("INVALID_CHALLENGE")
    assert isinstance(target, int)
    if s.vulnerable == target:
        early = s.since + o.uno_grace_ms - act.now
        if early > 0:
            raise Refused("CATCH_TOO_EARLY", retryAfter=early)
        end_vulnerability(act)
        act.tell(UnoCaught(target, seat))
        draw_cards(act, target, o.draw_penalty, DrawReason.uno_caught)
        return {"success": True}
    if o.catch_fail_penalty == 0 or _lost_a_race(act, target) or s.failed_catches >> seat & 1:
        raise Refused("INVALID_CHALLENGE")
    s.failed_catches |= 1 << seat
    act.tell(UnoCatchFailed(seat, target))
    draw_cards(act, seat, o.catch_fail_penalty, DrawReason.catch_failed)
    return {"success": False}


def _lost_a_race(act: Act, target: int) -> bool:
    ended = act.s.window_ended.get(target)
    return ended is not None and act.o.uno_grace_ms > 0 and act.now - ended < RACE_MS
