"""Full matches of UNO, every preset, two to ten official clients, a worker killed in between."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT
from tests.support.players import Player
from tests.support.playing import moved_on, over, play_all, same_moments, sit_down, uno
from tests.support.served import serve
from tests.support.stores import until

PLAYERS = {"standard": 10, "official-500": 3, "arena-1000": 4, "arena-sandbox": 2, "family": 7, "luogu": 4}
# Without the limit of twenty messages a second, which a person never meets.
HURRIED = (sys.executable, str(ROOT / "bench" / "servers" / "paiju.py"))
# The match as the preset has it; only the pauses for human eyes are left out.
NO_WAITING = {"roundBreakSeconds": 0, "turnGapMs": 0, "fillBots": False}


async def test_full_matches_of_every_preset_outlive_a_killed_worker(tmp_path: Path, make):
    store = f"unix://{tmp_path}/a/data/db.sock"
    with serve(tmp_path / "a", program=HURRIED) as first, serve(tmp_path / "b", store=store, program=HURRIED) as second:
        urls = [first.url, second.url]
        tables = {}
        try:
            for preset, count in PLAYERS.items():
                tables[preset] = [make("python", f"{preset} {n}", urls) for n in range(count)]
                await sit_down(tables[preset], "uno", preset=preset, options=NO_WAITING)
            everybody = [player for players in tables.values() for player in players]
            for player in everybody:
                player.belief.moments = {}

            async def nemesis() -> None:
                await until(lambda: sum(player.belief.frames for player in everybody) > 40 * len(everybody), 60)
                unfinished = [preset for preset, players in tables.items() if not over(players[0])]
                second.kill()
                await asyncio.to_thread(second.start)
                assert len(unfinished) >= 4, f"too late: only {unfinished} were still playing"

            async with asyncio.timeout(120), asyncio.TaskGroup() as group:
                group.create_task(nemesis())
                for players in tables.values():
                    await players[0].ask("start")
                    group.create_task(play_all(players, uno))
            for preset, players in tables.items():
                ended = [player.belief.named("table") for player in players]
                assert all(table == ended[0] for table in ended), preset
                assert ended[0]["status"] == "ended", preset
                assert ended[0]["ranking"], preset
                assert same_moments(players), preset
            assert any(player.entries for player in everybody)
            assert all(all(player.entries) for player in everybody), "everybody resumed from their cursor"
            assert not [error for server in (first, second) for error in server.errors()]
        finally:
            await asyncio.gather(*(player.close() for players in tables.values() for player in players))


@pytest.mark.parametrize("kind", ["js", "python", "json"])
async def test_who_pays_for_a_mistake_plays_on(tmp_path: Path, make, kind: str):
    """Penalty cards are drawn, so the action counts although it is refused: the next one has the next number."""
    with serve(tmp_path) as server:
        people = [make(kind, f"P{n}", [server.url]) for n in range(2)]
        await sit_down(people, "uno", preset="arena-sandbox", options=NO_WAITING)
        await people[0].ask("start")
        for player in people:
            await player.until(lambda player=player: player.belief.named("table") is not None)
        turn = people[0].belief.named("table")["currentPlayer"]
        hasty, other = people[1 - turn], people[turn]
        held = other.belief.named("table")["players"][1 - turn]["cardCount"]  # nine when a draw two was turned up first
        assert (await hasty.act({"action": "DRAW_CARD"}))["refused"]["code"] == "NOT_YOUR_TURN"
        await other.until(lambda: other.belief.named("table")["players"][1 - turn]["cardCount"] == held + 2)
        async with asyncio.timeout(60):
            while hasty.n < 5:
                await something_happens(people)
        for player in people:
            await player.close()


async def something_happens(people: Sequence[Player]) -> None:
    """Everybody who may act does, and all hear of it; if nobody may, the game goes on by itself."""
    at, tried = [one.belief.cursor for one in people], False
    for player in people:
        before = player.n
        action = uno(player)
        if action is not None:
            tried = True
            await player.act(action)
        if player.n > before:
            break
    else:
        if tried:
            return  # refused, as a catch that comes too early is
    for one, seen in zip(people, at, strict=True):
        await one.until(partial(moved_on, one, seen))
