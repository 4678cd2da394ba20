"""What operators see of the arena: sessions, penalties, matches, and calls beyond the limits."""

from __future__ import annotations

from tests.arena.arena_client import Bot
from tests.arena.duel import duel
from tests.support.stores import free_port


async def test_sessions_penalties_and_matches_are_counted(serve):
    served = await serve()
    async with duel(served) as game:
        bot, _ = await game.turn()
        status, answer = await game.other(bot).act("draw")
        assert (status, answer["result"]["penaltyTitle"]) == (200, "Out of Turn")
        counted = served.rooms.metrics.text().decode().splitlines()
        assert 'paiju_connections{door="arena"} 2.0' in counted
        assert 'paiju_arena_penalties_total{title="Out of Turn"} 1.0' in counted
        assert 'paiju_matches_total{game="uno",what="began"} 1.0' in counted


async def test_calls_beyond_a_limit_are_counted(serve):
    port = free_port()
    served = await serve(rate_limits="on", host="127.0.0.1", port=port)
    async with Bot(f"http://127.0.0.1:{port}", "Ada", plays=False) as ada:
        statuses = [(await ada.post("/api/rooms", {}))[0] for _ in range(7)]
    assert statuses == [200] * 5 + [429] * 2
    counted = served.rooms.metrics.text().decode().splitlines()
    assert 'paiju_http_answers_total{status="429"} 2.0' in counted
    assert 'paiju_http_answers_total{status="200"} 5.0' in counted
