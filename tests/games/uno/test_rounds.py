"""Dealing, challenges, scoring, leaving and bots by scenario: uno.md 6, 11, 14, 16, 20, 23."""

from typing import Any

import pytest

from games.api import HOST, BotSeat, Refused, SeatKicked, SeatLeft, SeatTaken
from games.chance import Chance
from games.uno import GAME
from games.uno.actions import DrawCard
from tests.games.uno.uno_scene import SERVER, dealt, differs, plays, refused, step

THREE = "red-1-1 red-2-3 red-3-5 blue-1-26 blue-2-28 blue-3-30"
REST = "yellow-1-76 yellow-2-78 yellow-3-80"


@pytest.mark.parametrize(
    ("first", "options", "after"),
    [
        ("red-7-13", {"sevenSwap": True}, {"current": "A", "events": ["round_started", "turn_started"]}),
        ("green-0-50", {"zeroRotate": True}, {"current": "A", "hands": {"A": ["red-1-1", "blue-1-26"]}}),
        ("green-skip-69", {}, {"current": "B", "events": ["round_started", "turn_skipped", "turn_started"]}),
        ("green-reverse-71", {}, {"current": "C", "direction": -1, "turnNumber": 1, "events": ["direction_changed"]}),
        ("green-draw_two-73", {}, {"current": "B", "counts": {"A": 4}, "drawPending": 0, "phase": "turn"}),
        (
            "green-draw_two-73",
            {"stackDrawCards": True},
            {"current": "A", "counts": {"A": 2}, "drawPending": 2, "phase": "pendingDraw", "turnNumber": 1},
        ),
        ("wild-100", {}, {"top": "yellow-1-76", "events": ["first_discard_rejected", "round_started"]}),
        ("wild-draw-four-104", {"firstDiscard": "official"}, {"top": "yellow-1-76", "deckCount": 3}),
        ("green-skip-69", {"firstDiscard": "number"}, {"top": "yellow-1-76", "current": "A"}),
    ],
)
def test_the_first_discard_has_its_effect(first, options, after):
    assert not dealt("ABC", f"{THREE} {first} {REST}", options=options, after=after)


@pytest.mark.parametrize("first", ["green-skip-69", "green-reverse-71"])
def test_with_two_players_the_dealer_starts_after_a_skip_or_a_reverse(first):
    assert not dealt("AB", f"red-1-1 red-2-3 blue-1-26 blue-2-28 {first} {REST}", after={"current": "B"})


def test_a_reverse_that_opens_turns_the_order_round():
    assert not dealt(
        "ABC",
        f"red-1-1 red-2-3 green-3-55 blue-1-26 blue-2-28 blue-3-30 green-reverse-71 {REST}",
        plays("C", "green-3-55", uno=True, expect={"current": "B"}),
    )


def test_the_first_discard_may_be_jumped_in_on():
    assert not dealt(
        "ABC",
        f"red-1-1 green-5-59 red-3-5 blue-1-26 blue-2-28 blue-3-30 green-5-60 {REST}",
        plays("B", "green-5-59", uno=True, expect={"current": "C", "turnNumber": 3}),
        options={"jumpIn": True},
    )


def test_the_highest_number_deals_and_symbols_count_nothing():
    def dealer(*draws):
        return GAME.run_vector(
            {"name": "d", "kind": "highCard", "players": ["A", "B", "C"], "draws": draws, "expect": {"dealer": "B"}}
        )

    assert not dealer("wild-100", "red-1-1", "red-draw_two-23")
    assert not dealer("red-9-17", "blue-9-42", "green-3-55", "red-skip-19", "blue-1-26")
    assert not dealer("wild-100", "red-skip-19", "green-0-50", "wild-101", "red-9-17", "blue-8-40")
    assert dealer("red-9-17", "blue-8-40", "green-3-55")


BLUFF = {"A": "wild-draw-four-104 red-2-3 blue-3-30", "B": "green-1-51 green-5-59", "C": "green-4-57 blue-1-26"}


def test_an_innocent_player_costs_the_challenger_two_more():
    assert not differs(
        {**BLUFF, "A": "wild-draw-four-104 green-9-67 wild-100"},
        plays("A", "wild-draw-four-104", chosenColor="red"),
        step("B", "CHALLENGE_WD4", expect={"guilty": False, "counts": {"B": 8}, "current": "C", "turnNumber": 3}),
        step("B", "SKIP_TURN", expect=refused("NOT_YOUR_TURN")),
        preset="official-500",
    )


