"""`apply`: who may do what, in the order of validation of uno.md 5.3."""

from __future__ import annotations

from typing import Final, TypeGuard

from games.api import (
    HOST,
    Actor,
    AllReady,
    BotSeat,
    HostAction,
    Refused,
    SeatAway,
    SeatBack,
    SeatKicked,
    SeatLeft,
    SeatTaken,
    Step,
    WakeUp,
)
from games.chance import Chance
from games.uno.actions import (
    ACTIONS,
    Action,
    CallUno,
    CardPayload,
    ChallengeUno,
    ChallengeWd4,
    ChooseColor,
    DrawCard,
    Malformed,
    PlayCard,
    ReadyNext,
    SkipTurn,
)
from games.uno.cards import CARD_BY_ID, COLOR, COLOR_BY_NAME, COLORLESS, NUMBER, TYPE, WILD_DRAW_FOUR, Card
from games.uno.options import unpack
from games.uno.state import AFK, CHOOSE_COLOR, DRAWN, MATCH_END, NOBODY, PENDING_DRAW, ROUND_END, TURN, TURN_END, State

from .calls import call_uno, catch
from .challenge import challenge
from .drawing import draw, keep
from .leaving import leave, presence, reclaim, take_over
from .matching import allowed, can_jump_in, is_compulsory, is_last_card, matches, stackable, what_fits
from .moving_hands import swap_target
from .penalties import illegal, not_your_turn
from .play import play_card
from .round_start import next_round, ready, skip_the_break
from .seats import is_active
from .step_context import NOTHING, Act, Answer
from .timers import LATE_MS, choose_color, wake_up

_TurnAction = PlayCard | DrawCard | SkipTurn | ChallengeWd4 | ChooseColor
_WHILE_PLAYING: Final = ACTIONS - {ReadyNext}
_RESETS_TIMEOUTS: Final = frozenset((PlayCard, DrawCard, SkipTurn, ChallengeWd4, ChooseColor))


def apply(s: State, actor: Actor, action: Action | Malformed | HostAction, chance: Chance, now: int) -> Step[State]:
    """One action of a seat or of the host."""
    act = Act(s, unpack(s.options), chance, now)
    if actor == HOST:
        _apply_host(act, action)
        return _step(act, NOTHING)
    if s.phase >= ROUND_END:  # 3
        if s.phase == MATCH_END:
            raise Refused("GAME_ENDED")
        if not isinstance(action, ReadyNext):
            raise Refused("ROUND_OVER")
    seat = int(actor)
    if not is_active(s, seat):  # 4
        raise Refused("NOT_A_PLAYER")
    if s.seats[seat] == AFK and not isinstance(actor, BotSeat):
        if s.left >> seat & 1:
            raise Refused("NOT_A_PLAYER")
        reclaim(act, seat)
        try:
            answer = _judge(act, seat, action)
        except Refused as refused:
            act.refused = refused
            answer = NOTHING
    else:
        answer = _judge(act, seat, action)
    if s.timeouts and act.refused is None and type(action) in _RESETS_TIMEOUTS:  # uno.md 16
        s.timeouts.pop(seat, None)
    return _step(act, answer)


def _step(act: Act, answer: Answer) -> Step[State]:
    if act.s.phase == ROUND_END:
        skip_the_break(act)
    return Step(act.s, act.told, answer, act.refused, None if act.everybody else act.touched)


def _apply_host(act: Act, action: Action | Malformed | HostAction) -> None:
    match action:
        case WakeUp():
            wake_up(act, action)
        case SeatLeft() | SeatKicked():
            leave(act, action)
        case SeatTaken():
            take_over(act, action)
        case SeatAway():
            presence(act, action.seat, away=True)
        case SeatBack():
            presence(act, action.seat, away=False)
        case AllReady():
            if act.s.phase == ROUND_END:
                next_round(act)
        case _:
            raise ValueError(f"not a host action: {action!r}")


def _judge(act: Act, seat: int, action: Action | Malformed | HostAction) -> Answer:
    """Steps 5 to 8 of uno.md 5.3: actions that are possible on turn or not."""
    s = act.s
    if not _is_action(action, s.phase):  # 5
        raise Refused("INVALID_ACTION", field=action.field if isinstance(action, Malformed) else "action")
    turn = action.payload.turn
    if turn is not None and (type(turn) is not int or turn != s.turn) and not isinstance(action, CallUno):  # 6
        raise Refused("STALE_ACTION")
    match action:
        case PlayCard() | DrawCard() | ChallengeWd4() | ChooseColor():
            pass
        case ReadyNext():
            return ready(act, seat)
        case CallUno():  # 7
            return call_uno(act, seat)
        case ChallengeUno():
            return catch(act, seat, action.payload.target_player_id)
        case SkipTurn():
            if s.free_pass >> seat & 1 and not (seat == s.current and s.phase in (DRAWN, TURN_END)):  # 8
                s.free_pass &= ~(1 << seat)
                return {"alreadyPassed": True}
    return _judge_out_of_turn(act, seat, action) if seat != s.current else _judge_in_turn(act, seat, action)


