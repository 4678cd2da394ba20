"""Putting a player on turn, and how long they have (uno.md 5.1, 7, 15.1)."""

from __future__ import annotations

from typing import Final

from games.uno.cards import AMOUNT, TYPE, WILD_DRAW_FOUR
from games.uno.events import DrawPending, SkipReason, TurnPassed, TurnSkipped, TurnStarted
from games.uno.state import ARMED, HUMAN, PENDING_DRAW, TURN
from games.uno.words import PHASES

from .seats import next_seat
from .step_context import Act

LEAST_LEFT_MS: Final = 5000
"""A player who has acted has at least this long to end their turn (uno.md 15.1)."""
ABSENT_MS: Final = 60_000
"""With unlimited time an absent player loses their turn after this (uno.md 16)."""


def begin_turn(act: Act, seat: int, phase: int = TURN) -> None:
    """Put this seat on turn: a new turn number, fresh time."""
    s = act.s
    new_turn_number(act, seat)
    s.phase = phase
    start_time(act)
    act.tell(TurnStarted(seat, s.turn, PHASES[phase], s.deadline or None))


def new_turn_number(act: Act, seat: int) -> None:
    """Clear everything that belonged to the previous turn."""
    s = act.s
    act.touched.add(s.current)
    act.touched.add(seat)
    s.turn += 1
    s.current = seat
    s.drawn = -1
    s.called = s.played = False
    s.violations = s.failed_catches = 0
    if s.out_of_turn:
        s.out_of_turn = {}
    lapse_armed(act)


def lapse_armed(act: Act) -> None:
    """With `unoCallTiming` `before` a call does not outlast the turn (uno.md 10.1)."""
    s = act.s
    if s.flags and act.o.uno_call_timing == "before":
        act.touched.update(s.flags)
        s.flags = {p: flag for p, flag in s.flags.items() if flag != ARMED}


def start_time(act: Act) -> None:
    """Start the time for the decision that begins now."""
    s, o = act.s, act.o
    seconds = o.challenge_seconds if s.phase == PENDING_DRAW and can_challenge(act) else o.turn_seconds
    s.deadline = act.now + seconds * 1000 if seconds else 0
    watch_absence(act)


def leave_time(act: Act) -> None:
    """The turn continues after an action: its deadline stays, but at least five seconds remain."""
    s = act.s
    if s.deadline:
        s.deadline = max(s.deadline, act.now + LEAST_LEFT_MS)


def watch_absence(act: Act) -> None:
    """With unlimited time, wait only for a minute for an absent player."""
    s = act.s
    waits = s.away and not s.deadline and s.away >> s.current & 1 and s.seats[s.current] == HUMAN
    s.absent_until = act.now + ABSENT_MS if waits else 0


def can_challenge(act: Act) -> bool:
    """May the victim in `pendingDraw` challenge (uno.md 7, 11)?"""
    return act.s.wd4 is not None and act.o.wd4_challenge


def victim_decides(act: Act, card: int) -> bool:
    """Does this draw card open `pendingDraw`? Never depends on the victim's hand (uno.md 7)."""
    return act.o.stack_draw_cards or (TYPE[card] == WILD_DRAW_FOUR and act.o.wd4_challenge)


def begin_pending(act: Act, victim: int) -> None:
    """The victim decides whether to take, stack or challenge."""
    s = act.s
    act.tell(DrawPending(victim, s.pending, act.o.stack_draw_cards, can_challenge(act)))
    begin_turn(act, victim, PENDING_DRAW)


def owe(act: Act, card: int) -> None:
    """Add a draw card to the next player's debt."""
    act.s.pending += AMOUNT[card]


def skip(act: Act, seat: int, reason: SkipReason) -> None:
    """This player loses their turn; the next player is on turn."""
    act.tell(TurnSkipped(seat, reason))
    begin_turn(act, next_seat(act.s, seat))


def pass_turn(act: Act) -> None:
    """The current player's turn ends without a play."""
    s = act.s
    act.tell(TurnPassed(s.current))
    begin_turn(act, next_seat(s, s.current))
