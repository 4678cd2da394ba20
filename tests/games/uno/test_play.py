"""Playing cards, their effects and the order of validation: uno.md 5, 8."""

import pytest

from tests.games.uno.uno_scene import SERVER, differs, plays, refused, step

TWO = {"A": "red-5-9 blue-7-38 green-3-55", "B": "blue-1-26 blue-2-28 yellow-3-80"}
THREE = {**TWO, "C": "green-4-57 green-5-59 green-6-61"}


def test_a_mistake_is_answered_by_the_first_check_that_fails():
    assert not differs(
        THREE,
        step("Z", "PLAY_CARD", expect=refused("NOT_A_PLAYER")),
        step("A", "DANCE", expect=refused("INVALID_ACTION")),
        step("A", "TIMEOUT", expect=refused("INVALID_ACTION")),
        step("A", "READY_NEXT", expect=refused("INVALID_ACTION")),
        step("A", "PLAY_CARD", expect=refused("INVALID_ACTION")),
        step("A", "PLAY_CARD", cardId=9, expect=refused("INVALID_ACTION")),
        step("A", "CHALLENGE_UNO", expect=refused("INVALID_ACTION")),
        step("A", "CHALLENGE_UNO", targetPlayerId=1, expect=refused("INVALID_ACTION")),
        step("A", "CHALLENGE_UNO", targetPlayerId="Z", expect=refused("INVALID_CHALLENGE")),
        step("B", "CHOOSE_COLOR", expect=refused("INVALID_ACTION")),
        step("B", "CHOOSE_COLOR", color="red", expect=refused("NOT_YOUR_TURN")),
        step("A", "CHOOSE_COLOR", color="red", expect=refused("INVALID_ACTION")),
        step("A", "CHOOSE_COLOR", color="red", turn=2, expect=refused("STALE_ACTION")),
        step("B", "CALL_UNO", turn=99, expect=refused("INVALID_UNO_CALL")),
        plays("A", "no-such-card", expect=refused("CARD_NOT_IN_HAND")),
        plays("A", "blue-1-26", expect=refused("CARD_NOT_IN_HAND")),
        step("A", "SKIP_TURN", expect=refused("CANNOT_SKIP")),
        step("A", "CHALLENGE_WD4", expect=refused("CHALLENGE_NOT_ALLOWED")),
        step("B", "CHALLENGE_WD4", expect=refused("NOT_YOUR_TURN")),
        plays("A", "red-5-9", turn=1.0, expect=refused("STALE_ACTION")),
    )


@pytest.mark.parametrize(
    ("card", "fits"),
    [("red-1-1", True), ("blue-9-42", True), ("blue-1-26", False), ("blue-skip-44", False), ("red-skip-19", True)],
)
def test_on_a_number_fits_the_colour_or_the_same_number(card, fits):
    hands = {"A": f"{card} green-3-55 green-4-57", "B": "blue-2-28 blue-3-30"}
    assert not differs(hands, plays("A", card, expect={"ok": True} if fits else refused("INVALID_CARD")))


def test_after_a_wild_only_its_chosen_colour_fits():
    assert not differs(
        {"A": "red-5-9 blue-1-26 wild-101 green-3-55", "B": "blue-2-28 blue-3-30"},
        plays("A", "red-5-9", expect=refused("INVALID_CARD")),
        plays("A", "wild-101", expect=refused("CHOOSE_COLOR_REQUIRED")),
        plays("A", "wild-101", chosenColor=3, expect=refused("CHOOSE_COLOR_REQUIRED")),
        plays("A", "blue-1-26", chosenColor="nonsense", swapTargetId=4, expect={"ok": True, "color": "blue"}),
        top="wild-100",
        color="blue",
    )


def test_a_last_wild_may_do_without_a_colour_but_not_with_a_wrong_one():
    assert not differs(
        {"A": "wild-101", "B": "blue-2-28 blue-3-30"},
        plays("A", "wild-101", chosenColor="pink", expect=refused("CHOOSE_COLOR_REQUIRED")),
        plays("A", "wild-101", expect={"matchOver": True, "color": "red", "roundPoints": {"A": 0, "B": 5}}),
    )


def test_skip_with_two_players_lets_the_same_player_go_on():
    hands = {"A": "red-skip-19 blue-7-38 green-3-55", "B": TWO["B"]}
    assert not differs(hands, plays("A", "red-skip-19", expect={"current": "A", "turnNumber": 2}))


def test_a_draw_four_without_stacking_or_challenge_is_drawn_at_once():
    hands = {"A": "wild-draw-four-104 blue-7-38 green-3-55", "B": TWO["B"]}
    assert not differs(
        hands,
        plays(
            "A",
            "wild-draw-four-104",
            chosenColor="green",
            expect={
                "current": "A",
                "counts": {"B": 7},
                "events": ["card_played", "cards_drawn", "turn_skipped", "turn_started"],
            },
        ),
    )