def _judge_out_of_turn(act: Act, seat: int, action: _TurnAction) -> Answer:
    """Step 9."""
    lost = act.s.timed_out.get(seat) if act.s.timed_out else None
    if lost is not None and act.now - lost < LATE_MS:
        raise Refused("STALE_ACTION")
    if isinstance(action, PlayCard) and _jumps_in(act, seat, action.payload.card_id):
        return _name_and_play(act, seat, CARD_BY_ID[action.payload.card_id], action.payload)
    return not_your_turn(act, seat, isinstance(action, (PlayCard, DrawCard, SkipTurn)))


def _judge_in_turn(act: Act, seat: int, action: _TurnAction) -> Answer:
    """Steps 10 to 12."""
    s = act.s
    if s.phase == CHOOSE_COLOR:  # 10
        color = COLOR_BY_NAME.get(action.payload.color) if isinstance(action, ChooseColor) else None
        if color is None:
            raise Refused("CHOOSE_COLOR_REQUIRED")
        choose_color(act, seat, color)
        return NOTHING
    match action:
        case PlayCard():
            return _play(act, seat, action.payload)
        case DrawCard():  # 11
            if s.phase == DRAWN:
                raise Refused("ALREADY_DRAWN")
            if s.phase == TURN_END:
                raise Refused("ALREADY_ACTED")
            return draw(act, seat)
        case SkipTurn():
            if s.phase not in (DRAWN, TURN_END):
                return illegal(act, seat, "CANNOT_SKIP")
            if s.phase == DRAWN and is_compulsory(s, act.o, seat):
                raise Refused("MUST_PLAY_DRAWN")
            return keep(act, seat)
        case ChallengeWd4():
            return challenge(act, seat)
        case ChooseColor():
            raise Refused("INVALID_ACTION", field="action")


def _is_action(action: object, phase: int) -> TypeGuard[Action]:
    """Only the host has the host's actions; `READY_NEXT` is valid only between rounds."""
    return type(action) in (ACTIONS if phase == ROUND_END else _WHILE_PLAYING)


def _jumps_in(act: Act, seat: int, card_id: str) -> bool:
    """Is this play out of turn a legal jump-in (uno.md 12.5)?"""
    s, o = act.s, act.o
    if not o.jump_in or s.phase != TURN:
        return False
    card = CARD_BY_ID.get(card_id)
    return card is not None and card in s.hands[seat] and can_jump_in(s, o, seat, card)


def _play(act: Act, seat: int, payload: CardPayload) -> Answer:
    """Step 12 for the current player."""
    s, o = act.s, act.o
    card = CARD_BY_ID.get(payload.card_id)
    if card is None or card not in s.hands[seat]:  # a
        raise Refused("CARD_NOT_IN_HAND")
    phase = s.phase
    if phase == TURN_END:  # b
        raise Refused("ALREADY_ACTED")
    if phase == DRAWN and card != s.drawn:
        return illegal(act, seat, "ONLY_DRAWN_CARD")
    if phase == PENDING_DRAW:
        if not stackable(s, o, card):
            raise Refused("MUST_DRAW_FIRST")
    elif not matches(s, card):  # c
        return illegal(act, seat, "INVALID_CARD", fits=what_fits(s))
    if not allowed(s, o, seat, card):
        return illegal(act, seat, "INVALID_CARD", field="last" if TYPE[card] != WILD_DRAW_FOUR else "wild_draw_four")
    return _name_and_play(act, seat, card, payload)


def _name_and_play(act: Act, seat: int, card: Card, payload: CardPayload) -> Answer:
    """Steps 12 d and e: the colour and the swap target that the play must name; then the play."""
    s, o = act.s, act.o
    color = COLORLESS
    if COLOR[card] == COLORLESS:
        chosen = payload.chosen_color
        if chosen is not None:
            color = COLOR_BY_NAME.get(chosen, COLORLESS) if isinstance(chosen, str) else COLORLESS
        if color == COLORLESS and not (chosen is None and is_last_card(s, o, seat)):
            return illegal(act, seat, "CHOOSE_COLOR_REQUIRED")
    target = NOBODY
    if o.seven_swap and TYPE[card] == NUMBER:
        target = swap_target(act, seat, card, payload.swap_target_id)
    play_card(act, seat, card, color, target, payload.uno is True)
    return NOTHING
