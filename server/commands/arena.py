"""`paiju arena GAME --bots a,b`: bots against bots; counts the wins."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from games.api import Refused
from games.kit.arena import Stuck, arena

from .choice import game_named


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("--bots", required=True, help="the level of each seat, separated by commas")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", default="arena", help="seed of the matches, to repeat a result")
    parser.add_argument("--preset", default="")


def run(chosen: Namespace) -> int:
    game = game_named(chosen.game)
    levels = [level.strip() for level in chosen.bots.split(",")]
    if strange := [level for level in levels if level not in game.bot_levels]:
        print(f"{game.id} has no bot {strange[0]!r}; it has {', '.join(game.bot_levels)}", file=sys.stderr)
        return 2
    if len(levels) not in game.seats or chosen.games < 1 or (chosen.preset and chosen.preset not in game.presets):
        seats = f"{game.seats[0]} to {game.seats[-1]}"
        print(f"{game.id} takes {seats} bots, at least one game, and {', '.join(game.presets)}", file=sys.stderr)
        return 2
    try:
        scores = arena(game, levels, chosen.games, chosen.seed, preset=chosen.preset)
    except (Refused, Stuck) as problem:
        print(problem, file=sys.stderr)
        return 1
    print(f"{game.id}: {chosen.games} games, seed {chosen.seed}")
    for score in scores:
        print(
            f"{score.level:<16} {score.wins:8.1f} won  {score.rate:6.1%}  (95 %: {score.low:.1%} to {score.high:.1%})"
        )
    return 0