def test_cards_got_after_the_play_do_not_make_guilty():
    assert not differs(
        {**BLUFF, "A": "wild-draw-four-104 blue-3-30"},
        plays("A", "wild-draw-four-104", chosenColor="green"),
        step("C", "CHALLENGE_UNO", targetPlayerId="A", expect={"success": True, "counts": {"A": 3}}),
        step("B", "CHALLENGE_WD4", expect={"guilty": False}),
        preset="official-500",
        pile=("red-7-13", "red-8-15", *(f"yellow-{v}-{74 + 2 * v}" for v in range(1, 8))),
    )


def test_without_reveal_only_the_verdict_is_announced():
    assert not differs(
        BLUFF,
        plays("A", "wild-draw-four-104", chosenColor="green"),
        step(
            "B", "CHALLENGE_WD4", expect={"guilty": True, "noEvents": ["hand_revealed"], "events": ["wd4_challenged"]}
        ),
        preset="official-500",
        options={"challengeReveal": "none"},
    )


def test_an_accused_player_who_dropped_out_is_found_guilty_and_nobody_draws():
    assert not differs(
        BLUFF,
        plays("A", "wild-draw-four-104", chosenColor="green"),
        step("A", "LEAVE", expect={"current": "B", "phase": "pendingDraw", "active": ["B", "C"]}),
        step("B", "CHALLENGE_WD4", expect={"guilty": True, "counts": {"A": 0, "B": 2}, "noEvents": ["cards_drawn"]}),
        preset="official-500",
        options={"leavePolicy": "drop"},
    )


def test_a_victim_who_drops_out_cancels_what_is_pending():
    assert not differs(
        BLUFF,
        plays("A", "wild-draw-four-104", chosenColor="green"),
        step("B", "LEAVE", expect={"current": "C", "phase": "turn", "drawPending": 0, "color": "green"}),
        step("C", "CHALLENGE_WD4", expect=refused("CHALLENGE_NOT_ALLOWED")),
        step("B", "LEAVE", expect=refused("NOT_A_PLAYER")),
        step("B", "DRAW_CARD", expect=refused("NOT_A_PLAYER")),
        plays("C", "green-4-57", uno=True, expect={"current": "A"}),
        preset="official-500",
        options={"leavePolicy": "drop"},
    )


def test_dropping_out_in_an_explicit_turn_voids_the_effect():
    assert not differs(
        {"A": "red-skip-19 red-1-1 red-2-3", "B": "blue-1-26", "C": "green-1-51", "D": "green-2-53"},
        plays("A", "red-skip-19"),
        step("A", "LEAVE", expect={"current": "B", "phase": "turn", "events": ["player_left", "turn_started"]}),
        preset="luogu",
        options={"leavePolicy": "drop"},
    )


def test_a_player_who_leaves_before_choosing_a_colour_leaves_the_choice_to_the_next():
    assert not dealt(
        "ABC",
        f"{THREE} wild-100 {REST}",
        step("A", "LEAVE", expect={"current": "B", "phase": "chooseColor", "color": None, "turnNumber": 2}),
        step("B", "CHOOSE_COLOR", color="pink", expect=refused("CHOOSE_COLOR_REQUIRED")),
        step("B", "CHOOSE_COLOR", color="green", expect={"color": "green", "phase": "turn", "turnNumber": 2}),
        preset="official-500",
        options={"leavePolicy": "drop"},
    )


def test_reverse_acts_as_skip_once_two_are_left():
    assert not differs(
        {"A": "red-reverse-21 red-1-1 red-2-3", "B": "blue-1-26 blue-2-28", "C": "green-1-51"},
        step("C", "LEAVE"),
        plays("A", "red-reverse-21", expect={"current": "A", "direction": -1}),
        options={"leavePolicy": "drop"},
    )


def test_a_seat_whose_owner_left_is_played_by_a_bot_to_the_end():
    assert not differs(
        {"A": "red-5-9 red-1-1", "B": "blue-1-26 blue-2-28"},
        step(
            "A",
            "LEAVE",
            expect={
                "botSeats": ["A"],
                "active": ["A", "B"],
                "events": ["player_left"],
                "viewLacks": {"A": ["red-5-9"]},
                "legal": {"A": []},
            },
        ),
        step("A", "DRAW_CARD", expect=refused("NOT_A_PLAYER", botSeats=["A"])),
        step("A", "LEAVE", expect=refused("NOT_A_PLAYER")),
        step("Z", "LEAVE", expect=refused("NOT_A_PLAYER")),
        step("B", "KICK", targetPlayerId="B", expect=refused("INVALID_TARGET")),
        step("B", "DRAW_CARD", expect=refused("NOT_YOUR_TURN")),
    )


