"""Rooms over REST: shapes, statuses and texts of arena.md 2, 3 and 6.1."""

from __future__ import annotations

import asyncio
import contextlib
import json
import uuid

import aiohttp
import pytest
import socketio

from server.store.keys import room_keys
from tests.arena.arena_client import Bot
from tests.arena.duel import duel


@pytest.fixture
async def bots(serve):
    """People who only talk to the REST side."""
    made: list[Bot] = []

    async def one(served, first: str = "Ada", **how) -> Bot:
        bot = Bot(served.url, first, plays=False, **how)
        await bot.__aenter__()
        made.append(bot)
        return bot

    yield one
    for bot in made:
        await bot.__aexit__()


async def test_joining_answers_200_with_ids_that_are_uuids(serve, bots):
    ada = await bots(await serve())
    room = await ada.create()
    status, answer = await ada.join(room)
    assert status == 200
    assert answer == {
        "success": True, "playerId": answer["playerId"], "roomId": room, "isSandbox": False, "name": "Ada Tester",
    }  # fmt: skip
    for text in (room, answer["playerId"]):
        assert str(uuid.UUID(text)) == text
        assert uuid.UUID(text).version == 4


async def test_the_list_is_a_bare_array_with_joinable_sandbox_rooms_first(serve, bots):
    served = await serve()
    ada = await bots(served)
    assert await ada.get("/api/rooms/list") == (200, [])
    competitive, sandbox = await ada.create(), await ada.create(sandbox=True)
    _, rooms = await ada.get("/api/rooms/list")
    assert [room["id"] for room in rooms] == [sandbox, competitive]
    await ada.join(competitive)
    _, rooms = await ada.get("/api/rooms/list?sandbox=false")
    assert len(rooms) == 1
    assert rooms[0] | {"createdAt": ""} == {
        "id": competitive, "status": "WAITING", "isSandbox": False, "onlyPlayers": False, "playerCount": 1,
        "maxPlayers": 4, "players": ["Ada Tester"], "createdAt": "",
    }  # fmt: skip


async def test_a_room_that_plays_is_listed_last_and_takes_nobody(serve, bots):
    served = await serve()
    async with duel(served) as game:
        late = await bots(served, "Late")
        waiting = await late.create()
        _, rooms = await late.get("/api/rooms/list")
        assert [room["status"] for room in rooms] == ["WAITING", "PLAYING"]
        assert rooms[0]["id"] == waiting
        assert await late.join(game.ada.room, sandbox=True) == (409, {"error": "Game already started"})


async def test_the_first_player_fixes_the_mode_and_afterwards_the_room_s_counts(serve, bots):
    served = await serve()
    ada, bob, eve = [await bots(served, name) for name in ("Ada", "Bob", "Eve")]
    room = await ada.create(sandbox=False)
    _, first = await ada.join(room, sandbox=True)
    assert first["isSandbox"] is True
    await ada.post(f"/api/rooms/{room}/leave", {"playerId": ada.token})
    await ada.join(room, sandbox=False)
    assert await bob.join(room, sandbox=True) == (409, {"error": "Room is competitive"})
    other = await eve.create(sandbox=True)
    await eve.join(other, sandbox=True)
    status, answer = await bob.join(other, sandbox=False)
    assert (status, answer["isSandbox"]) == (200, True)


async def test_a_room_is_full_and_one_identity_has_one_seat(serve, bots):
    served = await serve(seats=2)
    ada, bob, eve = [await bots(served, name) for name in ("Ada", "Bob", "Eve")]
    room = await ada.create(sandbox=True)
    await ada.join(room, sandbox=True, only=True)
    other = await ada.create(sandbox=True)
    assert await ada.join(other, sandbox=True) == (409, {"error": "Already in another room"})
    await bob.join(room, sandbox=True)
    assert (await eve.join(room, sandbox=True))[0] == 409
    token = ada.token
    status, _ = await ada.post(f"/api/rooms/{room}/leave", {"playerId": token})
    if status == 200:  # before the countdown had ended
        assert (await ada.join(other, sandbox=True))[0] == 200


async def test_leaving_while_waiting_twice_and_with_a_strange_id(serve, bots):
    ada = await bots(await serve())
    room = await ada.create()
    await ada.join(room)
    left = (200, {"success": True, "result": {"left": True}})
    assert await ada.act("leave") == left
    assert await ada.act("leave") == left
    assert (await ada.post(f"/api/rooms/{room}/leave", {"playerId": str(uuid.uuid4())}))[0] == 403
    assert (await ada.join(room))[0] == 200


