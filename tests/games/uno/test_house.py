"""Stacking, swapping, rotating, jumping in, draw to match: uno.md 12."""

import pytest

from tests.games.uno.uno_scene import SERVER, differs, plays, refused, step

FOUR = {
    "A": "red-draw_two-23 wild-draw-four-104 red-1-1",
    "B": "blue-draw_two-48 wild-draw-four-105 red-draw_two-24",
    "C": "green-4-57 green-5-59 green-draw_two-73",
}


@pytest.mark.parametrize(
    ("mode", "on_two", "on_four"),
    [
        ("same", ["PLAY_CARD:blue-draw_two-48", "PLAY_CARD:red-draw_two-24"], ["PLAY_CARD:wild-draw-four-105"]),
        (
            "up",
            ["PLAY_CARD:blue-draw_two-48", "PLAY_CARD:red-draw_two-24", "PLAY_CARD:wild-draw-four-105"],
            ["PLAY_CARD:wild-draw-four-105"],
        ),
        (
            "any",
            ["PLAY_CARD:blue-draw_two-48", "PLAY_CARD:red-draw_two-24", "PLAY_CARD:wild-draw-four-105"],
            ["PLAY_CARD:blue-draw_two-48", "PLAY_CARD:wild-draw-four-105"],
        ),
    ],
)
def test_what_may_be_stacked_on_what(mode, on_two, on_four):
    options = {"stackDrawCards": True, "stackMode": mode}
    assert not differs(
        FOUR, plays("A", "red-draw_two-23", expect={"legal": {"B": sorted(["DRAW_CARD", *on_two])}}), options=options
    )
    assert not differs(
        FOUR,
        plays(
            "A",
            "wild-draw-four-104",
            chosenColor="blue",
            expect={"legal": {"B": sorted(["DRAW_CARD", *on_four])}, "events": ["draw_pending", "turn_started"]},
        ),
        options=options,
    )


def test_the_player_who_gives_in_takes_the_whole_chain():
    assert not differs(
        FOUR,
        plays("A", "red-draw_two-23"),
        plays("B", "blue-draw_two-48", expect={"drawPending": 4, "color": "blue", "turnNumber": 3}),
        plays("C", "green-4-57", expect=refused("MUST_DRAW_FIRST")),
        step("C", "SKIP_TURN", expect=refused("CANNOT_SKIP")),
        step("C", "CHALLENGE_WD4", expect=refused("CHALLENGE_NOT_ALLOWED")),
        plays("C", "green-draw_two-73", expect={"drawPending": 6, "current": "A"}),
        step(SERVER, "TIMEOUT", expect={"counts": {"A": 8}, "current": "B", "events": ["turn_timeout", "cards_drawn"]}),
        options={"stackDrawCards": True},
    )


def test_a_strict_draw_four_may_not_be_stacked_while_the_chosen_colour_is_held():
    assert not differs(
        {**FOUR, "B": "wild-draw-four-105 green-1-51 red-2-3"},
        plays("A", "wild-draw-four-104", chosenColor="green"),
        plays("B", "wild-draw-four-105", chosenColor="green", expect=refused("INVALID_CARD")),
        options={"stackDrawCards": True, "wd4Legality": "strict"},
        top="yellow-9-92",
        color="yellow",
    )


def test_a_stacked_draw_four_can_be_challenged_for_itself_and_the_guilty_takes_the_chain():
    assert not differs(
        {
            "A": "wild-draw-four-104 red-2-3 blue-3-30",
            "B": "wild-draw-four-105 green-1-51 red-5-9",
            "C": "green-4-57 green-5-59",
        },
        plays("A", "wild-draw-four-104", chosenColor="green"),
        plays("B", "wild-draw-four-105", chosenColor="red", expect={"drawPending": 8, "current": "C"}),
        step("C", "CHALLENGE_WD4", expect={"guilty": True, "counts": {"A": 2, "B": 10, "C": 2}, "current": "C"}),
        preset="official-500",
        options={"stackDrawCards": True},
        pile=[f"yellow-{v}-{75 + 2 * v - k}" for v in range(1, 7) for k in (1, 0)],
    )


