"""Each check of the kit is itself checked: a fault is planted in a sound game, and the kit must find it."""

import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from games.api import Plan, Refused, Step, Told, Wake, WakeUp
from games.kit import suite
from games.kit.promise import Broken
from tests.games.kit.eights import GAME
from tests.games.kit.eights.cards import NUMBERS
from tests.games.kit.eights.rules import fits
from tests.games.kit.eights.sight import own, table
from tests.games.kit.eights.state import Draw, Play
from tests.games.kit.eights.views import Drew, Ended, Kind, Move, Own, Passed, Played, Recycled, Suit


def broken(check, **fault):
    with pytest.raises(Broken) as found:
        suite.check(replace(GAME, **fault), check)
    return str(found.value)


def test_the_sound_game_keeps_every_promise():
    for check in suite.CHECKS:
        suite.check(GAME, check)


def test_a_table_that_shows_the_next_card():
    def leaky(state):
        return msgspec.structs.replace(table(state), stock=state.stock[-1] if state.stock else 0)

    assert "by the table" in broken("keeps_secrets", table=leaky)


def test_an_own_view_that_shows_a_neighbour_hand():
    def leaky(state, seat):
        return msgspec.structs.replace(own(state, seat), hand=list(state.hands[seat - 1]))

    assert "by its own view" in broken("keeps_secrets", own=leaky)


def test_an_event_that_tells_everybody_the_drawn_card():
    def leaky(state, seat, action, chance, now):
        step = GAME.apply(state, seat, action, chance, now)
        events = [Told(told.secret[s], told.secret) if (s := next(iter(told.secret), None)) is not None else told
                  for told in step.events]  # fmt: skip
        return msgspec.structs.replace(step, events=events)

    assert "by the events of" in broken("keeps_secrets", apply=leaky)


def test_a_refusal_that_tells_the_next_card():
    def leaky(state, seat, action, chance, now):
        try:
            return GAME.apply(state, seat, action, chance, now)
        except Refused as refused:
            raise Refused(refused.code, next=state.stock[-1] if state.stock else -1) from None

    assert "is legal" in broken("keeps_secrets", apply=leaky)


def test_an_answer_that_tells_what_others_hold():
    def leaky(state, seat, action, chance, now):
        step = GAME.apply(state, seat, action, chance, now)
        return msgspec.structs.replace(step, result={"sum": sum(state.hands[(state.turn + 1) % len(state.hands)])})

    assert "the answer to its" in broken("keeps_secrets", apply=leaky)


def test_a_wake_up_whose_time_depends_on_the_next_card():
    def leaky(state):
        return Wake(state.stock[-1] + 10**9, WakeUp("turn", state.number)) if state.stock else None

    fault = {"wake": lambda state: None if GAME.outcome(state) else leaky(state)}
    assert "wake-up" in broken("keeps_secrets", **fault)


def test_a_redeal_that_deals_nothing_again_proves_nothing():
    assert "too few" in broken("deals_enough_again", redeal=lambda state, seat, chance: state)


def test_a_card_that_is_lost():
    def losing(state, seat, action, chance, now):
        step = GAME.apply(state, seat, action, chance, now)
        if isinstance(action, Play) and len(step.state.pile) > 3:
            step.state.pile.pop(0)
        return step

    assert "lost the cards" in broken("keeps_every_card", apply=losing)


def test_a_state_that_storage_changes():
    def tupled(state, seat, action, chance, now):
        step = GAME.apply(state, seat, action, chance, now)
        step.state.pile = tuple(step.state.pile)  # type: ignore[assignment]
        return step

    assert "stored and read" in broken("survives_storage", apply=tupled)


def test_chance_that_the_host_does_not_know():
    def gambling(state, seat, action, chance, now):
        random.shuffle(state.stock)
        return GAME.apply(state, seat, action, chance, now)

    assert "the second time" in broken("repeats_itself", apply=gambling)