async def test_nobody_leaves_a_competitive_match_and_anybody_a_sandbox(serve, bots):
    served = await serve(countdown_seconds=0.1)
    async with duel(served, sandbox=False) as game:
        assert await game.ada.act("leave") == (409, {"error": "Cannot leave while the game is playing"})
        assert len((await game.ada.state())["hand"]) >= 7
    async with duel(served) as game:
        assert (await game.ada.act("leave"))[0] == 200
        end = await game.bob.until("gameEnd")
        assert end["reason"] == "abandoned"
        assert end["winner"]["id"] == game.bob.token
        assert (await game.ada.act("leave"))[0] == 200
        assert (await game.bob.act("leave"))[0] == 200
        assert (await game.bob.get(f"/api/rooms/{game.bob.room}"))[1]["result"]["status"] == "ENDED"
    _, board = await (await bots(served)).get("/api/leaderboard?sandbox=true")
    assert board == {"sandbox": True, "leaderboard": []}


async def test_malformed_bodies_are_answered_in_json_with_their_status(serve, bots):
    served = await serve()
    ada = await bots(served)
    room = await ada.create()
    join = f"/api/rooms/{room}/join"
    good = ada.who()
    for wrong in (
        {**good, "firstName": ""}, {**good, "firstName": "x" * 41}, {**good, "lastName": "a\nb"},
        {**good, "lastName": 5}, {**good, "firstName": None}, {**good, "MAC": "00:11"}, {**good, "MAC": 7},
        {**good, "MAC": "00:11:22:33:44:55"}, {**good, "isSandbox": "yes"}, {**good, "onlyPlayers": 1}, {},
    ):  # fmt: skip
        status, answer = await ada.post(join, wrong)
        assert status == 400, wrong
        assert isinstance(answer["error"], str)
    async with aiohttp.ClientSession() as http:
        for data, kind, status in (
            (b"[1]", "application/json", 400), (b"{", "application/json", 400), (b"\xff", "application/json", 400),
            (b"[" * 9000, "application/json", 400), (b'{"a": 1}', "text/plain", 415),
            (b'{"a": "' + b"x" * 17_000 + b'"}', "application/json", 413),
        ):  # fmt: skip
            async with http.post(served.url + join, data=data, headers={"Content-Type": kind}) as answer:
                assert answer.status == status
                assert "error" in await answer.json()
    for path in ("/api/rooms/nonsense", f"/api/rooms/{uuid.uuid4()}", "/api/rooms/a/b/c"):
        assert (await ada.get(path))[0] == 404
    assert (await ada.post(f"/api/rooms/{room}/dance", {"playerId": "x"}))[0] == 404
    assert (await ada.post(f"/api/rooms/{room}/play", {"playerId": "x"}))[0] == 403
    assert (await ada.post(f"/api/rooms/{room}/play", {"playerId": 3}))[0] == 400
    await ada.join(room)
    assert (await ada.act("draw"))[0] == 409


async def test_a_public_id_acts_for_nobody_and_sees_no_hand(serve):
    async with duel(await serve()) as game:
        state = await game.ada.state()
        public = next(p["id"] for p in state["players"] if p["id"] != game.ada.token)
        assert len(state["hand"]) >= 7  # nine where a draw two was turned up first
        assert (await game.ada.post(f"/api/rooms/{game.ada.room}/draw", {"playerId": public}))[0] == 403
        assert (await game.ada.get(f"/api/rooms/{game.ada.room}?playerId={public}"))[0] == 403
        _, watched = await game.ada.get(f"/api/rooms/{game.ada.room}")
        text = json.dumps(watched)
        assert "hand" not in watched["result"]
        assert game.ada.token not in text
        assert game.bob.token not in text
        for field in (
            "id", "status", "isSandbox", "onlyPlayers", "maxPlayers", "targetScore", "round", "players",
            "currentPlayerId", "topCard", "currentColor", "direction", "drawPileCount", "unoCalled", "history",
            "countdown", "winner",
        ):  # fmt: skip
            assert field in watched["result"]


