"""Slow bots think in another process, so that no table waits for them."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import Any, Final

import msgspec

from games.api import AnyGame, Json
from games.catalog import installed
from games.chance import Chance

PROCESSES: Final = 1
_pack: Final = msgspec.msgpack.Encoder().encode


class BotPool:
    """A process pool, started when a bot first ponders."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def think(
        self, game: AnyGame, table: Any, own: Any, seat: int, memory: bytes, chance: Chance, level: str
    ) -> Json:
        """What the bot at that level would do, as plain data."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(PROCESSES, mp_context=context, initializer=_undisturbed)
        seed = chance.secret()
        work = (game.id, _pack(table), _pack(own), seat, memory, seed, level)
        return await asyncio.get_running_loop().run_in_executor(self._pool, _think, *work)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def _undisturbed() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the worker, which ends the pool
    threading.Thread(target=_end_with_worker, daemon=True).start()


def _end_with_worker() -> None:
    """A worker that was killed cannot end its pool, which would wait for work forever."""
    worker = multiprocessing.parent_process()
    assert worker is not None
    worker.join()
    signal.raise_signal(signal.SIGKILL)  # from a thread, even while others are thinking


@cache
def _game(game_id: str) -> AnyGame:
    return installed(only=[game_id])[game_id]


def _think(game_id: str, table: bytes, own: bytes, seat: int, memory: bytes, seed: bytes, level: str) -> Json:
    game = _game(game_id)
    assert game.ponder is not None
    seen_table = msgspec.msgpack.decode(table, type=game.Table)
    seen_own = msgspec.msgpack.decode(own, type=game.Own)
    action = game.ponder(seen_table, seen_own, seat, memory, Chance(seed), level)
    return msgspec.to_builtins(action)
