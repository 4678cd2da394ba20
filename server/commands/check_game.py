"""`paiju check-game NAME`: try a game against everything that hosts and players rely on."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import suppress

from games.api import AnyGame
from games.kit.suite import check_game
from games.simple.fields import who_sees
from games.texts import Unreadable, half_said
from server.offered_games import look

from .choice import game_named


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("--seed", default="kit", help="seed of the matches")


def run(chosen: Namespace) -> int:
    game = game_named(chosen.game)
    broken = 0
    for name, problem in _promises(game, chosen.seed):
        broken += problem is not None
        print(f"{'ok' if problem is None else 'BROKEN':<7} {name.replace('_', ' ')}", flush=True)
        if problem is not None:
            print(f"        {problem}")
    for line in who_sees(game):
        print(f"seen    {line}")
    with suppress(Unreadable):
        if said := half_said(game):
            print(f"warning {said}")
    print(f"{game.id} keeps every promise" if not broken else f"{game.id} breaks {broken} of its promises")
    return 1 if broken else 0


def _promises(game: AnyGame, seed: str) -> Iterator[tuple[str, object]]:
    yield from check_game(game, seed=seed)
    yield "can_be_offered", _offer(game)


def _offer(game: AnyGame) -> object:
    try:
        look(game)
    except Exception as error:  # a third-party game may raise anything
        return f"{type(error).__name__}: {error}"
    return None