def test_leaving_may_be_forbidden():
    assert not differs(
        {"A": "red-5-9 red-1-1", "B": "blue-1-26 blue-2-28"},
        step("B", "LEAVE", expect=refused("LEAVE_FORBIDDEN")),
        step("A", "KICK", targetPlayerId="B", expect=refused("LEAVE_FORBIDDEN")),
        preset="arena-1000",
    )


def test_a_kicked_player_drops_out_under_that_policy():
    assert not differs(
        {"A": "red-5-9 red-1-1", "B": "blue-1-26 blue-2-28", "C": "green-1-51"},
        step("A", "KICK", targetPlayerId="B", expect={"active": ["A", "C"], "events": ["player_kicked"]}),
        step("A", "KICK", targetPlayerId="B", expect=refused("INVALID_TARGET")),
        step("A", "LEAVE", expect={"matchOver": True, "matchWinners": ["C"], "events": ["match_ended"]}),
        options={"leavePolicy": "drop"},
    )


def test_the_limit_of_rounds_ends_the_match_and_rounds_won_break_ties():
    assert not differs(
        {"A": "red-5-9", "B": "blue-7-38"},
        plays("A", "red-5-9", expect={"matchOver": True, "matchWinners": ["A"], "scores": {"A": 107, "B": 107}}),
        preset="official-500",
        options={"maxRounds": 3},
        roundNumber=3,
        scores={"A": 100, "B": 107},
        roundsWon={"A": 1, "B": 1},
    )


def test_negative_scoring_ends_at_the_limit():
    assert not differs(
        {"A": "red-5-9", "B": "wild-100", "C": "red-1-1"},
        plays(
            "A", "red-5-9", expect={"matchOver": True, "scores": {"A": -40, "B": -60, "C": -1}, "matchWinners": ["C"]}
        ),
        options={"scoring": "negative", "targetScore": 60},
        scores={"A": -40, "B": -10},
    )


def test_a_stalemate_scores_nobody_where_the_winner_scores():
    assert not differs(
        {"A": "blue-5-34", "B": "green-6-61"},
        step("A", "DRAW_CARD"),
        step("B", "DRAW_CARD", expect={"scores": {"A": 0, "B": 0}, "matchOver": False, "phase": "roundEnd"}),
        step(SERVER, "NEXT_ROUND", expect={"phase": "turn", "current": "B"}),
        preset="official-500",
        options={"firstDiscard": "number"},
        pile=(),
    )


def test_a_first_reverse_of_the_next_round_does_not_outlive_it():
    deck = f"red-1-1 red-2-3 red-3-5 blue-1-26 blue-2-28 blue-3-30 green-9-67 {REST}".split()
    assert not differs(
        {"A": "red-reverse-21", "B": "green-6-61", "C": "blue-6-36"},
        plays("A", "red-reverse-21", expect={"phase": "roundEnd", "direction": 1}),
        step(SERVER, "NEXT_ROUND", deck=deck, expect={"current": "B", "direction": 1, "unoCalled": []}),
        preset="official-500",
        options={"initialCards": 2},
    )


def bot(hands, action, payload, *steps, **setup):
    options: dict[str, Any] = {"preset": setup.pop("preset", "standard"), "options": setup.pop("options", {})}
    return GAME.run_vector(
        {
            "name": "bot",
            "kind": "bot",
            **options,
            "players": list(hands),
            "bot": "baseline",
            "steps": list(steps),
            "setup": {
                "hands": {p: h.split() for p, h in hands.items()},
                "discard": ["red-9-17"],
                "color": "red",
                "drawPile": ["red-8-15", "yellow-1-76"],
                "current": "A",
                "direction": 1,
                "dealer": "A",
                "turnNumber": 1,
                **setup,
            },
            "expect": {"action": action, "payload": payload},
        }
    )


OTHERS = {"B": "blue-1-26 blue-2-28", "C": "green-4-57 green-5-59"}


