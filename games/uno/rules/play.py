"""Playing a card and its effect (uno.md 8)."""

from __future__ import annotations

from games.uno.cards import (
    COLOR,
    COLOR_WORDS,
    COLORLESS,
    DRAW_TWO,
    NUMBER,
    REVERSE,
    SKIP,
    TYPE,
    WILD,
    WILD_DRAW_FOUR,
    Card,
)
from games.uno.events import CardPlayed, DirectionChanged, DrawReason, JumpedIn, SkipReason
from games.uno.state import ARMED, TURN_END, Last, Wd4
from games.uno.words import Did

from .act import Act
from .calls import call_for_this_turn, close_window, settle_obligation
from .matching import holds_color
from .moving_hands import move_hands
from .piles import draw_cards
from .scoring import go_out
from .seats import active_count, next_seat
from .turns import begin_pending, begin_turn, leave_time, new_turn_number, owe, skip, victim_decides

_PLAYED = int(Did.PLAY_CARD)


def play_card(act: Act, seat: int, card: Card, color: int, target: int, uno: bool) -> None:
    """An accepted play, step by step (uno.md 8.2). `color`: chosen for a wild, or COLORLESS if none was."""
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


def resolve_effect(act: Act, seat: int, card: Card) -> None:
    """Who is on turn now, and what befalls whom (uno.md 8.3)."""
    s = act.s
    kind = TYPE[card]
    if kind in (NUMBER, WILD):
        begin_turn(act, next_seat(s, seat))
    elif kind == SKIP:
        skip(act, next_seat(s, seat), SkipReason.skip)
    elif kind == REVERSE:
        s.direction = -s.direction
        act.tell(DirectionChanged(s.direction))
        if active_count(s) == 2:
            skip(act, next_seat(s, seat), SkipReason.reverse)
        else:
            begin_turn(act, next_seat(s, seat))
    else:
        owe(act, card)
        victim = next_seat(s, seat)
        if victim_decides(act, card):
            begin_pending(act, victim)
        else:
            amount, s.pending = s.pending, 0
            if kind == DRAW_TWO:
                draw_cards(act, victim, amount, DrawReason.draw_two)
                skip(act, victim, SkipReason.draw_two)
            else:
                draw_cards(act, victim, amount, DrawReason.wild_draw_four)
                skip(act, victim, SkipReason.wild_draw_four)
