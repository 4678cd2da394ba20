"""Penalties, timeouts, empty piles and free passes: uno.md 9, 13, 15."""

from games.api import HOST, SeatAway, SeatBack, WakeUp
from games.chance import Chance
from games.uno import GAME
from tests.games.uno.uno_scene import SERVER, dealt, differs, plays, refused, step

HANDS = {"A": "red-5-9 blue-7-38 green-3-55", "B": "blue-1-26 blue-2-28 red-1-1", "C": "green-4-57 green-5-59 red-2-3"}
FINES = {"illegalActionPenalty": 1, "outOfTurnPenalty": 2}


def test_each_marked_mistake_is_fined_and_the_third_ends_the_turn():
    assert not differs(
        HANDS,
        plays("A", "green-3-55", expect=refused("INVALID_CARD", penalty=1, counts={"A": 4}, current="A")),
        step("A", "SKIP_TURN", expect=refused("CANNOT_SKIP", penalty=1, turnNumber=1)),
        plays("A", "yellow-1-76", expect=refused("INVALID_CARD", penalty=1, current="B", counts={"A": 6})),
        plays("A", "red-5-9", expect=refused("NOT_YOUR_TURN", penalty=2)),
        options=FINES,
    )


def test_mistakes_of_form_are_never_fined():
    assert not differs(
        HANDS,
        plays("A", "red-9-18", expect=refused("CARD_NOT_IN_HAND", counts={"A": 3})),
        step("A", "DANCE", expect=refused("INVALID_ACTION")),
        step("A", "CALL_UNO", expect=refused("INVALID_UNO_CALL")),
        plays("A", "red-5-9", turn=4, expect=refused("STALE_ACTION")),
        step("B", "CHALLENGE_WD4", expect=refused("NOT_YOUR_TURN", counts={"B": 3})),
        options=FINES,
    )


def test_out_of_turn_is_fined_three_times_while_a_turn_lasts():
    late = [step("B", "DRAW_CARD", expect=refused("NOT_YOUR_TURN", penalty=2)) for _ in range(3)]
    assert not differs(
        HANDS,
        *late,
        step("B", "DRAW_CARD", expect=refused("NOT_YOUR_TURN", counts={"B": 9})),
        step("C", "SKIP_TURN", expect=refused("NOT_YOUR_TURN", penalty=2)),
        options=FINES,
        pile=[f"yellow-{v}-{75 + 2 * v - k}" for v in range(1, 7) for k in (1, 0)],
    )


def test_the_fine_names_the_option_even_when_the_piles_run_out():
    assert not differs(
        HANDS,
        plays("A", "green-3-55", expect=refused("INVALID_CARD", penalty=5, counts={"A": 5}, deckCount=0)),
        options={"illegalActionPenalty": 5},
        pile=("yellow-1-76", "yellow-1-77"),
    )


def test_the_third_mistake_counts_across_a_guilty_verdict():
    assert not differs(
        {"A": "wild-draw-four-104 red-2-3 blue-3-30", "B": "green-1-51 red-5-9 red-6-11", "C": "green-4-57"},
        plays("A", "wild-draw-four-104", chosenColor="green", uno=False),
        step("B", "SKIP_TURN", expect=refused("CANNOT_SKIP", penalty=1)),
        step("B", "CHALLENGE_WD4", expect={"guilty": True, "current": "B", "turnNumber": 2}),
        plays("B", "red-5-9", expect=refused("INVALID_CARD", penalty=1, current="B")),
        plays("B", "red-5-9", expect=refused("INVALID_CARD", penalty=1, current="C")),
        preset="official-500",
        options={"illegalActionPenalty": 1},
        pile=[f"yellow-{v}-{75 + 2 * v - k}" for v in range(1, 7) for k in (1, 0)],
    )


def test_a_timeout_in_a_turn_draws_and_passes_even_a_playable_card():
    assert not differs(
        HANDS,
        step(SERVER, "TIMEOUT", expect={"current": "B", "counts": {"A": 5}, "drawnCard": None}),
        options={"timeoutDraw": 2, "forcePlay": True, "drawUntilPlayable": True},
        pile=("red-6-11", "red-7-13", "red-8-15"),
    )
    assert not differs(
        HANDS,
        step(SERVER, "TIMEOUT", expect={"current": "B", "counts": {"A": 3}, "noEvents": ["cards_drawn"]}),
        options={"timeoutDraw": 0},
    )


