"""Deadlines, and their consequences (uno.md 15, 10.4, 16)."""

from __future__ import annotations

from games.api import Wake, WakeUp
from games.uno.cards import COLOR, COLOR_WORDS, COLORLESS, commonest_color
from games.uno.events import BotTakeover, ColorChosen, DrawReason, TurnStarted, TurnTimeout
from games.uno.options import unpack
from games.uno.state import (
    AFK,
    CHOOSE_COLOR,
    DRAWN,
    HUMAN,
    MATCH_END,
    NOBODY,
    PENDING_DRAW,
    ROUND_END,
    TURN,
    TURN_END,
    Last,
    State,
)
from games.uno.words import PHASES, Did

from .calls import check_end_of_turn, close_window
from .drawing import end_turn, take_pending
from .matching import is_compulsory
from .moving_hands import swap_target
from .piles import draw_cards
from .play import play_card
from .round_end import count_empty_draw
from .round_start import next_round
from .seats import next_seat
from .step_context import Act
from .turns import pass_turn, start_time

LATE_MS = 1000
"""This soon after losing a turn to a timeout, an action is late rather than out of turn (uno.md 5.3)."""

TIMEOUT, ABSENT, WINDOW = "timeout", "absent", "window"


def wake(s: State) -> Wake | None:
    """The next deadline: of an open UNO window, of the decision, or of the wait for an absent player."""
    if s.phase == MATCH_END:
        return None
    best: Wake | None = None
    if s.deadline or s.phase == ROUND_END:
        best = Wake(s.deadline, WakeUp(TIMEOUT, s.deadline))
    if s.absent_until and (best is None or s.absent_until < best.at):
        best = Wake(s.absent_until, WakeUp(ABSENT, s.absent_until))
    if s.vulnerable != NOBODY:
        gap = unpack(s.options).turn_gap_ms
        if gap and (best is None or s.since + gap <= best.at):
            best = Wake(s.since + gap, WakeUp(WINDOW, s.since))
    return best


def wake_up(act: Act, action: WakeUp) -> None:
    """A time has come; one that no longer fits is dropped (uno.md 5.2)."""
    s = act.s
    if action.what == WINDOW:
        if s.vulnerable != NOBODY and action.number == s.since:
            close_window(act)
    elif action.what == TIMEOUT:
        if s.phase != MATCH_END and action.number == s.deadline:
            time_out(act)
    elif action.what == ABSENT and s.absent_until and action.number == s.absent_until:
        time_out(act)


def time_out(act: Act) -> None:
    """The time for the decision is up (uno.md 15.2)."""
    s, o = act.s, act.o
    if s.phase == ROUND_END:
        next_round(act)
        return
    seat, phase = s.current, s.phase
    if phase in (TURN, PENDING_DRAW):
        close_window(act)
    act.tell(TurnTimeout(seat, PHASES[phase]))
    _count(act, seat)
    s.last = Last(Did.TIMEOUT, seat)
    if phase == CHOOSE_COLOR:
        choose_color(act, seat, commonest_color(s.hands[seat]))
        return
    s.timed_out = {p: t for p, t in s.timed_out.items() if act.now - t < LATE_MS}
    s.timed_out[seat] = act.now
    if phase == TURN:
        count = s.last.count = draw_cards(act, seat, o.timeout_draw, DrawReason.timeout)
        if o.timeout_draw and not count and count_empty_draw(act):
            return
        check_end_of_turn(act)
        pass_turn(act)
    elif phase == PENDING_DRAW:
        s.last.count = take_pending(act)
    elif phase == DRAWN and is_compulsory(s, o, seat):
        _play_drawn(act, seat)
    else:
        end_turn(act)


def _count(act: Act, seat: int) -> None:
    """After enough consecutive timeouts a bot takes the seat (uno.md 16)."""
    s = act.s
    if s.seats[seat] != HUMAN:
        return
    s.timeouts[seat] = s.timeouts.get(seat, 0) + 1
    if 0 < act.o.afk_timeouts <= s.timeouts[seat]:
        s.seats[seat] = AFK
        act.touched.add(seat)
        act.tell(BotTakeover(seat))


def _play_drawn(act: Act, seat: int) -> None:
    """Play a compulsory card: colour and swap target as uno.md 15.2 says, without an UNO call."""
    s = act.s
    card = s.drawn
    color = COLORLESS
    if COLOR[card] == COLORLESS:
        color = commonest_color([c for c in s.hands[seat] if c != card])
    target = swap_target(act, seat, card, next_seat(s, seat))
    play_card(act, seat, card, color, target, uno=False)
    if s.phase == TURN_END:
        end_turn(act)


def choose_color(act: Act, seat: int, color: int) -> None:
    """The wild that opened the round gets its colour; then a normal turn follows with the same number (uno.md 6.3)."""
    s = act.s
    s.color = color
    s.phase = TURN
    act.touched.add(seat)
    act.tell(ColorChosen(seat, COLOR_WORDS[color]))
    start_time(act)
    act.tell(TurnStarted(seat, s.turn, PHASES[TURN], s.deadline or None))
