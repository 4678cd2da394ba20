"""The wild draw four challenge (uno.md 11)."""

from __future__ import annotations

from typing import Final

from games.api import Refused
from games.uno.cards import COLOR_WORDS
from games.uno.events import DrawReason, HandRevealed, SkipReason, TurnStarted, Wd4Challenged
from games.uno.state import PENDING_DRAW, TURN, Last
from games.uno.words import PHASES, Did

from .calls import close_window
from .piles import draw_cards
from .seats import is_active
from .step_context import Act, Answer
from .turns import can_challenge, skip, start_time

LOST_CHALLENGE: Final = 2
"""The cost of challenging an innocent player, on top of the cards owed."""


def challenge(act: Act, seat: int) -> Answer:
    """`CHALLENGE_WD4` by the victim: the accused or the challenger draws."""
    s = act.s
    accused = s.wd4
    if s.phase != PENDING_DRAW or accused is None or not can_challenge(act):
        raise Refused("CHALLENGE_NOT_ALLOWED")
    close_window(act)
    amount, s.pending = s.pending, 0
    s.wd4 = None
    s.free_pass &= ~(1 << seat)
    s.last = Last(Did.CHALLENGE_WD4, seat)
    if act.o.challenge_reveal == "private":
        act.whisper(None, {seat: HandRevealed(accused.by, accused.hand, COLOR_WORDS[accused.color])})
    act.tell(Wd4Challenged(seat, accused.by, accused.guilty))
    if accused.guilty:
        if is_active(s, accused.by):
            draw_cards(act, accused.by, amount, DrawReason.challenge_guilty)
        s.phase = TURN  # a normal turn with the same number and fresh time
        act.touched.add(seat)
        start_time(act)
        act.tell(TurnStarted(seat, s.turn, PHASES[TURN], s.deadline or None))
    else:
        draw_cards(act, seat, amount + LOST_CHALLENGE, DrawReason.challenge_failed)
        skip(act, seat, SkipReason.challenge)
    return {"guilty": accused.guilty}
