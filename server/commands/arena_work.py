"""Shares deals among processes, adds up the results in order, and can save them to continue another time."""

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
"""The number of deals in a portion of work for a process."""
_AHEAD: Final = 4
"""The number of portions per process that are waiting at the same time."""


class Task(msgspec.Struct, frozen=True):
    """Everything that determines the matches: the same task gives the same figures on any number of processes."""

    game: str
    bots: tuple[str, ...]
    seed: str
    preset: str
    overrides: dict[str, Json] = {}
    programs: dict[str, str] = {}
    """The bots that are programs: their commands by name."""
    cheats: str = ""
    """The level whose first bot sees all hands, and its partners."""


class Kept(msgspec.Struct):
    """A task and its results so far, as saved in a file."""

    task: Task
    tally: Tally


class Differs(Exception):
    """The file belongs to another task."""


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
    """Continue after `before` up to `deals`, or until the first bot's share clearly differs from `until`."""
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
    """Make a process of the pool end its programs when it ends."""
    multiprocessing.util.Finalize(None, close_programs, exitpriority=1)


def _ends(first: int, deals: int, size: int) -> Iterator[tuple[int, int]]:
    """Portions of deals. They end at multiples of `size`, so that `is_decided` can look after each power of two."""
    while first < deals:
        end = min(deals, (first // size + 1) * size)
        yield first, end
        first = end


def kept(path: Path | None, task: Task) -> Tally:
    """The file's results for this task; empty if there is no file yet."""
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
    """Write the whole file or nothing, even if the program is stopped meanwhile."""
    body = {"task": task, "tally": tally, "figures": figures}
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(msgspec.json.format(msgspec.json.encode(body), indent=1))
    os.replace(beside, path)
