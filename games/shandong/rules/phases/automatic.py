"""Acts for a seat whose time is up or that is on auto (shandong.md 15.2)."""

from __future__ import annotations

from games.api import Seat
from games.shandong.rules.cards import ID_ORDER, POINTS
from games.shandong.rules.construct import construct_follow
from games.shandong.rules.keep_values import cheapest_bury
from games.shandong.rules.trumps import Trumps, is_card_trump
from games.shandong.state import Phase, State

from .awaiting import WINDOWS
from .burying import bury_cards
from .course import Course
from .declaring import give_up
from .playing import lead_choice, lead_of, play_cards
from .rounds import make_ready


def act_for(state: State, seat: Seat, course: Course) -> None:
    """Act for an awaited seat as 15.2 says."""
    if state.phase in WINDOWS:
        give_up(state, seat, course)
    elif state.phase is Phase.bottom:
        bury_cards(state, suggested_bury(state, seat), course)
    elif state.phase is Phase.playing:
        play_cards(state, seat, automatic_play(state, seat), course)
    elif state.phase is Phase.throw_choice:
        lead_choice(state, 0, course)
    elif state.phase is Phase.round_end:
        make_ready(state, seat, course)


def automatic_play(state: State, seat: Seat) -> tuple[int, ...]:
    lead = lead_of(state)
    hand = state.round.hands[seat]
    if lead is None:
        return (lowest_lead(hand, state.trumps),)
    return construct_follow(lead, hand, state.trumps)


def lowest_lead(hand: list[int], trumps: Trumps) -> int:
    """The lowest plain card, or the lowest trump if there is none."""
    plain = [c for c in hand if not is_card_trump(c, trumps)]
    return min(plain or hand, key=lambda c: (POINTS[c], trumps.values[c], ID_ORDER[c]))


def knows_trump(state: State, seat: Seat) -> bool:
    """May this seat know the trump suit (10.4, 11)?"""
    this = state.round
    if this.trump_holder is None:
        return False
    if this.revealed or state.rules.open_declare or seat == this.trump_holder:
        return True
    return this.stick is not None and seat == this.stick.seat and not this.counters


def trumps_known_to(state: State, seat: Seat) -> Trumps:
    """Trumps as this seat may see them (3)."""
    return state.trumps if knows_trump(state, seat) else state.dark_trumps


def suggested_bury(state: State, seat: Seat) -> tuple[int, ...]:
    return cheapest_bury(state.round.hands[seat], trumps_known_to(state, seat))