def test_a_timeout_keeps_a_drawn_card_and_plays_a_compulsory_one():
    draws = step("A", "DRAW_CARD", expect={"phase": "drawn"})
    assert not differs(
        HANDS, draws, step(SERVER, "TIMEOUT", expect={"current": "B", "counts": {"A": 4}}), pile=("red-6-11",)
    )
    assert not differs(
        HANDS,
        draws,
        step(SERVER, "TIMEOUT", expect={"current": "B", "counts": {"A": 3}, "top": "wild-100", "color": "red"}),
        pile=("wild-100",),
        options={"forcePlay": True},
    )
    assert not differs(
        HANDS,
        draws,
        step(SERVER, "TIMEOUT", expect={"top": "red-7-13", "hands": {"B": HANDS["A"].split()}, "current": "B"}),
        pile=("red-7-13",),
        options={"forcePlay": True, "sevenSwap": True},
    )


def test_a_timeout_of_the_victim_gives_up_the_challenge():
    assert not differs(
        {"A": "wild-draw-four-104 blue-2-28 blue-3-30", "B": "green-1-51 red-5-9", "C": "green-4-57"},
        plays("A", "wild-draw-four-104", chosenColor="green"),
        step(
            SERVER,
            "TIMEOUT",
            expect={"counts": {"B": 6}, "current": "C", "events": ["turn_timeout", "cards_drawn", "turn_skipped"]},
        ),
        step("B", "DRAW_CARD", at=4500, expect=refused("STALE_ACTION")),
        step("B", "DRAW_CARD", at=5000, expect=refused("NOT_YOUR_TURN")),
        preset="official-500",
    )


def test_a_timeout_chooses_the_commonest_colour_and_the_turn_begins():
    assert not dealt(
        "ABC",
        "blue-1-26 red-2-3 red-3-5 blue-2-28 green-2-53 blue-3-30 wild-100 yellow-2-78 yellow-3-80",
        step(
            SERVER,
            "TIMEOUT",
            expect={"color": "blue", "phase": "turn", "current": "A", "turnNumber": 1, "events": ["color_chosen"]},
        ),
        preset="official-500",
    )


def test_an_explicit_turn_that_times_out_runs_its_effect():
    hands = {"A": "red-skip-19 blue-7-38 green-3-55", "B": "red-1-1", "C": "green-4-57", "D": "green-5-59"}
    assert not differs(
        hands,
        plays(
            "A", "red-skip-19", expect={"phase": "turnEnd", "current": "A", "legal": {"A": ["CALL_UNO", "SKIP_TURN"]}}
        ),
        step(SERVER, "TIMEOUT", expect={"current": "C", "events": ["turn_timeout", "turn_skipped", "turn_started"]}),
        preset="luogu",
    )


def test_a_bot_takes_over_after_timeouts_in_a_row():
    out = step(SERVER, "TIMEOUT")
    assert not differs(
        HANDS,
        out,
        out,
        out,
        step("A", "DRAW_CARD", at=9000, expect={"current": "B", "botSeats": []}),
        step(SERVER, "TIMEOUT", expect={"botSeats": ["B"], "events": ["bot_takeover"]}),
        step(SERVER, "TIMEOUT", expect={"botSeats": ["B", "C"]}),
        step(SERVER, "TIMEOUT", expect={"botSeats": ["B", "C"], "current": "B"}),
        step("C", "DRAW_CARD", at=17000, expect=refused("NOT_YOUR_TURN", botSeats=["B"])),
        options={"afkTimeouts": 2},
    )


def test_two_empty_draws_of_two_players_end_the_round_and_a_played_card_starts_the_count_again():
    hands = {"A": "red-5-9 blue-7-38", "B": "blue-1-26 blue-2-28"}
    assert not differs(
        hands,
        step("A", "DRAW_CARD", expect={"drawn": 0, "current": "B", "events": ["pile_exhausted", "turn_passed"]}),
        step("A", "SKIP_TURN", expect={"alreadyPassed": True}),
        step("B", "DRAW_CARD", expect={"matchOver": True, "matchWinners": ["B"], "roundWinner": None}),
        pile=(),
    )
    assert not differs(
        hands,
        step(SERVER, "TIMEOUT"),
        step(SERVER, "TIMEOUT", expect={"matchOver": True}),
        pile=(),
    )
    assert not differs(
        hands,
        step(SERVER, "TIMEOUT"),
        step(SERVER, "TIMEOUT", expect={"matchOver": False}),
        pile=(),
        options={"timeoutDraw": 0},
    )