def test_the_baseline_bot_follows_its_list():
    assert not bot({"A": "blue-1-27 green-2-53 yellow-3-80", **OTHERS}, "DRAW_CARD", {})
    assert not bot(
        {"A": "wild-100 blue-2-29", **OTHERS},
        "PLAY_CARD",
        {"cardId": "wild-100", "chosenColor": "blue", "uno": True},
    )
    assert not bot({"A": "red-3-5 red-8-16 blue-9-42", **OTHERS}, "PLAY_CARD", {"cardId": "red-8-16"})
    assert not bot(
        {"A": "blue-1-27 green-2-53 yellow-3-80", **OTHERS}, "PLAY_CARD", {"cardId": "red-8-15"}, step("A", "DRAW_CARD")
    )
    assert not bot(
        {"A": "wild-draw-four-104 red-draw_two-23 blue-2-28 red-3-5", **OTHERS},
        "PLAY_CARD",
        {"cardId": "red-draw_two-23"},
        preset="official-500",
    )
    assert not bot(
        {"A": "wild-draw-four-104 red-3-5", **OTHERS},
        "PLAY_CARD",
        {"cardId": "red-3-5", "uno": True},
        preset="official-500",
    )


def test_the_baseline_bot_stacks_a_draw_two_first_and_never_challenges():
    hands = {
        "A": "red-draw_two-23 red-1-1 red-2-3",
        "B": "wild-draw-four-104 blue-draw_two-48 blue-3-30",
        "C": "red-3-5",
    }
    stacked = {"stackDrawCards": True, "stackMode": "any"}
    assert not bot(
        hands,
        "PLAY_CARD",
        {"cardId": "blue-draw_two-48"},
        plays("A", "red-draw_two-23"),
        options=stacked,
    )
    assert not bot(
        {**hands, "A": "wild-draw-four-105 red-1-1 red-2-3"},
        "DRAW_CARD",
        {},
        plays("A", "wild-draw-four-105", chosenColor="red"),
        preset="official-500",
    )


def test_the_baseline_bot_ends_an_explicit_turn():
    hands = {"A": "red-5-9 blue-7-38", "B": "red-1-1", "C": "green-4-57", "D": "green-5-59"}
    assert not bot(hands, "CALL_UNO", {}, plays("A", "red-5-9"), preset="luogu")
    assert not bot(hands, "SKIP_TURN", {}, plays("A", "red-5-9", uno=True), preset="luogu")


def test_only_the_bot_itself_plays_for_a_seat_whose_owner_left():
    s = GAME.setup(GAME.resolve("standard", {}, 3), ["human"] * 3, Chance(b"left"), 0).state
    seat = s.current
    GAME.apply(s, HOST, SeatLeft(seat), Chance(b""), 1)
    assert GAME.autopilot(s) == [seat]
    draw = DrawCard()
    with pytest.raises(Refused, match="NOT_A_PLAYER"):
        GAME.apply(s, seat, draw, Chance(b""), 2)
    assert GAME.apply(s, BotSeat(seat), draw, Chance(b""), 2).result["drawn"] == 1
    GAME.apply(s, HOST, SeatTaken(seat, "human"), Chance(b""), 3)
    assert GAME.autopilot(s) == []


def test_kicking_tells_everybody():
    s = GAME.setup(GAME.resolve("standard", {}, 3), ["human"] * 3, Chance(b"left"), 0).state
    told = GAME.apply(s, HOST, SeatKicked(1), Chance(b""), 1).events
    assert [t.public.kind for t in told] == ["player_kicked", "bot_takeover"]


@pytest.mark.parametrize(
    "vector",
    [
        {"kind": "dance"},
        {"kind": "play", "players": ["A", "B"], "setup": {}},
        {"kind": "deal", "players": ["A", "B"], "setup": {"dealer": "Z", "deck": []}},
        {"kind": "play", "preset": "nope", "players": ["A", "B"], "setup": {}},
    ],
)
def test_a_scenario_that_makes_no_sense_fails_and_says_why(vector):
    assert GAME.run_vector(vector)


def test_a_scenario_with_a_wrong_expectation_fails():
    hands = {"A": "red-5-9 blue-7-38 green-3-55", "B": "blue-1-26"}
    wrong = {"current": "A", "events": ["uno_called"], "noEvents": ["card_played"], "legal": {"B": []}, "nonsense": 1}
    assert len(differs(hands, plays("A", "red-5-9", expect=wrong))) == 5
    assert differs(hands, plays("A", "red-5-9", expect={"viewHas": {"B": ["blue-7-38"]}}))
    assert differs(hands, plays("A", "red-5-9", expect={"viewLacks": {"A": ["blue-7-38"]}}))
    assert differs(hands, plays("A", "red-5-9", expect={"privateTo": {"card_played": ["A"]}}))
    assert differs(hands, plays("A", "red-5-9", expect=refused("INVALID_CARD")))
