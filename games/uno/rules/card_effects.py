"""The effects of a played card on the others (uno.md 8.3)."""

from __future__ import annotations

from games.uno.cards import DRAW_TWO, NUMBER, REVERSE, SKIP, TYPE, WILD, Card
from games.uno.events import DirectionChanged, DrawReason, SkipReason

from .piles import draw_cards
from .seats import active_count, next_seat
from .step_context import Act
from .turns import begin_pending, begin_turn, owe, skip, victim_decides


def resolve_effect(act: Act, seat: int, card: Card) -> None:
    """Determine who is on turn now, who is skipped and who draws."""
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
