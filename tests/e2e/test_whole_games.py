"""Whole matches over several workers, with unmodified clients."""

from __future__ import annotations

import pytest

from tests.support.playing import whole_game
from tests.support.served import Served

TABLES = {
    "JavaScript": ["js"] * 4,
    "Python": ["python"] * 4,
    "plain JSON": ["json"] * 4,
    "mixed": ["js", "python", "json", "python"],
}


@pytest.mark.parametrize("kinds", TABLES.values(), ids=TABLES)
async def test_four_clients_play_to_the_end_over_two_servers(two: list[Served], make, kinds):
    urls = [server.url for server in two]
    await whole_game([make(kind, f"P{n}", [urls[n % 2]]) for n, kind in enumerate(kinds)])


@pytest.mark.parametrize("kinds", TABLES.values(), ids=TABLES)
async def test_four_clients_play_to_the_end_over_two_workers_of_one_server(pair: list[Served], make, kinds):
    (server,) = pair
    await whole_game([make(kind, f"P{n}", [server.url]) for n, kind in enumerate(kinds)])
