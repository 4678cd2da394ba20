"""Penalty cards for violations (uno.md 13)."""

from __future__ import annotations

from typing import Final

from games.api import Json, Refused
from games.uno.events import DrawReason
from games.uno.state import PENDING_DRAW

from .calls import close_window
from .drawing import take_pending
from .piles import draw_cards
from .step_context import NOTHING, Act, Answer
from .turns import pass_turn

MOST_FINES: Final = 3
"""The third illegal action ends the turn; out of turn, nobody pays more often than this."""


def illegal(act: Act, seat: int, code: str, **params: Json) -> Answer:
    """A rejection marked in uno.md 5.3: penalised if the options say so; the third one ends the turn."""
    s = act.s
    fine = act.o.illegal_action_penalty
    if not fine:
        raise Refused(code, **params)
    act.refused = Refused(code, penalty=fine, **params)
    s.violations += 1
    third = s.violations == MOST_FINES
    draw_cards(act, seat, fine, DrawReason.illegal_action)
    if third:
        close_window(act)
        if s.phase == PENDING_DRAW:
            take_pending(act)
        else:
            pass_turn(act)
    return NOTHING


def not_your_turn(act: Act, seat: int, charged: bool) -> Answer:
    """Somebody else is on turn; playing, drawing or passing then may cost cards."""
    s = act.s
    fine = act.o.out_of_turn_penalty
    paid = s.out_of_turn.get(seat, 0)
    if not charged or not fine or paid >= MOST_FINES:
        raise Refused("NOT_YOUR_TURN")
    s.out_of_turn[seat] = paid + 1
    act.refused = Refused("NOT_YOUR_TURN", penalty=fine)
    draw_cards(act, seat, fine, DrawReason.out_of_turn)
    return NOTHING
