"""Faults that an author could make, each planted in a sound game, and words of which the finding must say some."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec

from games.api import HOST, AnyGame, Outcome, Plan, Refused, Step, Told, Wake, WakeUp
from games.chance import Chance
from tests.games.kit.eights import GAME
from tests.games.kit.eights.cards import is_eight, points
from tests.games.kit.eights.sight import own, table
from tests.games.kit.eights.state import Draw, Pass, Play, State
from tests.games.kit.eights.views import Ended, Kind, Move, Played

Fault = Callable[[], AnyGame]
PLANTED: dict[str, tuple[Fault, str]] = {}


def planted(says: str) -> Callable[[Fault], Fault]:
    def plant(fault: Fault) -> Fault:
        PLANTED[fault.__name__] = (fault, says)
        return fault

    return plant


def over(state: State) -> bool:
    return state.stuck == len(state.hands) or not all(state.hands)


def after(change: Callable[[Step[State], Any, Any], Step[State] | None]) -> AnyGame:
    """The game whose steps are changed (in place, or for another one) after each action."""

    def apply(state: State, seat: int, action: Any, chance: Any, now: int) -> Step[State]:
        step = GAME.apply(state, seat, action, chance, now)
        return change(step, seat, action) or step

    return replace(GAME, apply=apply)


@planted("by the table")
def the_table_shows_the_sum_of_the_next_hand_late_in_the_game() -> AnyGame:
    def leaky(state: State) -> Any:
        shown = table(state)
        few = min(map(len, state.hands)) == 1 and not over(state)
        return msgspec.structs.replace(shown, scores=[points(hand) for hand in state.hands]) if few else shown

    return replace(GAME, table=leaky)


@planted("by its own view")
def an_own_view_lists_what_the_next_seat_could_play_on_an_eight() -> AnyGame:
    def leaky(state: State, seat: int) -> Any:
        shown = own(state, seat)
        hand = state.hands[(seat + 1) % len(state.hands)]
        more = [card for card in hand if is_eight(card)] if is_eight(state.pile[-1]) else []
        return msgspec.structs.replace(shown, hand=[*shown.hand, *more])

    return replace(GAME, own=leaky)


@planted("by the events of")
def an_event_tells_the_drawn_card_after_a_timeout_alone() -> AnyGame:
    def tell(step: Step[State], seat: int, action: Any) -> Step[State] | None:
        if not isinstance(action, WakeUp):
            return None
        events = [Told(next(iter(told.secret.values()), told.public), told.secret) for told in step.events]
        return msgspec.structs.replace(step, events=events)

    return after(tell)


@planted("lost the cards")
def a_card_is_lost_where_a_king_lies_on_a_king_while_four_cards_are_left_to_draw() -> AnyGame:
    def lose(step: Step[State], seat: int, action: Any) -> None:
        pile = step.state.pile
        kings = [card % 13 for card in pile[-2:]] == [12, 12]
        if isinstance(action, Play) and kings and len(step.state.stock) == 4:
            step.state.stock.pop()

    return after(lose)


@planted("brought")
def a_card_is_there_twice_once_the_pile_has_been_shuffled() -> AnyGame:
    def double(step: Step[State], seat: int, action: Any) -> None:
        if any(told.public is not None and told.public.kind == "recycled" for told in step.events):
            step.state.stock.insert(0, step.state.pile[-1])

    return after(double)


@planted("listed as legal, but it is refused|list in `own`")
def a_view_lists_an_eight_as_the_last_card_but_it_is_refused() -> AnyGame:
    def apply(state: State, seat: int, action: Any, chance: Any, now: int) -> Step[State]:
        if seat == state.turn and isinstance(action, Play) and action.suit and len(state.hands[seat]) == 1:
            raise Refused("suit.not_now")
        return GAME.apply(state, seat, action, chance, now)

    def some(state: State, seat: int, chance: Any) -> Any:
        action = GAME.random_action(state, seat, chance) if GAME.random_action else None
        last = isinstance(action, Play) and action.suit and len(state.hands[seat]) == 1
        return (Pass() if state.drawn or not state.stock else Draw()) if last else action

    return replace(GAME, apply=apply, random_action=some)


@planted("accepted, but its view does not list it")
def a_view_leaves_out_the_draw_for_who_holds_an_eight() -> AnyGame:
    def mean(state: State, seat: int) -> Any:
        shown = own(state, seat)
        if any(is_eight(card) for card in shown.hand):
            shown.legal = [move for move in shown.legal if move.type != Kind.draw]
        return shown

    return replace(GAME, own=mean)


@planted("IndexError")
def the_rules_raise_when_somebody_draws_the_last_card_in_the_timed_preset() -> AnyGame:
    def look(step: Step[State], seat: int, action: Any) -> None:
        if isinstance(action, Draw) and step.state.limit_ms:
            step.state.stock[-1]

    return after(look)


@planted("ZeroDivisionError")
def an_option_outside_the_presets_breaks_the_deal() -> AnyGame:
    def setup(options: Any, seats: Any, chance: Any, now: int) -> Step[State]:
        1 // (120 - options.turn_seconds)
        return GAME.setup(options, seats, chance, now)

    return replace(GAME, setup=setup)


@planted("not in touched")
def touched_leaves_out_the_next_seat_where_a_seat_passes() -> AnyGame:
    def forget(step: Step[State], seat: int, action: Any) -> Step[State] | None:
        return msgspec.structs.replace(step, touched=[seat]) if isinstance(action, Pass) else None

    return after(forget)


@planted("nobody has won")
def nobody_wins_a_match_in_which_all_are_stuck() -> AnyGame:
    def outcome(state: State) -> Outcome | None:
        ended = GAME.outcome(state)
        return replace(ended, winners=[]) if ended and ended.reason == "blocked" else ended

    return replace(GAME, outcome=outcome)


@planted("is not each of the seats")
def the_ranking_misses_who_holds_as_many_points_as_another() -> AnyGame:
    def outcome(state: State) -> Outcome | None:
        ended = GAME.outcome(state)
        if ended is None:
            return None
        return replace(ended, ranking=list({ended.scores[seat]: seat for seat in ended.ranking}.values()))

    return replace(GAME, outcome=outcome)


@planted("another result the second time")
def the_pile_is_shuffled_by_python_itself() -> AnyGame:
    def shuffle(step: Step[State], seat: int, action: Any) -> None:
        if any(told.public is not None and told.public.kind == "recycled" for told in step.events):
            random.shuffle(step.state.stock)

    return after(shuffle)


@planted("differs once it has been stored|cannot be read|comes back from")
def a_state_holds_a_tuple_after_the_pile_has_been_shuffled() -> AnyGame:
    def pack_up(step: Step[State], seat: int, action: Any) -> None:
        if any(told.public is not None and told.public.kind == "recycled" for told in step.events):
            step.state.away = tuple(step.state.away)  # type: ignore[assignment]

    return after(pack_up)


@planted("in the past")
def a_wake_up_is_asked_for_in_the_past_after_a_draw() -> AnyGame:
    def wake(state: State) -> Wake | None:
        asked = GAME.wake(state)
        return Wake(asked.at - 200_000, WakeUp("turn", asked.action.number)) if asked and state.drawn else asked

    return replace(GAME, wake=wake)


@planted("over is True")
def a_match_is_over_while_somebody_may_still_act() -> AnyGame:
    def outcome(state: State) -> Outcome | None:
        blocked = Outcome([0], list(range(len(state.hands))), reason="blocked")
        return GAME.outcome(state) or (blocked if state.stuck == 1 else None)

    return replace(GAME, outcome=outcome)


@planted("the bot of level simple")
def a_bot_plays_an_eight_without_a_suit_where_it_is_its_last_card() -> AnyGame:
    def bot(table: Any, own: Any, *more: Any) -> Plan[Any]:
        plan = GAME.bot(table, own, *more) if GAME.bot else Plan(None)
        forgets = isinstance(plan.action, Play) and len(own.hand) == 1
        return replace(plan, action=Play(plan.action.card)) if forgets and plan.action else plan

    return replace(GAME, bot=bot)


@planted("changed the state")
def a_refused_play_takes_the_card_out_of_the_hand() -> AnyGame:
    def apply(state: State, seat: int, action: Any, chance: Any, now: int) -> Step[State]:
        try:
            return GAME.apply(state, seat, action, chance, now)
        except Refused as refused:
            if refused.code == "card.no_match":
                state.hands[seat].reverse()
            raise

    return replace(GAME, apply=apply)


@planted("allows range")
def seats_for_allows_nobody_where_the_turns_are_very_short() -> AnyGame:
    return replace(GAME, seats_for=lambda options: range(2, 7) if options.turn_seconds != 1 else range(2, 2))


@planted("a different match given the same seed")
def a_bot_looks_at_the_clock() -> AnyGame:
    def bot(table: Any, own: Any, *more: Any) -> Plan[Any]:
        plan = GAME.bot(table, own, *more) if GAME.bot else Plan(None)
        lazy = int(time.time()) % 2 == 0 and own.legal and own.legal[-1].type == Kind.draw
        return replace(plan, action=Draw()) if lazy else plan

    return replace(GAME, bot=bot)


@planted("endless loop")
def a_loop_waits_for_a_card_that_nobody_holds_when_the_pile_is_empty() -> AnyGame:
    def search(step: Step[State], seat: int, action: Any) -> None:
        while isinstance(action, Draw) and not step.state.stock:
            pass

    return after(search)


@planted("only seat")
def a_deal_tells_everybody_all_hands() -> AnyGame:
    class Dealt(Played, tag=9):
        pass

    def setup(options: Any, seats: Any, chance: Any, now: int) -> Step[State]:
        step = GAME.setup(options, seats, chance, now)
        cards = [Told(Dealt(seat, card, None)) for seat, hand in enumerate(step.state.hands) for card in hand]
        return msgspec.structs.replace(step, events=cards)

    return replace(GAME, setup=setup, events=[*GAME.events, Dealt])


@planted("raised KeyError")
def a_seat_that_leaves_twice_is_not_found() -> AnyGame:
    def apply(state: State, seat: int, action: Any, chance: Any, now: int) -> Step[State]:
        if seat == HOST and type(action).__name__ == "SeatBack":
            dict.fromkeys(state.away).pop(action.seat)
        return GAME.apply(state, seat, action, chance, now)

    return replace(GAME, apply=apply)


@planted("told the event ended")
def an_event_is_not_declared() -> AnyGame:
    return replace(GAME, events=[event for event in GAME.events if event is not Ended])


@planted("gave a State")
def a_pass_gives_a_state_and_no_step() -> AnyGame:
    def change(step: Step[State], seat: int, action: Any) -> Any:
        return step.state if isinstance(action, Pass) else None

    return after(change)


@planted("deals were all the same")
def nobody_shuffles() -> AnyGame:
    def setup(options: Any, seats: Any, chance: Any, now: int) -> Step[State]:
        return GAME.setup(options, seats, Chance(b"the same"), now)

    return replace(GAME, setup=setup)


@planted("whose view lists no legal action")
def a_seat_that_cannot_draw_has_nothing_to_do() -> AnyGame:
    def stuck(state: State, seat: int) -> Any:
        shown = own(state, seat)
        shown.legal = [move for move in shown.legal if move != Move(Kind.pass_)]
        return shown

    return replace(GAME, own=stuck)