def test_the_last_card_of_a_chain_makes_the_next_player_draw_all_of_it():
    assert not differs(
        {"A": "red-draw_two-23 red-1-1", "B": "blue-draw_two-48", "C": "green-1-51 green-2-53"},
        plays("A", "red-draw_two-23"),
        plays("B", "blue-draw_two-48", expect={"matchOver": True, "counts": {"C": 6}, "drawPending": 0}),
        options={"stackDrawCards": True},
    )


SWAP = {"sevenSwap": True}


def test_a_seven_with_one_opponent_needs_no_target():
    assert not differs(
        {"A": "red-7-13 blue-1-26 blue-2-28", "B": "green-4-57"},
        plays("A", "red-7-13", expect={"hands": {"A": ["green-4-57"], "B": ["blue-1-26", "blue-2-28"]}}),
        step("B", "CHALLENGE_UNO", targetPlayerId="A", expect={"success": True}),
        options=SWAP,
    )


@pytest.mark.parametrize("target", [7, True, "Z", "A", [], 0])
def test_a_swap_needs_another_active_player(target):
    assert not differs(
        {"A": "red-7-13 blue-1-26 blue-2-28", "B": "green-4-57"},
        plays("A", "red-7-13", swapTargetId=target, expect=refused("INVALID_TARGET")),
        options=SWAP,
    )


def test_a_last_seven_swaps_with_nobody_and_giving_a_last_card_away_owes_nothing():
    assert not differs(
        {"A": "red-7-13", "B": "green-4-57", "C": "green-1-51"},
        plays("A", "red-7-13", swapTargetId="B", expect={"matchOver": True, "noEvents": ["hands_swapped"]}),
        options=SWAP,
    )
    assert not differs(
        {"A": "red-7-13 blue-1-26", "B": "green-4-57 green-1-51", "C": "green-2-53"},
        plays("A", "red-7-13", swapTargetId="B", expect={"counts": {"A": 2, "B": 1}}),
        step("C", "CHALLENGE_UNO", targetPlayerId="B", expect=refused("INVALID_CHALLENGE")),
        step("C", "CHALLENGE_UNO", targetPlayerId="A", expect=refused("INVALID_CHALLENGE")),
        options=SWAP,
    )


def test_a_player_who_armed_before_a_seven_is_protected_with_the_new_hand():
    assert not differs(
        {"A": "red-7-13 blue-1-26", "B": "green-4-57", "C": "green-2-53 green-1-51"},
        step("A", "CALL_UNO", expect={"unoCalled": ["A"]}),
        plays("A", "red-7-13", swapTargetId="B", expect={"unoCalled": ["A"], "hands": {"A": ["green-4-57"]}}),
        options=SWAP,
    )


def test_a_zero_moves_only_active_hands_and_clears_every_flag():
    assert not differs(
        {"A": "red-0-0 blue-1-26 blue-2-28", "B": "green-4-57", "C": "green-1-51 green-2-53", "D": "yellow-1-77"},
        step("B", "LEAVE"),
        step("D", "CALL_UNO", expect={"unoCalled": ["D"]}),
        plays(
            "A",
            "red-0-0",
            expect={
                "counts": {"A": 1, "B": 0, "C": 2, "D": 2},
                "unoCalled": [],
                "privateTo": {"hand_changed": ["A", "C", "D"]},
            },
        ),
        options={"zeroRotate": True, "leavePolicy": "drop"},
    )


JUMP = {"jumpIn": True}
TWINS = {
    "A": "red-5-9 blue-7-38 green-3-55",
    "B": "blue-1-26 blue-2-28",
    "C": "red-5-10 green-4-57 green-5-59",
}


def test_a_jump_in_is_listed_and_only_the_twin_of_the_top_card_may_jump():
    assert not differs(
        TWINS,
        plays("A", "red-5-9", expect={"legal": {"C": ["PLAY_CARD:red-5-10"]}}),
        plays("C", "green-5-59", expect=refused("NOT_YOUR_TURN")),
        plays("C", "red-5-10", turn=1, expect=refused("STALE_ACTION")),
        plays("C", "red-5-10", turn=2, expect={"current": "A", "turnNumber": 4}),
        options=JUMP,
    )


