"""Drawing by choice, taking pending cards, keeping and passing (uno.md 9.3 to 9.5, 12.6)."""

from __future__ import annotations

from games.uno.cards import DRAW_TWO, TYPE, Card
from games.uno.events import DrawReason, SkipReason
from games.uno.state import DRAWN, NO_CARD, PENDING_DRAW, TURN_END, Last
from games.uno.words import Did

from .calls import check_end_of_turn, close_window
from .card_effects import resolve_effect
from .matching import playable
from .piles import draw_cards, next_card, take
from .round_end import count_empty_draw
from .step_context import NOTHING, Act, Answer
from .turns import leave_time, pass_turn, skip


def draw(act: Act, seat: int) -> Answer:
    """`DRAW_CARD`: take the cards owed, or draw by choice."""
    s = act.s
    s.free_pass &= ~(1 << seat)
    close_window(act)
    if s.phase == PENDING_DRAW:
        count = take_pending(act)
        s.last = Last(Did.DRAW_CARD, seat, NO_CARD, count)
        s.free_pass |= 1 << seat  # uno.md 9.4
        return {"drawn": count}
    return {"drawn": _draw_by_choice(act, seat)}


def _draw_by_choice(act: Act, seat: int) -> int:
    s, o = act.s, act.o
    cards = _cards_for_choice(act, seat)
    take(act, seat, cards, len(cards) if o.draw_until_playable else 1, DrawReason.turn)
    s.last = Last(Did.DRAW_CARD, seat, NO_CARD, len(cards))
    act.touched.add(seat)
    if not cards:
        if not count_empty_draw(act):
            _nothing_drawn(act, seat)
    elif o.explicit_end_turn or playable(s, o, seat, cards[-1]):
        s.phase = DRAWN
        s.drawn = cards[-1]
        leave_time(act)
    else:
        s.free_pass |= 1 << seat
        pass_turn(act)
    return len(cards)


def _cards_for_choice(act: Act, seat: int) -> list[Card]:
    """One card, or with draw-to-match as many as it takes (uno.md 12.6)."""
    s, o = act.s, act.o
    cards: list[Card] = []
    while (card := next_card(act)) != NO_CARD:
        cards.append(card)
        if not o.draw_until_playable:
            break
        s.hands[seat].append(card)  # judged as part of the hand
        fits = playable(s, o, seat, card)
        s.hands[seat].pop()
        if fits:
            break
    return cards


def _nothing_drawn(act: Act, seat: int) -> None:
    """Both piles are empty: the draw is a pass (uno.md 9.5)."""
    if act.o.explicit_end_turn:
        act.s.phase = TURN_END
        leave_time(act)
    else:
        act.s.free_pass |= 1 << seat
        pass_turn(act)


def take_pending(act: Act) -> int:
    """The victim takes the cards that they owe and is skipped. Returns how many there were."""
    s = act.s
    amount, s.pending = s.pending, 0
    s.wd4 = None
    count = draw_cards(act, s.current, amount, pending_reason(act))
    skip(act, s.current, SkipReason.draw)
    return count


def pending_reason(act: Act) -> DrawReason:
    """Why the cards of a +2 or +4 are drawn (uno.md 18)."""
    if act.o.stack_draw_cards:
        return DrawReason.stack
    return DrawReason.draw_two if TYPE[act.s.discard[-1]] == DRAW_TWO else DrawReason.wild_draw_four


def keep(act: Act, seat: int) -> Answer:
    """`SKIP_TURN`: keep the drawn card, or end an explicit turn."""
    act.s.last = Last(Did.SKIP_TURN, seat)
    end_turn(act)
    return NOTHING


def end_turn(act: Act) -> None:
    """The end of a turn in `drawn` or `turnEnd`: the check of 10.6, then the effect of the card, if one was played."""
    s = act.s
    check_end_of_turn(act)
    if s.played:
        resolve_effect(act, s.current, s.discard[-1])
    else:
        pass_turn(act)
