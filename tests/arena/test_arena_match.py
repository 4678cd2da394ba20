"""Whole matches of clients that know nothing but the contract page (arena-api.md 10)."""

from __future__ import annotations

import asyncio
import json

from tests.arena.arena_client import Bot


async def test_a_client_with_long_polling_alone_plays_a_whole_sandbox_match(serve):
    served = await serve()
    async with Bot(served.url, "Ada") as ada:
        room = await ada.create(sandbox=True)
        status, answer = await ada.join(room, sandbox=True)
        assert status == 200
        assert answer["roomId"] == room
        await ada.connect()
        end = await ada.until("gameEnd", seconds=60)
        assert end["reason"] == "played_out"
        assert len(ada.events("gameStart")) == 1
        async with asyncio.timeout(5):
            await ada.closed.wait()
        assert len(ada.events("gameEnd")) == 1
        scores = [p["score"] for p in end["players"]]
        assert scores == sorted(scores, reverse=True)
        assert end["players"][0]["id"] == end["winner"]["id"]
        assert end["score"] >= 40
        fines = [a for a in ada.answers if a[2].get("result", {}).get("penalty")]
        assert fines == []


async def test_two_bots_meet_by_find_join_and_see_nothing_that_is_not_theirs(serve):
    served = await serve()
    async with Bot(served.url, "Ada") as ada, Bot(served.url, "Bob") as bob:
        room = await ada.create(sandbox=True)
        await ada.join(room, sandbox=True, only=True)
        await ada.connect()
        status, answer = await bob.post("/api/rooms/find-join", bob.who(isSandbox=True, playerName="ada"))
        assert status == 200, answer
        bob.room, bob.token = answer["roomId"], answer["playerId"]
        assert bob.room == room
        await bob.connect()
        await asyncio.gather(ada.until("gameEnd", seconds=60), bob.until("gameEnd", seconds=60))
        for one, other in ((ada, bob), (bob, ada)):
            received = json.dumps([one.heard, one.answers])
            assert other.token not in received
            assert all(p.get("hand") is None for p in one.events("turn") if p["playerId"] != one.token)
            assert all("card" not in p for p in one.events("action") if p["type"] == "draw")
