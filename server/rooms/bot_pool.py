"""Slow bots think in another process, so that no table waits for them."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import multiprocessing.process
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache
from types import FrameType
from typing import Any, Final

import msgspec

from games.api import AnyGame, Json
from games.catalog import installed
from games.chance import Chance

from .guard import TooLong

PROCESSES: Final = 1
BUDGET_S: Final = 10.0
"""The time limit for one thought."""
STUCK_S: Final = 3 * BUDGET_S
NICE: Final = 10
"""Bots think in whatever time the workers leave, so that people's moves do not wait for them."""
log = logging.getLogger("paiju.rooms")
_pack: Final = msgspec.msgpack.Encoder().encode


class BotPool:
    """A process pool, started when a bot first ponders."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._children: set[multiprocessing.process.BaseProcess] = set()
        self._done = 0
        """Thoughts that have ended, one way or another."""

    async def think(
        self, game: AnyGame, table: Any, own: Any, seat: int, memory: bytes, chance: Chance, level: str
    ) -> Json:
        """The bot's action at that level, as plain data."""
        return await self.run(_think, game.id, _pack(table), _pack(own), seat, memory, chance.secret(), level)

    async def run(self, work: Callable[..., Json], *given: Any) -> Json:
        """Run `work` in the other process, which must be able to import it."""
        others = None
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(PROCESSES, mp_context=context, initializer=_undisturbed)
            others = set(multiprocessing.active_children())
        pool = self._pool
        try:
            thought = asyncio.get_running_loop().run_in_executor(pool, work, *given)
            if others is not None:  # the first thought has started the pool's only process
                self._children = set(multiprocessing.active_children()) - others
            self._watch(pool)
            return await thought
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None  # the next thought starts another one
            raise
        finally:
            self._done += 1

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _watch(self, pool: ProcessPoolExecutor) -> None:
        """Code that never returns to the interpreter gets no alarm, so a pool in which no thought ends is killed."""
        done = self._done

        def look() -> None:
            if self._done == done and self._pool is pool:
                log.error("killing the pool of thinking bots: no thought has ended in %s s", STUCK_S)
                for process in self._children:
                    process.kill()

        asyncio.get_running_loop().call_later(STUCK_S, look)


def _undisturbed() -> None:
    os.nice(NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the worker, which ends the pool
    threading.Thread(target=_end_with_worker, daemon=True).start()


def _end_with_worker() -> None:
    """Ends the pool if its worker was killed; otherwise it would wait for work forever."""
    worker = multiprocessing.parent_process()
    assert worker is not None
    worker.join()
    signal.raise_signal(signal.SIGKILL)  # kills the process from this thread, even in the middle of a thought


@cache
def loaded_game(game_id: str) -> AnyGame:
    return installed(only=[game_id])[game_id]


def _think(game_id: str, table: bytes, own: bytes, seat: int, memory: bytes, seed: bytes, level: str) -> Json:
    game = loaded_game(game_id)
    assert game.ponder is not None
    seen_table = msgspec.msgpack.decode(table, type=game.Table)
    seen_own = msgspec.msgpack.decode(own, type=game.Own)
    with within_budget(BUDGET_S):
        action = game.ponder(seen_table, seen_own, seat, memory, Chance(seed), level)
    return msgspec.to_builtins(action)


@contextmanager
def within_budget(seconds: float) -> Iterator[None]:
    """Cuts off a thought that takes longer, by raising TooLong in it."""
    signal.signal(signal.SIGALRM, _alarm)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _alarm(_: int, __: FrameType | None) -> None:
    raise TooLong
