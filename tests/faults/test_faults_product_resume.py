"""R7: clients that come back, after anything, know what the server knows, and are never silently stale."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
from functools import partial
from pathlib import Path

import aiohttp

from tests.faults.product_crowd import Crowd, Tabs, crowd
from tests.support.players import Lost, Player
from tests.support.playing import crazy_eights, moved_on
from tests.support.stores import until

NIGHTLY = bool(os.environ.get("NIGHTLY"))
RECONNECTS = 1000 if NIGHTLY else 200
ENOUGH_CROWDS = 4


class Wanderer(Tabs):
    """Watches a table, goes offline for a while, and comes back with their cursor."""

    async def wander(self, offline: float) -> None:
        await self.close()
        await asyncio.sleep(offline)  # what happens meanwhile is the test
        await self.come_back()


async def wandering(c: Crowd, session: aiohttp.ClientSession, reconnects: int, offline: float) -> list[Wanderer]:
    """People who look on at the tables and keep losing their connection while others play."""
    urls = [server.url for server in c.servers]
    watchers: list[Wanderer] = []
    for number, table in enumerate(c.tables * 2):
        watcher = Wanderer(f"w{number}", urls, random.Random(c.rng.random()), session)
        await watcher.connect(watcher.url)
        await watcher.enter(table.code, name=watcher.name)
        watchers.append(watcher)

    async def come_and_go(watcher: Wanderer) -> None:
        while sum(len(one.entries) for one in watchers) < reconnects:
            await watcher.wander(watcher.rng.random() * offline)
            await agreed(watcher)

    async with asyncio.TaskGroup() as group:
        for watcher in watchers:
            group.create_task(come_and_go(watcher))
    return watchers


async def missed(c: Crowd, watcher: Wanderer, frames: int) -> None:
    """Be away while the table makes this many moves."""
    playing = c.tables[0].players[0].belief
    at = playing.cursor[0]
    await watcher.close()
    await until(lambda: playing.cursor[0] > at + frames, 60)
    await watcher.come_back()


async def agreed(player: Tabs) -> None:
    """Their belief is held against a snapshot of the same moment."""
    async with asyncio.timeout(10):
        while True:
            try:
                if not player.here:
                    await player.come_back()
                if await player.agrees():
                    return
            except Lost:
                continue


async def test_players_who_come_back_see_what_the_server_sees(tmp_path: Path, rng: random.Random):
    """Offline for up to 1.5 s, in which rooms commit up to several times what their history keeps."""
    async with crowd(tmp_path, rng, 2) as c, aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        await c.sit(session, 8)
        async with asyncio.TaskGroup() as group:
            group.create_task(c.play(0.05))
            watchers = await wandering(c, session, RECONNECTS, 1.5)
            await missed(c, watchers[0], 500)
            assert not watchers[0].entries[-1], "more than is kept: the whole"
            await missed(c, watchers[0], 5)
            assert watchers[0].entries[-1], "a little: just that"
            c.end()
        await c.all_agree()
        for watcher in watchers:
            await agreed(watcher)
            await watcher.close()
        entries = [resumed for watcher in watchers for resumed in watcher.entries]
        assert len(entries) >= RECONNECTS


async def back_in_time(c: Crowd, folder: Path) -> list[list[int]]:
    """The store loses its last moments, as after a power cut with a weaker setting: kept files come back.

    Answers with the cursors everybody had before; they may be shown anew while the store is still starting.
    """
    files = c.store.folder / "appendonlydir"
    shutil.copytree(files, folder / "kept")
    table = c.tables[0]
    at = table.players[0].belief.cursor[0]
    await moves(c, 30)
    await until(lambda: table.players[0].belief.cursor[0] > at)
    stale = [player.belief.cursor for player in table.players]
    c.store.kill()
    shutil.rmtree(files)
    shutil.copytree(folder / "kept", files)
    await c.store.start()
    return stale


def is_past(player: Player, frame: int) -> bool:
    return player.belief.cursor[0] > frame


def is_before(player: Player, frame: int) -> bool:
    return player.belief.cursor[0] < frame


async def moves(c: Crowd, count: int) -> None:
    """This many moves at the first table, then silence."""
    players = c.tables[0].players
    for _ in range(count):
        for player in players:
            action = crazy_eights(player)
            if action is not None:
                at = player.belief.cursor
                await player.act(action)
                for one in players:
                    await one.until(partial(is_past, one, at[0]))
                break


async def rolled_back(c: Crowd, tmp_path: Path, session: aiohttp.ClientSession) -> None:
    """A room in which other things have happened under the same numbers; one who was away comes back to it."""
    await c.sit(session, 1)
    one, other = c.tables[0].players
    await moves(c, 3)
    files = c.store.folder / "appendonlydir"
    shutil.copytree(files, tmp_path / "kept")
    await moves(c, 3)
    seen = one.belief.cursor[0]
    await one.close()
    for server in c.servers:
        server.kill()
    c.store.kill()
    shutil.rmtree(files)
    shutil.copytree(tmp_path / "kept", files)
    await c.store.start()
    await asyncio.gather(*(asyncio.to_thread(server.start) for server in c.servers))
    other.belief.cursor, other.n = [], 0
    await other.come_back()
    # Chat is told under the numbers that lost moves have had.
    while other.belief.cursor[0] < seen:
        at = other.belief.cursor
        await other.ask("say", emote="clap")
        await other.until(partial(moved_on, other, at))
    await one.come_back()
    for player in (one, other):
        assert await player.agrees(), "nobody moves: whoever has come back knows it all"


async def test_after_a_rollback_of_the_store_everybody_gets_a_snapshot(tmp_path: Path, rng: random.Random):
    async with crowd(tmp_path, rng, 2) as c, aiohttp.ClientSession() as session:
        await rolled_back(c, tmp_path, session)
        assert c.tables[0].players[0].entries == [False], "their cursor is of another history"


async def test_without_the_tag_of_the_cursor_it_would_be_seen(tmp_path: Path, rng: random.Random):
    # The lost moves may have come to nothing: then another crowd sees it.
    for number in range(ENOUGH_CROWDS):
        folder = tmp_path / str(number)
        await asyncio.to_thread(folder.mkdir)
        async with crowd(folder, rng, 2, ["cursor"]) as c, aiohttp.ClientSession() as session:
            try:
                await rolled_back(c, folder, session)
            except AssertionError:
                return
    raise AssertionError(f"{ENOUGH_CROWDS} crowds have seen nothing")


async def test_those_who_stay_connected_through_a_rollback_get_a_snapshot(tmp_path: Path, rng: random.Random):
    """The workers live on: their feeds find that the store is elsewhere."""
    async with crowd(tmp_path, rng, 2) as c, aiohttp.ClientSession() as session:
        await c.sit(session, 1)
        await moves(c, 3)
        stale = await back_in_time(c, tmp_path)
        for player, at in zip(c.tables[0].players, stale, strict=True):
            await player.until(partial(is_before, player, at[0]))
            await agreed(player)
