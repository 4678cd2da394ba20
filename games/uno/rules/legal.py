"""The legal actions of a seat (uno.md 17, `legalActions`), and the seats that the game waits for."""

from __future__ import annotations

from typing import Final

from games.uno.cards import COLOR, COLORLESS, VALUE, Card
from games.uno.options import Options, unpack
from games.uno.state import CHOOSE_COLOR, DRAWN, MATCH_END, NOBODY, PENDING_DRAW, ROUND_END, TURN, TURN_END, State
from games.uno.views.types import LegalAction
from games.uno.words import Did

from .calls import call_refusal
from .matching import all_playable, allowed, can_jump_in, is_bluff, is_compulsory, is_last_card, playable, stackable
from .round_start import awaited
from .seats import active_seats, is_active

_DRAW: Final = LegalAction(Did.DRAW_CARD)
_SKIP: Final = LegalAction(Did.SKIP_TURN)
_CALL: Final = LegalAction(Did.CALL_UNO)
_CHALLENGE: Final = LegalAction(Did.CHALLENGE_WD4)
_CHOOSE: Final = LegalAction(Did.CHOOSE_COLOR)
_READY: Final = LegalAction(Did.READY_NEXT)
_PLAYS: Final = [LegalAction(Did.PLAY_CARD, card) for card in range(len(COLOR))]
"""Plays that need no further choice."""


def legal_actions(s: State, o: Options, seat: int) -> list[LegalAction]:
    """The actions that the game would accept from this seat now, in the order of uno.md 17."""
    phase = s.phase
    if phase >= ROUND_END:
        return [_READY] if phase == ROUND_END and seat in awaited(s) else []
    if not is_active(s, seat):
        return []
    actions = [_play(s, o, seat, card) for card in _playable_cards(s, o, seat)]
    on_turn = seat == s.current
    if on_turn:
        if phase in (TURN, PENDING_DRAW):
            actions.append(_DRAW)
        elif phase == TURN_END or (phase == DRAWN and not is_compulsory(s, o, seat)):
            actions.append(_SKIP)
    if not call_refusal(s, o, seat):
        actions.append(_CALL)
    if on_turn:
        if phase == PENDING_DRAW and s.wd4 is not None:
            actions.append(_CHALLENGE)
        elif phase == CHOOSE_COLOR:
            actions.append(_CHOOSE)
    if s.vulnerable not in (NOBODY, seat):
        actions.append(LegalAction(Did.CHALLENGE_UNO, targetPlayerId=s.vulnerable))
    return actions


def _playable_cards(s: State, o: Options, seat: int) -> list[Card]:
    """The playable cards in hand order; for a player who is not on turn, their jump-ins."""
    hand = s.hands[seat]
    if seat != s.current:
        return [c for c in hand if can_jump_in(s, o, seat, c)] if o.jump_in and s.phase == TURN else []
    phase = s.phase
    if phase == TURN:
        return all_playable(s, o, seat)
    if phase == DRAWN:
        return [s.drawn] if playable(s, o, seat, s.drawn) else []
    if phase == PENDING_DRAW:
        return [c for c in hand if stackable(s, o, c) and allowed(s, o, seat, c)]
    return []


def _play(s: State, o: Options, seat: int, card: Card) -> LegalAction:
    if COLOR[card] != COLORLESS and not o.seven_swap:
        return _PLAYS[card]
    last = is_last_card(s, o, seat)
    targets = []
    if o.seven_swap and VALUE[card] == 7 and not last:
        targets = [p for p in active_seats(s) if p != seat]
    return LegalAction(
        Did.PLAY_CARD,
        card,
        COLOR[card] == COLORLESS and not last,
        len(targets) > 1,
        targets,
        bluff=is_bluff(s, o, seat, card) or None,
    )


def to_act(s: State) -> list[int]:
    """The seats that the game waits for: the player on turn; between rounds, the people who are not ready."""
    if s.phase == MATCH_END:
        return []
    return awaited(s) if s.phase == ROUND_END else [s.current]


def may_act(s: State) -> list[int]:
    """The seats that could do something: on turn, jump in, call UNO, catch, use up a free pass."""
    if s.phase == MATCH_END:
        return []
    o = unpack(s.options)
    # READY_NEXT twice is not a mistake; an unjustified catch costs cards, but is not refused.
    if s.phase == ROUND_END or o.catch_fail_penalty:
        return active_seats(s)
    return [
        seat
        for seat in active_seats(s)
        if seat == s.current
        or s.vulnerable not in (NOBODY, seat)
        or s.free_pass >> seat & 1
        or not call_refusal(s, o, seat)
        or _playable_cards(s, o, seat)
    ]
