"""Whole games over several workers, with clients that nobody has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from tests.players import Player
from tests.playing import crazy_eights, play_all, same_moments, sit_down
from tests.served import Served

TABLES = {
    "JavaScript": ["js"] * 4,
    "Python": ["python"] * 4,
    "plain JSON": ["json"] * 4,
    "mixed": ["js", "python", "json", "python"],
}


async def whole_game(players: Sequence[Player]) -> None:
    for player in players:
        player.belief.moments = {}
    await sit_down(players, "crazy-eights")
    asked: list[bool] = []

    async def look(player: Player) -> None:
        # His turn: nobody else can move, so the room stands still.
        asked.append(await player.agrees())

    try:
        await players[0].ask("start")
        async with asyncio.timeout(60):
            await play_all(players, crazy_eights, before=look)
        assert len(asked) > 8
        assert all(asked), "whoever is on turn knows exactly what the server knows"
        assert same_moments(players) >= len(asked)
        assert [player.refused for player in players] == [[], [], [], []]
        tables = [player.belief.named("table") for player in players]
        assert all(table == tables[0] for table in tables)
        assert tables[0]["winners"]
        for player in players:
            assert await player.agrees()
    finally:
        for player in players:
            await player.close()


@pytest.mark.parametrize("kinds", TABLES.values(), ids=TABLES)
async def test_four_clients_play_to_the_end_over_two_servers(two: list[Served], make, kinds):
    urls = [server.url for server in two]
    await whole_game([make(kind, f"P{n}", [urls[n % 2]]) for n, kind in enumerate(kinds)])


@pytest.mark.parametrize("kinds", TABLES.values(), ids=TABLES)
async def test_four_clients_play_to_the_end_over_two_workers_of_one_server(pair: list[Served], make, kinds):
    (server,) = pair
    await whole_game([make(kind, f"P{n}", [server.url]) for n, kind in enumerate(kinds)])
