"""When rooms begin (arena.md 6.1), and how settings are read (8)."""

from __future__ import annotations

import logging

import pytest

from server.base.settings import SettingsError
from server.uno.arena.arena_settings import arena_settings
from server.uno.arena.countdown import Next, next_step


def step(**changed):
    usual = {"sandbox": False, "only_players": False, "joined": [], "heard": False, "countdown": None, "now": 100_000}
    return next_step(**{**usual, **changed})


def test_a_sandbox_begins_with_its_first_socket_or_ten_seconds_after_the_first_join():
    assert step(sandbox=True) == Next("wait")
    assert step(sandbox=True, joined=[95_000]) == Next("wait", 105_000)
    assert step(sandbox=True, joined=[95_000], heard=True) == Next("begin")
    assert step(sandbox=True, joined=[90_000]) == Next("begin")


def test_a_competitive_room_counts_down_with_two_people_or_thirty_seconds_after_the_first():
    assert step(joined=[90_000]) == Next("wait", 120_000)
    assert step(joined=[70_000]) == Next("count")
    assert step(joined=[99_000, 99_500]) == Next("count")


def test_a_room_for_players_only_waits_for_a_second_one():
    for sandbox in (False, True):
        assert step(sandbox=sandbox, only_players=True, joined=[1_000], heard=True) == Next("wait")
        assert step(sandbox=sandbox, only_players=True, joined=[1_000, 2_000]) == Next("count")


def test_a_countdown_runs_out_or_is_called_off():
    assert step(joined=[99_000, 99_000], countdown=105_000) == Next("wait", 105_000)
    assert step(joined=[99_000, 99_000], countdown=100_000) == Next("begin")
    assert step(joined=[99_000], countdown=105_000) == Next("cancel")
    assert step(only_players=True, joined=[1_000], countdown=105_000) == Next("cancel")


def test_settings_have_the_defaults_of_the_contract():
    chosen = arena_settings({})
    assert (chosen.host, chosen.target_score, chosen.turn_seconds, chosen.countdown_seconds) == (
        "127.0.0.1",
        1000,
        15,
        10,
    )
    assert (chosen.turn_gap, chosen.round_pause, chosen.challenge_seconds, chosen.seats) == (0.8, 5, 2, 4)
    assert (chosen.rate_limits, chosen.seed) == ("on", "")


def test_settings_become_options_of_the_presets():
    chosen = arena_settings({"ARENA_TURN_GAP": "0", "ARENA_CHALLENGE_SECONDS": "0", "ARENA_ROUND_PAUSE": "0.2"})
    options = chosen.overrides(only_players=True)
    assert options["turnGapMs"] == 1
    assert (options["wd4Challenge"], options["wd4Legality"]) == (False, "free")
    assert (options["roundBreakSeconds"], options["fillBots"]) == (1, False)


@pytest.mark.parametrize("wrong", [{"ARENA_SEATS": "1"}, {"ARENA_RATE_LIMITS": "maybe"}, {"ARENA_PORT": "x"}])
def test_a_setting_that_cannot_be_used_is_named(wrong):
    with pytest.raises(SettingsError, match=next(iter(wrong))):
        arena_settings(wrong)


def test_a_name_that_means_nothing_is_warned_of(caplog):
    caplog.set_level(logging.WARNING)  # whatever a command that ran before in this process has chosen
    assert arena_settings({"ARENA_TURN_GAPS": "1"}) == arena_settings({})
    assert "ARENA_TURN_GAPS is not a setting" in caplog.text


def test_deals_that_can_be_foreseen_are_for_loopback_only():
    assert arena_settings({"ARENA_SEED": "7"}, bound_to="127.0.0.1").seed == "7"
    for bound, environ in (("0.0.0.0", {}), ("127.0.0.1", {"ARENA_HOST": "192.168.1.5"})):
        with pytest.raises(SettingsError, match="ARENA_SEED"):
            arena_settings({"ARENA_SEED": "7", **environ}, bound_to=bound)
