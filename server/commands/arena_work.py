"""How deals are shared among processes, counted in their order, and gone on with another time."""

from __future__ import annotations

import multiprocessing
import multiprocessing.util
import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import msgspec

from games.catalog import installed
from games.kit.arena.cheating import cheating, cheats_with
from games.kit.arena.players import Maker, maker_of
from games.kit.arena.series import Series, is_decided
from games.kit.arena.tally import Tally
from games.kit.promise import options_of

from .arena_program import close_programs, program_maker

Json = Any
_AT_ONCE: Final = 8
"""Deals that a process is given at a time."""
_AHEAD: Final = 4
"""Such portions for each process."""


class Task(msgspec.Struct, frozen=True):
    """Everything that decides what is played: the same task gives the same figures, on as many processes as may be."""

    game: str
    bots: tuple[str, ...]
    seed: str
    preset: str
    overrides: dict[str, Json] = {}
    programs: dict[str, str] = {}
    """Commands by the name of the bot that they are."""
    cheats: str = ""
    """The level whose first bot sees all hands, and its partners."""


class Kept(msgspec.Struct):
    """A task as far as it has come, as it lies in a file."""

    task: Task
    tally: Tally


class Differs(Exception):
    """The file is of another task."""


def series_of(task: Task) -> Series:
    game = installed(only=[task.game])[task.game]
    cheats = cheats_with(game, task.bots, task.bots.index(task.cheats)) if task.cheats else set()
    makers: list[Maker] = [
        cheating(name)
        if entry in cheats
        else program_maker(task.programs[name])
        if name in task.programs
        else maker_of(game, name)
        for entry, name in enumerate(task.bots)
    ]
    names = [f"{name} (cheats)" if entry in cheats else name for entry, name in enumerate(task.bots)]
    options = options_of(game, task.preset, len(names), task.overrides)
    return Series(game, names, makers, options, task.seed, repeats=not task.programs)


@lru_cache(maxsize=1)
def _series(task: bytes) -> Series:
    return series_of(msgspec.json.decode(task, type=Task))


def _work(task: bytes, first: int, last: int) -> Tally:
    return _series(task).deals(first, last)


def go_on(
    task: Task, before: Tally, deals: int, processes: int, until: float | None, seen: Callable[[Tally], None]
) -> Tally:
    """From where it stood up to so many deals, or until the first bot's share is clearly not `until`."""
    tally = before
    with closing(_portions(task, before.deals, deals, processes)) as portions:
        for portion in portions:
            tally.join(portion)
            seen(tally)
            if until is not None and is_decided(tally, until):
                break
    return tally


def _portions(task: Task, first: int, deals: int, processes: int) -> Generator[Tally, None, None]:
    ends = list(_ends(first, deals, _AT_ONCE))
    encoded = msgspec.json.encode(task)
    if processes == 1:
        try:
            for start, end in ends:
                yield _work(encoded, start, end)
        finally:
            _series.cache_clear()
            close_programs()
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context, initializer=_tidy) as pool:
        waiting: list[Future[Tally]] = []
        try:
            for start, end in ends:
                waiting.append(pool.submit(_work, encoded, start, end))
                if len(waiting) >= processes * _AHEAD:
                    yield waiting.pop(0).result()
            while waiting:
                yield waiting.pop(0).result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _tidy() -> None:
    """A process of the pool ends its programs with itself."""
    multiprocessing.util.Finalize(None, close_programs, exitpriority=1)


def _ends(first: int, deals: int, size: int) -> Iterator[tuple[int, int]]:
    """Portions that end where is looked: at powers of two, which are multiples of their size."""
    while first < deals:
        end = min(deals, (first // size + 1) * size)
        yield first, end
        first = end


def kept(path: Path | None, task: Task) -> Tally:
    """What the file has of this task; nothing if there is none yet."""
    if path is None or not path.exists():
        return Tally()
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Kept)
    except msgspec.DecodeError as error:
        raise Differs(f"{path} is no arena's: {error}") from None
    if found.task != task:
        raise Differs(f"{path} is of other bots, rules or another seed")
    return found.tally


def keep(path: Path, task: Task, tally: Tally, figures: Sequence[Mapping[str, Json]]) -> None:
    """The whole file or none of it, whenever it is stopped."""
    body = {"task": task, "tally": tally, "figures": figures}
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(msgspec.json.format(msgspec.json.encode(body), indent=1))
    os.replace(beside, path)
