"""`paiju games`: lists the installed games."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from games import texts
from server.offered_games import offered


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--language", choices=texts.LANGUAGES, default="en-US")


def run(chosen: Namespace) -> int:
    games, skipped = offered()
    for game in games.values():
        words = texts.texts(game)[chosen.language]
        seats = f"{game.seats[0]}-{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
        print(f"{game.id:<16} {words['game.name']} · {seats} · {', '.join(game.presets)}")
        print(f"{'':<16} {words['game.about']}")
    for problem in skipped:
        print(f"skipped: {problem}", file=sys.stderr)
    return 0
