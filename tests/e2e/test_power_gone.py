"""`paiju serve` dies with everything that belongs to it, and comes back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.support.playing import crazy_eights, play_all, same_moments, sit_down
from tests.support.served import serve
from tests.support.stores import until

KINDS = ["js", "python", "json", "python"]


@pytest.mark.parametrize("workers", [1, 2])
async def test_a_room_goes_on_after_kill_nine_of_all_processes(tmp_path: Path, make, workers: int):
    """The group of processes and the store itself are killed twice in one game."""
    with serve(tmp_path, workers=workers) as server:
        players = [make(kind, f"P{n}", [server.url]) for n, kind in enumerate(KINDS)]
        watched = players[1]
        for player in players:
            player.belief.moments = {}
        restarts = []

        async def nemesis() -> None:
            for frames in (8, 16):

                def reached(at: int = frames) -> bool:
                    return watched.belief.frames >= at

                await until(reached)
                server.kill(with_store=True)
                await asyncio.to_thread(server.start)
                restarts.append(watched.belief.frames)

        try:
            await sit_down(players, "crazy-eights")
            await players[0].ask("start")
            async with asyncio.timeout(60), asyncio.TaskGroup() as group:
                group.create_task(nemesis())
                group.create_task(play_all(players, crazy_eights))
            assert len(restarts) == 2
            for player in players:
                assert player.entries, "they came back"
                assert all(player.entries), "from their cursor, not anew"
                assert len(player.accepted) == player.n, "every number was accepted once"
                await player.agrees()
            assert same_moments(players)
            assert not server.errors()
        finally:
            for player in players:
                await player.close()
