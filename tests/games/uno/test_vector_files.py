"""Scenario files from elsewhere: what they may leave out, and how a scenario that cannot be played fails."""

import pytest

from games.uno import GAME

SPARSE = {
    "kind": "play",
    "players": ["A", "B"],
    "setup": {"discard": ["red-9-17"], "drawPile": ["red-1-1"]},
}


def run(**changes):
    return GAME.run_vector({**SPARSE, **changes})


def test_a_scenario_may_leave_out_whatever_has_a_natural_value():
    assert run() == []
    assert run(steps=[{"player": "A", "action": "DRAW_CARD"}]) == []
    final = {"phase": "turn", "current": "A", "color": "red", "direction": 1, "turnNumber": 1, "hands": {"B": []}}
    assert run(final=final) == []


def test_an_expected_null_matches_an_absent_value():
    expect = {"drawn": 1, "code": None, "penalty": None, "roundWinner": None, "matchWinners": None}
    assert run(steps=[{"player": "A", "action": "DRAW_CARD", "payload": None, "expect": expect}]) == []


def test_seats_of_a_room_do_not_matter_to_a_scenario_in_play():
    assert run(options={"minPlayers": 9, "maxPlayers": 3}) == []


def test_an_expectation_nobody_knows_is_a_difference():
    assert run(final={"mood": "good"}) == ["final: unknown expectation 'mood'"]


def test_the_server_and_strangers_are_answered_like_anybody_without_a_seat():
    refused = {"ok": False, "code": "NOT_A_PLAYER"}
    steps = [
        {"player": "@server", "action": "PLAY_CARD", "payload": ["?"], "expect": refused},
        {"player": "@server", "action": "LEAVE", "expect": refused},
        {"player": None, "action": None, "expect": refused},
        {"player": "A", "action": None, "expect": {"ok": False, "code": "INVALID_ACTION"}},
    ]
    assert run(steps=steps, final={"legal": {"@spectator": []}, "viewHas": {"@spectator": ["A", "red-9-17"]}}) == []


@pytest.mark.parametrize(
    "broken",
    [
        {"kind": "novel"},
        {"kind": []},
        {"kind": "options"},
        {"kind": "bot"},
        {"kind": "highCard", "draws": []},
        {"kind": "deal"},
        {"players": None},
        {"setup": None},
        {"setup": {"discard": ["purple-1-1"]}},
        {"setup": {"discard": ["red-9-17"], "current": "Z"}},
        {"preset": ["standard"]},
        {"options": {"wd4Challenge": True}},
        {"options": ["jumpIn"]},
        {"steps": [{}]},
        {"steps": [{"player": "A", "action": "DRAW_CARD", "expect": {"events": 7}}]},
        {"steps": [{"player": "A", "action": "DRAW_CARD", "at": "noon"}]},
    ],
)
def test_a_scenario_that_cannot_be_played_fails_with_a_reason(broken):
    (reason,) = run(**broken)
    assert reason


def test_a_deck_that_can_never_open_the_discard_pile_fails():
    deck = ["red-1-1", "red-2-3", "red-3-5", "blue-1-26", "wild-100", "wild-101"]
    vector = {"kind": "deal", "players": ["A", "B"], "options": {"initialCards": 2}, "setup": {"deck": deck}}
    assert "may open the discard pile" in GAME.run_vector(vector)[0]