def test_no_jump_in_once_the_current_player_has_drawn_or_something_is_pending():
    assert not differs(
        TWINS,
        plays("A", "red-5-9"),
        step("B", "DRAW_CARD", expect={"phase": "drawn"}),
        plays("C", "red-5-10", expect=refused("NOT_YOUR_TURN")),
        options=JUMP,
        pile=("blue-5-34",),
    )
    assert not differs(
        {"A": "red-draw_two-23 red-1-1 red-2-3", "B": "blue-1-26 blue-2-28", "C": "red-draw_two-24 red-5-9 green-1-51"},
        plays("A", "red-draw_two-23"),
        plays("C", "red-draw_two-24", expect=refused("NOT_YOUR_TURN")),
        options={**JUMP, "stackDrawCards": True},
    )


def test_wilds_never_jump_in():
    assert not differs(
        {"A": "wild-100 red-1-1 red-2-3", "B": "blue-1-26 blue-2-28", "C": "wild-101 red-5-9"},
        plays("A", "wild-100", chosenColor="red"),
        plays("C", "wild-101", chosenColor="red", expect=refused("NOT_YOUR_TURN")),
        options=JUMP,
    )


def test_a_second_skip_counts_from_the_jumper():
    assert not differs(
        {"A": "red-skip-19 red-1-1 red-2-3", "B": "red-skip-20 blue-2-28", "C": "red-3-5 red-4-7", "D": "red-6-11"},
        plays("A", "red-skip-19", expect={"current": "C"}),
        plays("B", "red-skip-20", expect={"current": "D", "events": ["jumped_in", "card_played", "turn_skipped"]}),
        options=JUMP,
    )


def test_who_laid_the_top_card_may_jump_in_with_its_twin():
    assert not differs(
        {"A": "red-5-9 red-5-10 red-2-3", "B": "blue-1-26 blue-2-28", "C": "red-3-5"},
        plays("A", "red-5-9"),
        plays("A", "red-5-10", expect={"current": "B", "turnNumber": 4}),
        options=JUMP,
    )


def test_a_seven_that_jumps_in_swaps_and_names_its_target():
    assert not differs(
        {"A": "red-1-1 blue-1-26", "B": "red-7-14 blue-2-28 blue-3-30", "C": "green-1-51"},
        plays("B", "red-7-14", expect=refused("CHOOSE_TARGET_REQUIRED")),
        plays("B", "red-7-14", swapTargetId="C", expect={"current": "C", "hands": {"B": ["green-1-51"]}}),
        options={**JUMP, **SWAP},
        top="red-7-13",
    )


def test_a_jump_in_is_out_of_turn_if_the_house_does_not_play_it():
    assert not differs(
        TWINS,
        plays("A", "red-5-9"),
        plays("C", "red-5-10", expect=refused("NOT_YOUR_TURN", penalty=1, counts={"C": 4})),
        options={"outOfTurnPenalty": 1},
    )


def test_draw_to_match_stops_when_nothing_is_left():
    assert not differs(
        {"A": "blue-7-38 green-3-55", "B": "blue-1-26 blue-2-28"},
        step("A", "DRAW_CARD", expect={"drawn": 2, "current": "B", "events": ["cards_drawn", "turn_passed"]}),
        step("A", "SKIP_TURN", expect={"alreadyPassed": True}),
        options={"drawUntilPlayable": True},
        pile=("yellow-1-76", "yellow-2-78"),
    )


def test_a_zero_with_two_players_is_a_swap():
    assert not differs(
        {"A": "red-0-0 blue-1-26", "B": "green-4-57 green-1-51 green-2-53"},
        plays("A", "red-0-0", expect={"counts": {"A": 3, "B": 1}, "current": "B"}),
        options={"zeroRotate": True},
    )
