"""Calling UNO, forgetting to, catching: uno.md 10."""

import pytest
from msgspec import convert

from games.api import Refused
from games.chance import Chance
from games.uno import GAME
from games.uno.audit.vector_setup import in_play
from tests.games.uno.uno_scene import SERVER, differs, plays, refused, step

TWO_LEFT = {"A": "red-5-9 blue-7-38", "B": "blue-1-26 blue-2-28 red-1-1", "C": "green-4-57 green-5-59 red-2-3"}


def test_a_call_off_turn_is_good_with_any_timing_but_not_before_the_play_only():
    off_turn = {**TWO_LEFT, "C": "green-4-57 green-5-59"}
    assert not differs(
        off_turn,
        step("C", "CALL_UNO", expect={"unoCalled": ["C"], "events": ["uno_called"]}),
        step("C", "CALL_UNO", expect=refused("UNO_ALREADY_CALLED")),
    )
    assert not differs(
        off_turn,
        step("C", "CALL_UNO", expect=refused("INVALID_UNO_CALL")),
        step("A", "CALL_UNO", expect={"unoCalled": ["A"]}),
        step("A", "CALL_UNO", expect=refused("UNO_ALREADY_CALLED")),
        plays("A", "red-5-9", expect={"unoCalled": ["A"]}),
        step("A", "CALL_UNO", expect=refused("UNO_ALREADY_CALLED")),
        options={"unoCallTiming": "before"},
    )


def test_a_call_before_the_play_lapses_with_the_turn():
    assert not differs(
        {"A": "red-6-11 blue-7-38", "B": "red-5-10 green-1-51 green-2-53"},
        step("A", "CALL_UNO", expect={"unoCalled": ["A"]}),
        plays("B", "red-5-10", expect={"unoCalled": [], "current": "A"}),
        top="red-5-9",
        options={"unoCallTiming": "before", "jumpIn": True},
    )


def test_drawing_any_card_ends_the_protection():
    assert not differs(
        {"A": "red-5-9 blue-7-38", "B": "red-draw_two-23 red-1-1 green-3-55"},
        plays("A", "red-5-9", uno=True, expect={"unoCalled": ["A"]}),
        plays("B", "red-draw_two-23", expect={"unoCalled": [], "counts": {"A": 3}}),
    )


def test_a_call_with_the_play_counts_only_if_one_card_is_left():
    assert not differs(
        {"A": "red-5-9 blue-7-38 green-3-55", "B": "red-1-1 red-2-3"},
        plays("A", "red-5-9", uno=True, expect={"unoCalled": [], "noEvents": ["uno_called"]}),
    )
    assert not differs(
        {"A": "red-5-9 blue-7-38", "B": "red-1-1 red-2-3"},
        plays("A", "red-5-9", uno="true", expect={"unoCalled": []}),
        step("B", "CHALLENGE_UNO", targetPlayerId="A", expect={"success": True}),
    )


def test_a_player_is_caught_only_once():
    assert not differs(
        TWO_LEFT,
        plays("A", "red-5-9", expect={"legal": {"B": ["CHALLENGE_UNO:A", "DRAW_CARD", "PLAY_CARD:red-1-1"]}}),
        step("A", "CHALLENGE_UNO", targetPlayerId="A", expect=refused("INVALID_CHALLENGE")),
        step("C", "CHALLENGE_UNO", targetPlayerId="A", expect={"success": True, "counts": {"A": 3}}),
        step("B", "CHALLENGE_UNO", targetPlayerId="A", expect=refused("INVALID_CHALLENGE")),
        step("A", "CALL_UNO", expect=refused("INVALID_UNO_CALL")),
    )


def test_a_failed_catch_is_paid_once_a_turn():
    assert not differs(
        TWO_LEFT,
        step("B", "CHALLENGE_UNO", targetPlayerId="C", expect={"success": False, "counts": {"B": 6}}),
        step("B", "CHALLENGE_UNO", targetPlayerId="A", expect=refused("INVALID_CHALLENGE")),
        step("C", "CHALLENGE_UNO", targetPlayerId="B", expect={"success": False, "counts": {"C": 6}}),
        plays("A", "red-5-9", uno=True),
        step("B", "CHALLENGE_UNO", targetPlayerId="C", expect={"success": False, "counts": {"B": 9}}),
        options={"catchFailPenalty": 3},
        pile=[f"green-{v}-{n}" for v, n in ((6, 61), (6, 62), (7, 63), (7, 64), (8, 65), (8, 66), (9, 67), (9, 68))]
        + ["blue-3-30", "blue-3-31"],
    )


def test_without_grace_time_there_is_no_protection_from_a_lost_race():
    assert not differs(
        TWO_LEFT,
        plays("A", "red-5-9", at=2000),
        step("B", "CHALLENGE_UNO", targetPlayerId="A", at=2000, expect={"success": True}),
        step("C", "CHALLENGE_UNO", targetPlayerId="A", at=2001, expect={"success": False, "counts": {"C": 5}}),
        options={"catchFailPenalty": 2, "unoGraceMs": 0},
    )


def test_no_fine_without_catching_modes():
    for options in (
        {"unoEnforcement": "off"},
        {"unoEnforcement": "auto", "unoCallTiming": "before"},
    ):
        assert not differs(
            TWO_LEFT,
            plays("A", "red-5-9"),
            step("B", "CHALLENGE_UNO", targetPlayerId="A", expect=refused("INVALID_CHALLENGE")),
            options=options,
        )


def test_a_call_is_possible_where_nobody_is_punished():
    assert not differs(
        TWO_LEFT,
        plays("A", "red-5-9", uno=True, expect={"unoCalled": ["A"], "events": ["uno_called"]}),
        options={"unoEnforcement": "off"},
    )


