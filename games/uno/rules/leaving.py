"""Leaving, being kicked, being away and coming back (uno.md 16)."""

from __future__ import annotations

from games.api import Refused, SeatKicked, SeatLeft, SeatTaken
from games.uno.events import BotTakeover, PlayerKicked, PlayerLeft, SeatReclaimed
from games.uno.state import AFK, BOT, CHOOSE_COLOR, HUMAN, MATCH_END, ROUND_END, TURN, State
from games.uno.words import Reason

from .piles import end_vulnerability
from .round_end import end_match
from .seats import active_count, active_seats, is_active, next_seat
from .step_context import Act
from .turns import begin_turn, watch_absence


def leave(act: Act, action: SeatLeft | SeatKicked) -> None:
    """The owner of a seat leaves for good; `leavePolicy` says what follows."""
    s, o = act.s, act.o
    seat = action.seat
    if not is_active(s, seat) or s.left >> seat & 1:
        raise Refused("NOT_A_PLAYER")
    if s.phase != MATCH_END and o.leave_policy == "forbid":
        raise Refused("LEAVE_FORBIDDEN")
    s.left |= 1 << seat
    act.touched.add(seat)
    act.tell(PlayerKicked(seat) if isinstance(action, SeatKicked) else PlayerLeft(seat))
    if s.phase == MATCH_END:
        return
    if o.leave_policy == "drop":
        _drop(act, seat)
    elif s.seats[seat] == HUMAN:
        s.seats[seat] = AFK
        act.tell(BotTakeover(seat))


def _drop(act: Act, seat: int) -> None:
    """The seat is out of the match; its hand goes to the bottom of the draw pile in hand order."""
    s = act.s
    act.everybody = True
    s.dropped |= 1 << seat
    s.deck[:0] = reversed(s.hands[seat])
    s.hands[seat] = []
    s.flags.pop(seat, None)
    if s.vulnerable == seat:
        end_vulnerability(act)
    on_turn = s.phase != ROUND_END and s.current == seat
    if on_turn:  # their debt and their card's effect are void
        s.pending = 0
        s.wd4 = None
        s.called = s.played = False
    if active_count(s) == 1:
        end_match(act, active_seats(s), Reason.abandoned)
    elif on_turn:
        begin_turn(act, next_seat(s, seat), CHOOSE_COLOR if s.phase == CHOOSE_COLOR else TURN)


def reclaim(act: Act, seat: int) -> None:
    """The owner is back: the bot returns the seat to them, and their timeouts are forgotten."""
    s = act.s
    s.seats[seat] = HUMAN
    s.timeouts.pop(seat, None)
    act.touched.add(seat)
    act.tell(SeatReclaimed(seat))


def take_over(act: Act, action: SeatTaken) -> None:
    """Somebody else takes over this seat."""
    s = act.s
    seat = action.seat
    if not is_active(s, seat) or s.phase == MATCH_END:
        raise Refused("INVALID_TARGET")
    s.left &= ~(1 << seat)
    s.away &= ~(1 << seat)
    if action.by == "human":
        reclaim(act, seat)
    else:
        s.seats[seat] = BOT
        act.touched.add(seat)
        act.tell(BotTakeover(seat))


def presence(act: Act, seat: int, away: bool) -> None:
    """A connection was lost or came back. Being away is not leaving: the seat stays, and its timers run."""
    s = act.s
    if not is_active(s, seat):
        return
    s.away = s.away | 1 << seat if away else s.away & ~(1 << seat)
    if seat == s.current and s.phase < ROUND_END:
        watch_absence(act)


def autopilot(s: State) -> list[int]:
    """Seats of people that a bot plays: absent too long, or gone for good."""
    if s.phase == MATCH_END:
        return []
    return [seat for seat, who in enumerate(s.seats) if who == AFK and not s.dropped >> seat & 1]
