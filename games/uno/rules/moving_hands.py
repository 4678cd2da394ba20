"""House rules that move whole hands (uno.md 12.3, 12.4)."""

from __future__ import annotations

from games.api import Refused
from games.uno.cards import NUMBER, TYPE, VALUE, Card
from games.uno.events import HandChanged, HandsRotated, HandsSwapped
from games.uno.state import NOBODY

from .matching import is_last_card
from .seats import active_count, active_seats, is_active, next_seat
from .step_context import Act


def swap_target(act: Act, seat: int, card: Card, target: object) -> int:
    """The seat whose hand this play swaps; NOBODY if it swaps none (uno.md 5.3 step 12e)."""
    s, o = act.s, act.o
    if not o.seven_swap or VALUE[card] != 7 or is_last_card(s, o, seat):
        return NOBODY
    if target is None:
        if active_count(s) > 2:
            raise Refused("CHOOSE_TARGET_REQUIRED")
        return next_seat(s, seat)
    if target == seat or not is_active(s, target):
        raise Refused("INVALID_TARGET")
    assert isinstance(target, int)
    return target


def move_hands(act: Act, seat: int, card: Card, target: int) -> None:
    """A 7 swaps, a 0 rotates, if the house plays so."""
    if TYPE[card] != NUMBER:
        return
    if target != NOBODY:
        _swap(act, seat, target)
    elif act.o.zero_rotate and VALUE[card] == 0:
        _rotate(act)


def _swap(act: Act, seat: int, target: int) -> None:
    hands = act.s.hands
    hands[seat], hands[target] = hands[target], hands[seat]
    _hands_moved(act, [seat, target])
    act.tell(HandsSwapped(seat, target, [len(h) for h in hands]))
    _show_new_hands(act, [seat, target])


def _rotate(act: Act) -> None:
    s = act.s
    seats = active_seats(s)
    before = list(s.hands)
    for seat in seats:
        s.hands[next_seat(s, seat)] = before[seat]
    _hands_moved(act, seats)
    act.tell(HandsRotated(s.direction, [len(h) for h in s.hands]))
    _show_new_hands(act, seats)


def _hands_moved(act: Act, seats: list[int]) -> None:
    """uno.md 10.1: clear the flags of all players involved."""
    for seat in seats:
        act.s.flags.pop(seat, None)
    act.touched.update(seats)


def _show_new_hands(act: Act, seats: list[int]) -> None:
    act.whisper(None, {seat: HandChanged(list(act.s.hands[seat])) for seat in seats})