def test_a_view_that_shares_a_list_with_the_state():
    def sharing(state, seat):
        return msgspec.structs.replace(own(state, seat), hand=state.hands[seat])

    assert "shares a list" in broken("shows_no_part_of_its_state", own=sharing)


def test_a_view_that_sorts_the_state_itself():
    def sorting(state, seat):
        state.hands[seat].sort()
        return own(state, seat)

    assert "asking for a view changed" in broken("views_change_nothing", own=sorting)


def test_touched_that_leaves_out_the_next_player():
    def forgetful(state, seat, action, chance, now):
        return msgspec.structs.replace(GAME.apply(state, seat, action, chance, now), touched=[])

    assert "not in touched" in broken("tells_whom_it_touched", apply=forgetful)


def test_an_action_that_raises_something_else():
    def trusting(state, seat, action, chance, now):
        if isinstance(action, Play):
            NUMBERS[action.card]
        return GAME.apply(state, seat, action, chance, now)

    assert "KeyError" in broken("refuses_junk", apply=trusting)


def test_an_action_out_of_turn_that_is_accepted():
    def lax(state, seat, action, chance, now):
        return GAME.apply(state, state.turn if seat >= 0 else seat, action, chance, now)

    assert "cannot act, but" in broken("refuses_out_of_turn", apply=lax)


def test_a_view_that_lists_what_is_refused():
    def generous(state, seat):
        view = own(state, seat)
        unfit = [Move(Kind.play, card) for card in view.hand if view.legal and not fits(state, card)]
        return msgspec.structs.replace(view, legal=[*view.legal, *unfit])

    found = broken("accepts_what_it_lists", own=generous)
    assert "listed as legal, but it is refused: Refused('card.no_match'" in found


def test_a_view_that_leaves_out_what_is_accepted():
    def mean(state, seat):
        view = own(state, seat)
        return msgspec.structs.replace(view, legal=[move for move in view.legal if move.suit != Suit.clubs])

    assert "accepted, but its view does not list it" in broken("lists_what_it_accepts", own=mean)


def test_a_kind_of_action_that_a_game_names_as_unlisted_need_not_be_listed():
    fault: dict[str, Any] = {
        "own": lambda state, seat: Own(sorted(state.hands[seat]), []),
        "bot": None,
        "bot_levels": (),
    }
    suite.check(replace(GAME, unlisted=("play", "draw", "pass"), **fault), "lists_what_it_accepts")
    assert "does not list it" in broken("lists_what_it_accepts", unlisted=("play", "pass"), **fault)


def test_a_refusal_about_time_that_names_the_wrong_time():
    def slow(grace, told):
        def apply(state, seat, action, chance, now):
            left = state.deadline - state.limit_ms + grace - now
            if seat >= 0 and seat == state.turn and state.limit_ms and left > 0:
                raise Refused("turn.too_early", retryAfter=min(left, told))
            return GAME.apply(state, seat, action, chance, now)

        return apply

    def without_hurry(state, seat, chance):
        return None if state.limit_ms else GAME.random_action(state, seat, chance)

    games: dict[str, Any] = {"random_action": without_hurry, "timely": ["turn.too_early"]}
    suite.check(replace(GAME, apply=slow(500, 500), **games), "accepts_what_it_lists")
    assert "is refused 300 ms later, too" in broken("accepts_what_it_lists", apply=slow(500, 300), **games)
    assert "turn.too_early" in broken("accepts_what_it_lists", apply=slow(500, 500), random_action=without_hurry)


def test_a_fault_that_only_chosen_options_show():
    def hasty(options, seats, chance, now):
        if options.turn_seconds not in (0, 30):
            raise RuntimeError("only 30 s were tried")
        return GAME.setup(options, seats, chance, now)

    assert "RuntimeError: only 30 s" in broken("ends", setup=hasty)


def test_a_game_that_never_says_it_is_over():
    assert "stuck" in broken("ends", outcome=lambda state: None)


