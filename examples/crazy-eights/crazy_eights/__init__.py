"""Crazy Eights as a Paiju game."""

from games.simple import game_of

from . import rules

GAME = game_of(
    rules,
    "crazy-eights",
    seats=range(2, 7),
    presets={"standard": {}, "timed": {"turnSeconds": 30}},
    events=[rules.Drew, rules.Recycled],
    reveals=[rules.Opened],
    bot_levels=["simple"],
)
