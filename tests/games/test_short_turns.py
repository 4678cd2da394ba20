"""However short its turn, no bot loses it by thinking."""

from dataclasses import replace
from typing import Any

import pytest

from games.api import Plan
from games.catalog import installed
from games.kit.arena.match import play_match
from games.kit.arena.players import maker_of, measurable_levels
from games.kit.promise import options_of
from games.searching_bot import with_searching_bot
from games.shandong.events import TimedOut
from games.uno.events import TurnTimeout

GAMES = {name: with_searching_bot(game) for name, game in installed().items()}
SHORT_TURNS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "uno": ("luogu", 2, {"minPlayers": 2, "turnSeconds": 1, "timeoutDraw": 0, "turnGapMs": 5000, "unoGraceMs": 5000}),
    "shandong": ("short", 4, {"turnMs": 300, "buryMs": 300, "throwChoiceMs": 300, "startLevel": "K"}),
}
LOST = (TurnTimeout, TimedOut)


def played(name, level):
    """The events of a match among bots of the level whose turns are too short for their thoughts."""
    game, told = GAMES[name], []

    def apply(*given):
        step = GAMES[name].apply(*given)
        told.extend(one.public for one in step.events)
        return step

    preset, players, overrides = SHORT_TURNS[name]
    options = options_of(game, preset, players, overrides)
    play_match(replace(game, apply=apply), options, [maker_of(game, level)] * players, b"short")
    return told


SIMULATES = {"shandong": ("strong", "former-strong")}
"""Levels that take ten times as long from source."""


def every_level():
    for name in SHORT_TURNS:
        for level in measurable_levels(GAMES[name]):
            slow = level in SIMULATES.get(name, ())
            yield pytest.param(name, level, marks=[pytest.mark.compiled] if slow else [])


@pytest.mark.parametrize(("name", "level"), list(every_level()))
def test_bots_think_no_longer_than_their_turn(name, level):
    assert [event for event in played(name, level) if isinstance(event, LOST)] == []


def test_a_plan_is_due_after_three_quarters_of_what_is_left():
    assert Plan("play", 2_000).due(now=10_000) == 12_000
    assert Plan("play", 2_000, deadline=40_000).due(now=10_000) == 12_000
    assert Plan("play", 2_000, deadline=11_000).due(now=10_000) == 10_750


def test_a_plan_without_time_to_lose_is_thought_through():
    assert Plan("play", 2_000, deadline=10_000).due(now=10_000) == 12_000
