"""Playing a card (uno.md 8). `card_effects.py` has its effects on the others."""

from __future__ import annotations

from games.uno.cards import (
    COLOR,
    COLOR_WORDS,
    COLORLESS,
    TYPE,
    WILD_DRAW_FOUR,
    Card,
)
from games.uno.events import CardPlayed, DrawReason, JumpedIn
from games.uno.state import ARMED, TURN_END, Last, Wd4
from games.uno.words import Did

from .calls import call_for_this_turn, close_window, settle_obligation
from .card_effects import resolve_effect
from .matching import holds_color
from .moving_hands import move_hands
from .piles import draw_cards
from .round_end import go_out
from .step_context import Act
from .turns import leave_time, new_turn_number

_PLAYED = int(Did.PLAY_CARD)


def play_card(act: Act, seat: int, card: Card, color: int, target: int, uno: bool) -> None:
    """Carry out an accepted play; the numbers are the steps of uno.md 8.2. `color`: the one chosen, or COLORLESS."""
    s, o = act.s, act.o
    close_window(act)  # 1
    jump_in = seat != s.current
    if jump_in:  # 2
        act.tell(JumpedIn(seat))
        new_turn_number(act, seat)
    before = s.color  # 3
    hand = s.hands[seat]
    hand.remove(card)
    s.discard.append(card)
    if COLOR[card] != COLORLESS:
        s.color = COLOR[card]
    elif color != COLORLESS:
        s.color = color
    s.top_by = seat
    s.drawn = -1
    s.empty_draws = 0
    if s.free_pass:
        s.free_pass &= ~(1 << seat)
    called = s.flags.pop(seat, 0) == ARMED if s.flags else False
    act.touched.add(seat)
    s.wd4 = None
    if TYPE[card] == WILD_DRAW_FOUR and o.wd4_challenge:  # 4
        s.wd4 = Wd4(seat, hand.copy(), before, holds_color(hand, before))
    s.last = Last(_PLAYED, seat, card)
    act.tell(CardPlayed(seat, card, COLOR_WORDS[s.color], len(hand), jump_in))  # 5
    if not hand:  # 6
        go_out(act, seat, card)
        return
    if o.explicit_end_turn:  # 7
        s.phase = TURN_END
        s.played = True
        leave_time(act)
        if uno and not s.called:  # uno.md 10.6
            call_for_this_turn(act)
        return
    if o.seven_swap or o.zero_rotate:  # 8
        move_hands(act, seat, card, target)
    forgot = settle_obligation(act, seat, called or uno)  # 9
    resolve_effect(act, seat, card)  # 10
    if forgot:
        draw_cards(act, seat, o.draw_penalty, DrawReason.uno_bypass)