def test_the_window_closes_free_of_charge_under_catch():
    assert not differs(
        TWO_LEFT,
        plays("A", "red-5-9"),
        step(SERVER, "CLOSE_WINDOW", expect={"counts": {"A": 1}}),
        step("B", "CHALLENGE_UNO", targetPlayerId="A", expect=refused("INVALID_CHALLENGE")),
        step(SERVER, "CLOSE_WINDOW", expect={"noEvents": ["cards_drawn"]}),
        options={"turnGapMs": 500},
    )


def test_nobody_goes_out_with_an_unpaid_bypass():
    assert not differs(
        {"A": "red-skip-19 red-5-9", "B": "blue-1-26 blue-2-28"},
        plays("A", "red-skip-19", expect={"current": "A", "counts": {"A": 1}}),
        plays(
            "A",
            "red-5-9",
            expect={"counts": {"A": 2}, "phase": "turn", "current": "B", "events": ["cards_drawn", "card_played"]},
        ),
        preset="arena-1000",
    )


def test_a_last_card_that_is_not_the_last_needs_its_colour_and_its_target():
    assert not differs(
        {"A": "red-skip-19 wild-100", "B": "blue-1-26 blue-2-28"},
        plays("A", "red-skip-19", expect={"current": "A"}),
        plays("A", "wild-100", expect=refused("CHOOSE_COLOR_REQUIRED", penalty=2)),
        preset="arena-1000",
    )
    assert not differs(
        {"A": "red-skip-19 red-7-13", "B": "blue-1-26 blue-2-28", "C": "red-skip-20 green-1-52 green-2-53"},
        plays("A", "red-skip-19", expect={"current": "C"}),
        plays("C", "red-skip-20", expect={"current": "B", "counts": {"A": 3}}),
        preset="arena-1000",
        options={"sevenSwap": True},
    )


def test_the_automatic_penalty_spares_a_player_who_called():
    options = {"unoEnforcement": "auto", "unoCallTiming": "before"}
    assert not differs(
        TWO_LEFT,
        plays("A", "red-5-9", uno=True, expect={"counts": {"A": 1}, "noEvents": ["cards_drawn"]}),
        options=options,
    )
    assert not differs(
        TWO_LEFT,
        plays("A", "red-5-9", expect={"counts": {"A": 3}, "events": ["turn_started", "cards_drawn"]}),
        options=options,
    )


def test_in_explicit_mode_the_call_is_judged_at_the_end_of_the_turn():
    hands = {"A": "red-5-9 blue-7-38", "B": "red-1-1 red-2-3", "C": "green-4-57", "D": "green-5-59"}
    assert not differs(
        hands,
        step("B", "CALL_UNO", expect=refused("INVALID_UNO_CALL")),
        plays("A", "red-5-9", uno=True, expect={"phase": "turnEnd", "unoCalled": ["A"]}),
        step("A", "DRAW_CARD", expect=refused("ALREADY_ACTED")),
        plays("A", "blue-7-38", expect=refused("ALREADY_ACTED")),
        step("A", "CALL_UNO", expect=refused("UNO_ALREADY_CALLED")),
        step("A", "SKIP_TURN", expect={"counts": {"A": 1}, "current": "B", "noEvents": ["cards_drawn"]}),
        step("B", "CALL_UNO", expect={"unoCalled": ["B"]}),
        step("B", "DRAW_CARD", expect={"phase": "drawn", "legal": {"B": ["SKIP_TURN"]}}),
        plays("B", "yellow-1-76", expect=refused("INVALID_CARD")),
        step("B", "SKIP_TURN", expect={"counts": {"B": 5}, "current": "C", "events": ["cards_drawn", "turn_passed"]}),
        preset="luogu",
    )


def test_in_explicit_mode_a_timeout_runs_the_check_too():
    hands = {"A": "red-5-9 blue-7-38", "B": "red-1-1 red-2-3", "C": "green-4-57", "D": "green-5-59"}
    assert not differs(
        hands,
        plays("A", "red-5-9"),
        step(SERVER, "TIMEOUT", expect={"counts": {"A": 3}, "current": "B", "events": ["turn_timeout", "cards_drawn"]}),
        step("B", "CALL_UNO"),
        step(SERVER, "TIMEOUT", expect={"counts": {"B": 5}, "current": "C", "unoCalled": []}),
        preset="luogu",
    )


def test_going_out_skips_the_check():
    assert not differs(
        {"A": "red-5-9", "B": "red-1-1", "C": "green-4-57", "D": "green-5-59"},
        step("A", "CALL_UNO"),
        plays("A", "red-5-9", expect={"matchOver": True, "scores": {"A": 0, "B": -1, "C": -4, "D": -5}}),
        preset="luogu",
    )


def test_a_catch_that_comes_too_early_is_told_when_it_may_come():
    state = in_play({
        "players": ["A", "B"],
        "setup": {"hands": {"A": ["red-5-9", "blue-7-38"], "B": ["blue-1-26"]}, "discard": ["red-9-17"]},
    })  # fmt: skip

    def act(seat, name, now, **payload):
        return GAME.apply(
            state, seat, convert({"action": name, "payload": payload}, GAME.Action), Chance(b"catch"), now
        )

    act(0, "PLAY_CARD", 1_000, cardId="red-5-9")
    with pytest.raises(Refused) as early:
        act(1, "CHALLENGE_UNO", 1_300, targetPlayerId=0)
    assert (early.value.code, early.value.params) == ("CATCH_TOO_EARLY", {"retryAfter": 500})
    assert act(1, "CHALLENGE_UNO", 1_800, targetPlayerId=0).result == {"success": True}