def test_a_game_that_waits_for_nobody():
    assert "nobody is to act" in broken(
        "waits_for_somebody", to_act=lambda state: [], wake=lambda state: None, may_act=GAME.may_act
    )


def test_a_wake_up_that_changes_nothing():
    def dozing(state, seat, action, chance, now):
        return Step(state) if isinstance(action, WakeUp) else GAME.apply(state, seat, action, chance, now)

    assert "repeated forever" in broken("ends", apply=dozing)


def test_a_wake_up_that_comes_back_at_once():
    def restless(state):
        return None if GAME.outcome(state) else Wake(0, WakeUp("turn", state.number // 2))

    def counting(state, seat, action, chance, now):
        if not isinstance(action, WakeUp):
            return GAME.apply(state, seat, action, chance, now)
        return GAME.apply(state, seat, WakeUp("turn", state.number), chance, now)

    assert "requested again at once" in broken("wakes_for_a_reason", wake=restless, apply=counting)


def test_an_outcome_that_forgets_a_seat():
    def short(state):
        outcome = GAME.outcome(state)
        return outcome and replace(outcome, ranking=outcome.ranking[1:])

    assert "ranking" in broken("ranks_every_seat", outcome=short)


def test_an_outcome_for_a_board_that_is_not_declared():
    def booked(state):
        outcome = GAME.outcome(state)
        return outcome and replace(outcome, board="casual")

    assert "the board casual" in broken("ranks_every_seat", outcome=booked)


def test_an_event_that_is_not_declared():
    assert "does not list" in broken("shows_what_it_declares", events=[Played, Passed, Recycled, Ended])


def test_a_view_that_does_not_hold_what_it_declares():
    def wrong(state):
        return msgspec.structs.replace(table(state), counts="many")

    assert "does not hold what it declares" in broken("shows_what_it_declares", table=wrong)


def test_two_events_with_one_number():
    class Lost(Played, tag=2):
        pass

    assert "share 2" in broken("numbers_its_events", events=[Played, Drew, Lost])


def test_a_level_without_a_text():
    assert "lays them out): level.genius" in broken("has_its_words", bot_levels=["simple", "genius"])


def test_a_refusal_without_a_text():
    def foreign(state, seat, action, chance, now):
        try:
            return GAME.apply(state, seat, action, chance, now)
        except Refused:
            raise Refused("no." + "text") from None

    assert "code.no.text has no text" in broken("words_what_it_refuses", apply=foreign)


def test_a_result_that_the_wire_cannot_carry():
    def odd(state, seat, action, chance, now):
        return Step(GAME.apply(state, seat, action, chance, now).state, result={"share": 0.5})

    assert "not a plain value" in broken("answers_in_plain_values", apply=odd)


def test_a_bot_that_plays_what_is_not_legal():
    def wild(table, own, seat, events, memory, chance, level):
        return Plan(Play("8H", "hearts") if own.legal else None)

    assert "refuses it" in broken("bots_play_along", bot=wild)


def test_a_bot_that_remembers_too_much():
    def hoarding(table, own, seat, events, memory, chance, level):
        return replace(GAME.bot(table, own, seat, events, memory, chance, level), memory=bytes(1025))

    assert "1025 bytes" in broken("bots_play_along", bot=hoarding)


def test_a_bot_that_throws_its_own_dice():
    def moody(table, own, seat, events, memory, chance, level):
        plan = GAME.bot(table, own, seat, events, memory, chance, level)
        draw = own.legal and own.legal[-1].type.name == "draw" and random.random() < 0.5
        return replace(plan, action=Draw()) if draw else plan

    assert "a different match" in broken("bots_repeat_themselves", bot=moody)


def test_migrations_that_leave_out_a_version():
    found = broken("declares_what_fits_together", version=3, migrate=[lambda state: state])
    assert "has 1 functions at version 3" in found
