"""Whole matches with clients that know only the contract page (arena.md 10)."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from tests.arena.arena_client import Bot
from tests.support.stores import until


async def test_a_client_with_only_long_polling_plays_a_whole_sandbox_match(serve):
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


async def test_two_bots_meet_by_find_join_and_see_only_what_is_theirs(serve):
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


async def test_a_match_that_ended_by_score_is_booked_once_on_its_own_board(serve):
    served = await serve(target_score=1)
    async with Bot(served.url, "Ada") as ada, Bot(served.url, "Bob") as bob:
        room = await ada.create()
        for bot in (ada, bob):
            await bot.join(room, only=True)
            await bot.connect()
        end = await ada.until("gameEnd", seconds=60)
        winner = end["winner"]["name"]

        async def booked() -> bool:
            return bool((await ada.get("/api/leaderboard"))[1]["leaderboard"])

        await until(booked)
        _, board = await ada.get("/api/leaderboard")
        assert board["sandbox"] is False
        first, second = board["leaderboard"]
        assert (first["rank"], first["name"], first["gamesPlayed"], first["wins"], first["winRate"]) == (
            1, winner, 1, 1, 1.0,
        )  # fmt: skip
        assert first["totalPoints"] == end["score"]
        assert (second["wins"], second["gamesPlayed"]) == (0, 1)
        assert len(first["tag"]) == 4
        for secret in (ada.token, bob.token, ada.mac, bob.mac):
            assert secret not in json.dumps(board)
        assert (await ada.get("/api/leaderboard?sandbox=true"))[1]["leaderboard"] == []
        assert (await ada.get("/api/v1/boards/arena"))[1]["rows"] == board["leaderboard"]
        assert (await ada.get("/api/v1/boards/nonsense"))[0] == 404


async def test_two_players_on_two_workers_play_a_match(serve):
    one, two = await serve(), await serve()
    async with Bot(one.url, "Ada") as ada, Bot(two.url, "Bob") as bob:
        room = await ada.create(sandbox=True)
        for bot in (ada, bob):
            status, _ = await bot.join(room, sandbox=True, only=True)
            assert status == 200
            await bot.connect()
        ends = await asyncio.gather(ada.until("gameEnd", seconds=60), bob.until("gameEnd", seconds=60))
        assert ends[0]["winner"]["name"] == ends[1]["winner"]["name"]
        for bot in (ada, bob):
            assert len(bot.events("gameStart")) == 1
            ids = [turn["turnId"] for turn in bot.private_turns()]
            assert ids == sorted(set(ids))
            assert [a for a in bot.answers if a[2].get("result", {}).get("penaltyTitle") == "Out of Turn"] == []


async def test_a_bot_comes_back_after_its_connection_broke(serve):
    served = await serve(target_score=400)
    async with Bot(served.url, "Ada") as ada:
        room = await ada.create(sandbox=True)
        await ada.join(room, sandbox=True)
        await ada.connect()
        await ada.until("turn", lambda turn: turn["playerId"] == ada.token)
        await ada.sio.disconnect()
        ada.closed.clear()
        heard = len(ada.private_turns())
        await ada.connect()
        await until(lambda: len(ada.private_turns()) > heard, 20)
        assert len(ada.events("gameStart")) == 1
        assert (await ada.state())["players"][0]["connected"] is True


async def test_a_match_that_everybody_has_left_by_network_is_abandoned(serve, monkeypatch):
    monkeypatch.setattr("server.uno.arena.arena_rooms.ALONE_S", 0.3)
    served = await serve(target_score=1000)
    async with Bot(served.url, "Ada", plays=False) as ada, Bot(served.url, "Eve", plays=False) as eve:
        room = await ada.create(sandbox=True)
        await ada.join(room, sandbox=True)
        await ada.connect()
        await ada.until("gameStart")
        eve.room = room
        await eve.sio.connect(eve.url, transports=["polling"])
        await eve.sio.call("joinRoom", {"roomId": room})
        await ada.sio.disconnect()
        end = await eve.until("gameEnd")
        assert end["reason"] == "abandoned"
        assert end["winner"] == {"id": None, "name": "nobody"}
        assert (await ada.state())["status"] == "ENDED"
        assert room not in json.dumps((await ada.get("/api/rooms/list"))[1])


async def test_a_seed_deals_the_same_hands_again(serve):
    hands = []
    for _ in range(2):
        served = await serve(seed="7")
        async with Bot(served.url, "Ada", plays=False) as ada:
            room = await ada.create(sandbox=True)
            await ada.join(room, sandbox=True)
            await ada.connect()
            await ada.until("gameStart")
            hands.append((await ada.state())["hand"][:7])
    assert hands[0] == hands[1]


async def test_websocket_serves_as_well_as_polling(serve):
    served = await serve(target_score=1)
    async with Bot(served.url, "Ada", transports=("websocket",)) as ada:
        room = await ada.create(sandbox=True)
        await ada.join(room, sandbox=True)
        await ada.connect()
        await ada.until("gameEnd", seconds=60)
        async with asyncio.timeout(5):
            await ada.closed.wait()


async def test_the_example_bot_plays_a_match(serve):
    served = await serve(target_score=1)
    example = Path(__file__).parents[2] / "examples" / "bots" / "arena_rest.py"
    command = [sys.executable, str(example), served.url, "Ada", "Lovelace", "sandbox"]
    process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    _, said = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == 0, said.decode()
    assert b" won with " in said


async def test_a_start_is_told_once_though_a_slower_worker_hears_of_it_later(serve):
    """arena.md 6.4: once per match. A worker that nobody is connected to must not forget who was told."""
    here, there = await serve(), await serve()
    async with Bot(here.url, "Ada") as ada, Bot(there.url, "Ada") as again:
        await ada.join(await ada.create(sandbox=True), sandbox=True)
        room = await here.desks.room(ada.room)
        slow = await there.desks.desk(room.id)
        async with slow.lock:
            await ada.connect()
            await ada.until("turn", lambda turn: turn["playerId"] == ada.token)
        again.room, again.token, again.plays = ada.room, ada.token, False
        await again.connect()
        await again.until("turn")
        assert [len(bot.events("gameStart")) for bot in (ada, again)] == [1, 0]