async def test_a_spectator_hears_public_events_only(serve):
    served = await serve()
    async with duel(served) as game, Bot(served.url, "Eve", plays=False) as eve:
        eve.room, eve.token = game.ada.room, ""
        await eve.sio.connect(eve.url, transports=["polling"])
        assert await eve.sio.call("joinRoom", {"roomId": eve.room}) == {"ok": True}
        bot, _ = await game.turn()
        await bot.act("draw")
        await eve.until("action")
        text = json.dumps(eve.heard)
        assert '"hand"' not in text
        assert game.ada.token not in text
        assert game.bob.token not in text


async def test_a_strange_room_or_token_is_told_so_and_disconnected(serve):
    served = await serve()
    async with Bot(served.url, "Eve", plays=False) as eve:
        eve.room = await eve.create()
        eve.token = str(uuid.uuid4())
        await eve.connect()
        assert await eve.until("joinError") == {"error": "Unknown playerId"}
        async with asyncio.timeout(5):
            await eve.closed.wait()


async def test_the_countdown_is_told_and_called_off_when_somebody_leaves(serve):
    served = await serve(countdown_seconds=30)
    async with Bot(served.url, "Ada", plays=False) as ada, Bot(served.url, "Bob", plays=False) as bob:
        room = await ada.create()
        await ada.join(room)
        await ada.connect()
        await bob.join(room)
        told = await ada.until("countdownStart")
        assert told == {"seconds": 30, "message": "Game starting in"}
        await bob.connect()
        assert (await bob.until("countdownStart"))["seconds"] in (29, 30)
        assert (await ada.state())["countdown"] in (29, 30)
        await bob.act("leave")
        assert await ada.until("countdownCancel") == {"reason": "Not enough players"}
        assert (await ada.state())["countdown"] is None


async def test_bots_fill_a_competitive_room_up_to_four(serve):
    served = await serve()
    async with Bot(served.url, "Ada", plays=False) as ada, Bot(served.url, "Bob", plays=False) as bob:
        room = await ada.create()
        for bot in (ada, bob):
            await bot.join(room)
            await bot.connect()
        start = await ada.until("gameStart")
        assert [p["name"] for p in start["players"]] == ["Ada Tester", "Bob Tester", "Bot 1", "Bot 2"]
        assert [p["isBot"] for p in start["players"]] == [False, False, True, True]
        assert start["players"][0]["id"] == ada.token
        assert start["players"][1]["id"] != bob.token
        assert (start["isSandbox"], start["targetScore"]) == (False, 40)


async def test_a_player_who_returns_to_a_finished_match_is_told_so_and_disconnected(serve):
    served = await serve()
    async with duel(served) as game:
        await game.ada.sio.disconnect()
        await game.bob.act("leave")
        game.ada.closed.clear()
        await game.ada.connect()
        assert (await game.ada.until("gameEnd"))["reason"] == "abandoned"
        async with asyncio.timeout(5):
            await game.ada.closed.wait()


async def test_a_socket_that_says_too_much_is_let_go(serve):
    served = await serve()
    async with Bot(served.url, "Eve", plays=False) as eve:
        eve.room = await eve.create()
        eve.token = ""
        await eve.sio.connect(eve.url, transports=["polling"])
        assert await eve.sio.call("dance", {}) == {"ok": False, "error": "Unknown event dance"}
        for name in ("connect", "disconnect"):  # names that the library gives a meaning
            await eve.sio.emit(name, {"forged": True})
        with contextlib.suppress(socketio.exceptions.SocketIOError):
            for _ in range(120):
                await eve.sio.call("dance", {}, timeout=5)
        async with asyncio.timeout(5):
            await eve.closed.wait()


async def test_a_room_that_a_newer_program_has_written_does_not_hide_the_others(serve, bots, valkey):
    first, after = await serve(), await serve()
    ada = await bots(first)
    known, newer = await ada.create(), await ada.create()
    key = room_keys(uuid.UUID(newer).hex).room
    await valkey.ask("HSET", key, "sv", "2")
    bob = await bots(after, "Bob")
    status, listed = await bob.get("/api/rooms/list")
    assert (status, [room["id"] for room in listed]) == (200, [known])
    await valkey.ask("HSET", key, "sv", "1")  # the newer program runs again, and has not lost it
    _, listed = await bob.get("/api/rooms/list")
    assert [room["id"] for room in listed] == [known, newer]