def test_a_strict_draw_four_is_refused_while_the_colour_is_held():
    assert not differs(
        {"A": "wild-draw-four-104 red-1-1 blue-2-28", "B": TWO["B"]},
        plays("A", "wild-draw-four-104", chosenColor="red", expect=refused("INVALID_CARD")),
        step("A", "DRAW_CARD", expect={"current": "B"}),
        options={"wd4Legality": "strict"},
    )
    assert not differs(
        {"A": "wild-draw-four-104 green-9-67 wild-100", "B": TWO["B"]},
        plays("A", "wild-draw-four-104", chosenColor="red", expect={"ok": True}),
        options={"wd4Legality": "strict"},
    )


def test_the_last_card_must_be_a_number_if_the_house_says_so():
    assert not differs(
        {"A": "red-skip-19", "B": "red-1-1"},
        plays("A", "red-skip-19", expect=refused("INVALID_CARD")),
        step("A", "DRAW_CARD", expect={"current": "B", "counts": {"A": 2}}),
        plays("B", "red-1-1", expect={"matchOver": True, "matchWinners": ["B"]}),
        options={"lastCardNumberOnly": True},
    )
    assert not differs(
        {"A": "red-draw_two-23 green-1-51 green-3-55", "B": "blue-draw_two-48", "C": "blue-1-26 blue-2-28"},
        plays("A", "red-draw_two-23"),
        plays("B", "blue-draw_two-48", expect=refused("INVALID_CARD", legal={"B": ["CALL_UNO", "DRAW_CARD"]})),
        options={"lastCardNumberOnly": True, "stackDrawCards": True},
    )


def test_a_compulsory_card_must_be_played_unless_it_would_be_a_bluff():
    drawn = {"ok": True, "phase": "drawn"}
    assert not differs(
        {"A": "red-2-3 blue-7-38", "B": TWO["B"]},
        step("A", "DRAW_CARD", expect={**drawn, "legal": {"A": ["PLAY_CARD:wild-draw-four-104", "SKIP_TURN"]}}),
        step("A", "SKIP_TURN", expect={"current": "B", "events": ["turn_passed", "turn_started"]}),
        pile=("wild-draw-four-104",),
        preset="official-500",
        options={"forcePlay": True},
    )


def test_a_drawn_card_may_be_kept_or_played_and_nothing_else():
    assert not differs(
        {"A": "red-2-3 blue-7-38", "B": TWO["B"]},
        step("A", "DRAW_CARD", expect={"phase": "drawn", "drawnCard": "red-5-9", "viewLacks": {"B": ["red-5-9"]}}),
        plays("A", "red-2-3", expect=refused("ONLY_DRAWN_CARD")),
        step("A", "DRAW_CARD", expect=refused("ALREADY_DRAWN")),
        plays("A", "red-5-9", expect={"current": "B", "drawnCard": None}),
        pile=("red-5-9", "red-6-11"),
    )


def test_going_out_ends_the_round_and_the_match_without_scoring():
    assert not differs(
        {"A": "red-5-9", "B": "wild-100 red-skip-19 blue-7-38", "C": "green-0-50"},
        plays(
            "A",
            "red-5-9",
            expect={
                "status": "ended",
                "phase": "matchEnd",
                "roundWinner": "A",
                "roundReason": "out",
                "roundPoints": {"A": 0, "B": 77, "C": 0},
                "scores": {"A": 0},
                "roundsWon": {"A": 1, "B": 0},
                "viewHas": {"@spectator": ["wild-100", "green-0-50"]},
                "legal": {"B": []},
            },
        ),
        step("B", "DRAW_CARD", expect=refused("GAME_ENDED")),
        step("Z", "DRAW_CARD", expect=refused("GAME_ENDED")),
        step(SERVER, "TIMEOUT", expect={"ok": True, "phase": "matchEnd"}),
        step(SERVER, "CLOSE_WINDOW"),
        step(SERVER, "NEXT_ROUND", expect={"phase": "matchEnd"}),
    )


def test_after_the_round_only_ready_next_is_taken():
    assert not differs(
        {"A": "red-5-9", "B": "blue-7-38", "C": "green-0-50"},
        plays("A", "red-5-9", expect={"phase": "roundEnd", "scores": {"A": 7}, "matchOver": False}),
        step("B", "DRAW_CARD", expect=refused("ROUND_OVER")),
        step("B", "NONSENSE", expect=refused("ROUND_OVER")),
        step("Z", "READY_NEXT", expect=refused("NOT_A_PLAYER")),
        step("B", "READY_NEXT", turn=7, expect=refused("STALE_ACTION")),
        step(SERVER, "TIMEOUT", expect={"phase": "turn", "turnNumber": 1, "counts": {"A": 7, "B": 7, "C": 7}}),
        preset="official-500",
        options={"firstDiscard": "number"},
    )


def test_without_a_break_the_next_round_starts_in_the_same_action():
    assert not differs(
        {"A": "red-5-9", "B": "blue-7-38"},
        plays("A", "red-5-9", expect={"phase": "turn", "events": ["round_ended", "round_started", "turn_started"]}),
        preset="official-500",
        options={"roundBreakSeconds": 0, "firstDiscard": "number"},
    )
