"""Thoughts in another process: they have a budget, and a process that dies takes only its own along."""

from __future__ import annotations

import asyncio
import os
import signal
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import Any

import crazy_eights
import msgspec
import pytest

from games.catalog import installed
from games.chance import Chance
from games.searching_bot import with_searching_bot
from games.shandong.state import Phase
from server.rooms import bot_pool, guard
from tests.games import tricks_for_points

GAME = installed(only=["shandong"])["shandong"]


def thinking() -> tuple[Any, int]:
    """A position in the middle of a trick, and whose turn it is."""
    options = GAME.resolve(next(iter(GAME.presets)), {}, 4)
    state, chance = GAME.setup(options, ["bot"] * 4, Chance(b"pool"), 0).state, Chance(b"go")
    for number in range(1, 2000):
        if state.phase is Phase.playing:
            break
        acted = False
        for seat in GAME.may_act(state):
            plan = GAME.bot(GAME.table(state), GAME.own(state, seat), seat, [], b"", chance, "normal")
            if plan.action is not None:
                state, acted = GAME.apply(state, seat, plan.action, Chance(b"pool", number), number).state, True
                break
        if not acted:
            wake = GAME.wake(state)
            state = GAME.apply(state, -1, wake.action, Chance(b"pool", number), wake.at).state
    seat = next(iter(GAME.to_act(state)))
    return state, seat


def test_a_thought_past_its_budget_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def for_ever(*_: Any) -> Any:
        while True:
            pass

    game = replace(crazy_eights.GAME, ponder=for_ever)
    monkeypatch.setattr(bot_pool, "loaded_game", lambda _: game)
    monkeypatch.setattr(bot_pool, "BUDGET_S", 0.05)
    options = msgspec.convert({}, game.Options)
    state = game.setup(options, ["bot"] * 2, Chance(b"x"), 0).state
    table, own = (msgspec.msgpack.encode(view) for view in (game.table(state), game.own(state, 0)))
    before = signal.getsignal(signal.SIGALRM)
    try:
        with pytest.raises(guard.TooLong):
            bot_pool._think("crazy-eights", table, own, 0, b"", b"seed", "simple")
    finally:
        signal.signal(signal.SIGALRM, before)


def test_a_bot_that_searches_thinks_there_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    game = with_searching_bot(tricks_for_points.GAME)
    monkeypatch.setattr(bot_pool, "loaded_game", lambda _: game)
    state = tricks_for_points.dealt([20, 2], [5, 21, 29], trick=[19, tricks_for_points.NOBODY], gone=[19])
    table, own = (msgspec.msgpack.encode(view) for view in (game.table(state), game.own(state, 1)))
    before = signal.getsignal(signal.SIGALRM)
    try:
        assert bot_pool._think(game.id, table, own, 1, b"", b"seed", "strong") == {"type": "play", "card": 21}
    finally:
        signal.signal(signal.SIGALRM, before)


async def test_after_its_process_has_died_the_next_thought_has_another() -> None:
    state, seat = thinking()
    pool = bot_pool.BotPool()
    view = (GAME.table(state), GAME.own(state, seat), seat, b"", Chance(b"x"), "strong")
    try:
        first = await pool.think(GAME, *view)
        assert pool._pool is not None
        for process in pool._pool._processes.values():
            os.kill(process.pid, signal.SIGKILL)
        with pytest.raises(BrokenProcessPool):
            await pool.think(GAME, *view)
        assert type(await pool.think(GAME, *view)) is type(first)
    finally:
        pool.close()


async def test_thoughts_take_the_time_that_the_worker_leaves() -> None:
    state, seat = thinking()
    pool = bot_pool.BotPool()
    try:
        await pool.think(GAME, GAME.table(state), GAME.own(state, seat), seat, b"", Chance(b"x"), "strong")
        [child] = pool._children
        mine, its = (os.getpriority(os.PRIO_PROCESS, pid) for pid in (0, child.pid or 0))
        assert its == min(19, mine + bot_pool.NICE)
    finally:
        pool.close()


async def test_a_pool_in_which_nothing_ends_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    state, seat = thinking()
    pool = bot_pool.BotPool()
    view = (GAME.table(state), GAME.own(state, seat), seat, b"", Chance(b"x"), "strong")
    try:
        await pool.think(GAME, *view)
        assert pool._pool is not None
        monkeypatch.setattr(bot_pool, "STUCK_S", 0.2)
        for process in pool._pool._processes.values():
            os.kill(process.pid, signal.SIGSTOP)
        with pytest.raises(BrokenProcessPool):
            async with asyncio.timeout(20):
                await pool.think(GAME, *view)
    finally:
        pool.close()
