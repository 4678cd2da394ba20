"""`paiju playthrough GAME`: prints a match as text, for reading or as a golden file for tests."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from games.kit.playthrough import check_playthrough, playthrough
from games.kit.promise import Broken, seats_of

from .choice import game_named


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--preset")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--lines", type=int, default=60)
    parser.add_argument("--check", type=Path, metavar="FILE", help="play FILE again and say where it differs")


def run(chosen: Namespace) -> int:
    game = game_named(chosen.game)
    if chosen.check:
        try:
            check_playthrough(game, chosen.check.read_text(encoding="utf-8"))
        except (OSError, Broken) as problem:
            print(problem, file=sys.stderr)
            return 1
        return 0
    preset = chosen.preset or next(iter(game.presets))
    if preset not in game.presets:
        print(f"{game.id} has no preset {preset}; it has {', '.join(game.presets)}", file=sys.stderr)
        return 2
    seats = seats_of(game, preset)
    if chosen.seats is not None and chosen.seats not in seats:
        print(f"{game.id}, preset {preset}, is played by {', '.join(map(str, seats))}", file=sys.stderr)
        return 2
    print(playthrough(game, preset, chosen.seats or seats[0], chosen.seed, lines=chosen.lines), end="")
    return 0
