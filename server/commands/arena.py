"""`paiju arena GAME --bots a,b`: measures bots against one another on mirrored deals (docs/bots.md)."""

from __future__ import annotations

import os
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from games.api import AnyGame, Refused
from games.chance import Chance
from games.kit.arena.match import Stuck
from games.kit.arena.players import measurable_levels
from games.kit.arena.series import deals_for
from games.kit.arena.tally import Tally
from games.kit.choices import drawn_overrides
from games.kit.promise import options_of, seats_of

from .arena_report import Progress, figures, lines
from .arena_work import Differs, Task, go_on, keep, kept
from .choice import game_named

Json = Any
_SAVE_S = 5.0
_DRAWS = 1_000
"""How often, for each set, options are drawn until they allow this number of seats."""


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("--bots", required=True, help="a level or a program for each seat, separated by commas")
    parser.add_argument("--games", type=int, default=100, help="at least this many; each deal from every seat")
    parser.add_argument("--seed", default="arena", help="names the matches, so that a figure can be had again")
    parser.add_argument("--preset", default="")
    parser.add_argument("--set", type=_option, action="append", default=[], metavar="OPTION=VALUE", help="of the rules")
    parser.add_argument(
        "--exec", type=_program, action="append", default=[], metavar="NAME=COMMAND", help="a program that plays"
    )
    parser.add_argument(
        "--cheat",
        default="",
        metavar="LEVEL",
        help="the first bot of this level sees all hands, and so do its partners",
    )
    parser.add_argument("--drawn", type=int, default=0, metavar="SETS", help="this many random sets of options")
    parser.add_argument("--processes", type=int, default=1, help="0: as many as there are cores")
    parser.add_argument(
        "--until",
        type=float,
        nargs="?",
        const=0.0,
        metavar="SHARE",
        help="stop once the first bot's share is clearly above or below; without a SHARE: that of chance",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep all figures there, and go on from what it has")


def _option(words: str) -> tuple[str, Json]:
    name, _, value = words.partition("=")
    try:
        return name, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return name, value


def _program(words: str) -> tuple[str, str]:
    name, _, command = words.partition("=")
    if not name or not command:
        raise ArgumentTypeError("it is NAME=COMMAND")
    return name, command


def run(chosen: Namespace) -> int:
    game = game_named(chosen.game)
    task = Task(
        game.id,
        tuple(name.strip() for name in chosen.bots.split(",")),
        chosen.seed,
        chosen.preset or next(iter(game.presets)),
        dict(chosen.set),
        dict(chosen.exec),
        chosen.cheat,
    )
    if problem := _problem(game, task, chosen):
        print(problem, file=sys.stderr)
        return 2
    try:
        return _drawn(game, task, chosen) if chosen.drawn else _one(task, chosen, chosen.json)
    except (Refused, Stuck) as problem:
        print(problem, file=sys.stderr)
        return 1
    except Differs as problem:
        print(problem, file=sys.stderr)
        return 2


def _problem(game: AnyGame, task: Task, chosen: Namespace) -> str:
    """The reason why this task cannot be played; empty if it can."""
    levels = measurable_levels(game)
    if strange := [name for name in task.bots if name not in levels and name not in task.programs]:
        return f"{game.id} has no bot {strange[0]!r}; it has {', '.join(levels)}"
    if task.cheats and (task.cheats not in task.bots or task.cheats in task.programs):
        return f"--cheat names one of the levels that play; {task.cheats!r} does not"
    if len(task.bots) not in game.seats or chosen.games < 1 or task.preset not in game.presets:
        seats = f"{game.seats[0]} to {game.seats[-1]}"
        return f"{game.id} takes {seats} bots, at least one game, and {', '.join(game.presets)}"
    return ""


def _one(task: Task, chosen: Namespace, path: Path | None) -> int:
    tally = _measured(task, chosen, path)
    print(f"{task.game}: {tally.scores[0].games} games, seed {task.seed}")
    print(*lines(tally), sep="\n")
    return 0


def _measured(task: Task, chosen: Namespace, path: Path | None) -> Tally:
    deals = deals_for(chosen.games, len(task.bots))
    until = None if chosen.until is None else chosen.until or 1 / len(task.bots)
    progress, saved = Progress(deals), time.monotonic()

    def seen(tally: Tally) -> None:
        nonlocal saved
        progress(tally)
        if path is not None and time.monotonic() - saved > _SAVE_S:
            saved = time.monotonic()
            keep(path, task, tally, [figures(score) for score in tally.scores])

    tally = go_on(task, kept(path, task), deals, chosen.processes or os.cpu_count() or 1, until, seen)
    progress.over()
    if path is not None:
        keep(path, task, tally, [figures(score) for score in tally.scores])
    return tally


def _drawn(game: AnyGame, task: Task, chosen: Namespace) -> int:
    """Print a line for each set of options, and the number of sets in which the first bot is clearly below chance."""
    reversed_sets = 0
    for number, (preset, overrides) in enumerate(_sets(game, task, chosen.drawn), 1):
        path = chosen.json and chosen.json.with_name(f"{chosen.json.stem}-{number}{chosen.json.suffix}")
        of_set = msgspec.structs.replace(task, preset=preset, overrides=overrides, seed=f"{task.seed}/{number}")
        first = _measured(of_set, chosen, path).scores[0]
        low, high = first.interval
        reversed_sets += high < 1 / len(task.bots)
        options = " ".join(f"{name}={msgspec.json.encode(value).decode()}" for name, value in sorted(overrides.items()))
        print(
            f"{number:4} {first.rate:6.1%} ({low:.1%} to {high:.1%}) of {first.games}  {preset} {options}", flush=True
        )
    print(f"{task.game}: {chosen.drawn} sets of options, in {reversed_sets} {task.bots[0]} is worse than chance")
    return 0


def _sets(game: AnyGame, task: Task, number: int) -> Iterator[tuple[str, dict[str, Json]]]:
    """Random sets of options that allow this number of seats. Options from `--set` are in each of them."""
    whim = Chance(f"{task.seed}/options".encode())
    for _ in range(number * _DRAWS):
        if not number:
            return
        preset = whim.choice(list(game.presets))
        overrides = {**drawn_overrides(game, preset, whim), **task.overrides}
        try:
            fits = len(task.bots) in seats_of(game, preset, overrides)
            options_of(game, preset, len(task.bots), overrides)
        except Refused:
            continue
        if fits:
            number -= 1
            yield preset, overrides