def test_a_tied_stalemate_is_shared():
    assert not differs(
        {"A": "blue-5-34", "B": "green-5-59"},
        step("A", "DRAW_CARD"),
        step("B", "DRAW_CARD", expect={"matchWinners": ["A", "B"], "roundReason": "stalemate"}),
        pile=(),
        top="yellow-9-92",
        color="yellow",
    )


def test_an_empty_draw_in_explicit_mode_is_still_ended_by_hand():
    hands = {"A": "red-5-9 blue-7-38", "B": "red-1-1", "C": "green-4-57", "D": "green-5-59"}
    assert not differs(
        hands,
        step("A", "DRAW_CARD", expect={"drawn": 0, "phase": "turnEnd", "current": "A"}),
        step("A", "SKIP_TURN", expect={"current": "B"}),
        step("B", "DRAW_CARD"),
        step("B", "SKIP_TURN"),
        step("C", "DRAW_CARD"),
        step("C", "CALL_UNO"),
        step("C", "SKIP_TURN"),
        step("D", "DRAW_CARD", expect={"roundReason": "stalemate", "matchOver": True}),
        preset="luogu",
        pile=(),
    )


def test_a_draw_of_four_reshuffles_in_the_middle():
    assert not differs(
        {"A": "wild-draw-four-104 blue-2-28 blue-3-30", "B": "green-1-51 red-5-9"},
        plays(
            "A",
            "wild-draw-four-104",
            chosenColor="green",
            expect={
                "hands": {"B": ["green-1-51", "red-5-9", "yellow-1-76", "blue-5-34", "red-9-17"]},
                "events": ["pile_reshuffled", "pile_exhausted", "cards_drawn"],
                "deckCount": 0,
                "discardCount": 1,
            },
        ),
        under=("blue-5-34",),
        pile=("yellow-1-76",),
    )


def test_a_free_pass_lapses_with_the_next_draw():
    assert not differs(
        HANDS,
        step("A", "DRAW_CARD", expect={"current": "B"}),
        step("B", "DRAW_CARD", expect={"current": "C"}),
        step("C", "DRAW_CARD", expect={"current": "A"}),
        step("A", "SKIP_TURN", expect={"alreadyPassed": True, "current": "A"}),
        step("A", "SKIP_TURN", expect=refused("CANNOT_SKIP")),
        step("A", "DRAW_CARD", expect={"phase": "drawn"}),
        step("A", "SKIP_TURN", expect={"current": "B"}),
        step("A", "SKIP_TURN", expect=refused("NOT_YOUR_TURN")),
        pile=("yellow-1-76", "yellow-1-77", "yellow-2-78", "red-6-11"),
    )


def started(preset, players, **overrides):
    options = GAME.resolve(preset, overrides, players)
    return GAME.setup(options, ["human"] * players, Chance(b"timers"), 1000).state


def test_the_game_wakes_for_the_deadline_of_a_turn():
    s = started("standard", 3)
    wake = GAME.wake(s)
    assert wake.at == 31_000
    stale = GAME.apply(s, HOST, WakeUp("timeout", wake.at - 1), Chance(b""), wake.at)
    assert not stale.events
    fired = GAME.apply(s, HOST, wake.action, Chance(b""), wake.at)
    assert next(told.public.kind for told in fired.events) == "turn_timeout"


def test_with_unlimited_time_an_absent_player_is_waited_for_a_minute():
    s = started("luogu", 4)
    assert GAME.wake(s) is None
    seat = s.current
    GAME.apply(s, HOST, SeatAway(seat), Chance(b""), 2000)
    assert GAME.wake(s).at == 62_000
    GAME.apply(s, HOST, SeatBack(seat), Chance(b""), 3000)
    assert GAME.wake(s) is None
    GAME.apply(s, HOST, SeatAway(seat), Chance(b""), 4000)
    GAME.apply(s, HOST, GAME.wake(s).action, Chance(b""), 64_000)
    assert s.current != seat
    assert GAME.wake(s) is None
