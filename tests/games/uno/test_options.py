"""Options, presets and what they refuse: uno.md 3 and 4."""

import msgspec
import pytest

from games.api import Refused
from games.chance import Chance
from games.uno import GAME
from games.uno.options import Options, pack, unpack


def verdict(preset="standard", players=None, **overrides):
    try:
        return GAME.resolve(preset, overrides, players)
    except Refused as refused:
        return refused.code, refused.params.get("option")


RANGES = {
    "minPlayers": (2, 10),
    "initialCards": (2, 9),
    "drawPenalty": (0, 10),
    "targetScore": (0, 10000),
    "maxRounds": (0, 100),
    "unoGraceMs": (0, 5000),
    "catchFailPenalty": (0, 10),
    "turnGapMs": (0, 5000),
    "illegalActionPenalty": (0, 10),
    "outOfTurnPenalty": (0, 10),
    "turnSeconds": (0, 300),
    "challengeSeconds": (0, 120),
    "timeoutDraw": (0, 4),
    "afkTimeouts": (0, 10),
    "roundBreakSeconds": (0, 60),
}


@pytest.mark.parametrize("name", RANGES)
def test_a_number_is_taken_within_its_range_and_refused_beyond(name):
    low, high = RANGES[name]
    for value in (low, high):
        assert isinstance(verdict(scoring="winner", **{name: value}), Options)
    high = 15 if name == "initialCards" else high
    for wrong in (low - 1, high + 1, True, 5.0, "5", None):
        assert verdict(scoring="winner", **{name: wrong}) == ("INVALID_OPTION", name)


def test_a_number_is_no_truth_value_and_a_word_must_be_known():
    assert verdict(jumpIn=1) == ("INVALID_OPTION", "jumpIn")
    assert verdict(stackMode="down") == ("INVALID_OPTION", "stackMode")
    assert verdict(stackMode=None) == ("INVALID_OPTION", "stackMode")
    assert verdict(nonsense=True) == ("INVALID_OPTION", "nonsense")


def test_an_unknown_preset_is_refused_before_anything_else():
    assert verdict("nope", zzz=1) == ("UNKNOWN_PRESET", None)
    assert verdict(3) == ("UNKNOWN_PRESET", None)


@pytest.mark.parametrize(
    ("overrides", "option"),
    [
        ({"minPlayers": 5, "maxPlayers": 4, "initialCards": 15}, "minPlayers"),
        ({"initialCards": 10}, "initialCards"),
        ({"wd4Challenge": True}, "wd4Challenge"),
        ({"wd4Legality": "bluff"}, "wd4Challenge"),
        ({"targetScore": 1}, "targetScore"),
        ({"maxRounds": 1}, "targetScore"),
        ({"unoEnforcement": "auto"}, "unoCallTiming"),
        ({"explicitEndTurn": True}, "explicitEndTurn"),
        ({"unoEnforcement": "endTurn"}, "explicitEndTurn"),
        ({"unoEnforcement": "endTurn", "explicitEndTurn": True, "jumpIn": True, "sevenSwap": True}, "jumpIn"),
        ({"unoEnforcement": "endTurn", "explicitEndTurn": True, "sevenSwap": True, "zeroRotate": True}, "sevenSwap"),
        ({"unoEnforcement": "endTurn", "explicitEndTurn": True, "zeroRotate": True}, "zeroRotate"),
        ({"unoEnforcement": "off", "catchFailPenalty": 1}, "catchFailPenalty"),
    ],
)
def test_options_that_do_not_go_together_name_the_one_at_fault(overrides, option):
    assert verdict(**overrides) == ("OPTION_CONFLICT", option)


def test_ninety_six_cards_may_be_dealt_and_the_real_number_of_players_counts():
    assert isinstance(verdict(initialCards=12, maxPlayers=8), Options)
    assert verdict(initialCards=12, maxPlayers=8, players=9) == ("OPTION_CONFLICT", "initialCards")
    assert isinstance(verdict(initialCards=15, players=6), Options)
    with pytest.raises(Refused) as refusal:
        GAME.setup(verdict(initialCards=15, players=6), ["human"] * 7, Chance(b""), 0)
    assert (refusal.value.code, refusal.value.params) == ("OPTION_CONFLICT", {"option": "initialCards"})


def test_practice_has_no_turn_timer_no_forbidding_and_its_own_board():
    options = verdict("arena-1000", sandbox=True)
    assert (options.turn_seconds, options.leave_policy, options.leaderboard) == (0, "drop", "sandbox")
    assert options.challenge_seconds == 2
    assert verdict(sandbox=True).leaderboard == "none"


@pytest.mark.parametrize("preset", GAME.presets)
def test_every_preset_is_valid_and_survives_its_short_form(preset):
    options = verdict(preset)
    assert unpack(pack(options)) == options
    assert len(pack(options)) <= 2


def test_the_short_form_keeps_every_override():
    options = verdict("family", drawPenalty=7, stackMode="up", turnSeconds=0, jumpIn=False)
    assert unpack(pack(options)) == options
    assert msgspec.to_builtins(options)["stackMode"] == "up"


def test_bots_fill_up_as_the_board_asks():
    assert GAME.fill_to(verdict()) == 2
    assert GAME.fill_to(verdict("arena-1000")) == 4
    assert GAME.fill_to(verdict("arena-1000", fillBots=False)) == 0
    assert GAME.seats_for(verdict("luogu")) == range(4, 5)
