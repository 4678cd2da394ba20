"""What no well-behaved client sends, and the answers: JSON, with the statuses of arena.md 2."""

from __future__ import annotations

import asyncio
import uuid

import aiohttp
import pytest

from tests.arena.arena_client import Bot


@pytest.fixture
async def ada(serve):
    async with Bot((await serve()).url, "Ada", plays=False) as bot:
        yield bot


async def test_actions_before_the_game_are_a_conflict_whatever_they_say(ada):
    await ada.join(await ada.create())
    not_playing = (409, {"error": "The game is not playing"})
    for index in (0, -1, 10**30, "0", None):
        assert await ada.act("play", cardIndex=index) == not_playing
    for verb in ("draw", "pass", "uno", "challenge"):
        assert await ada.act(verb) == not_playing
    catch = {"challengerId": ada.token, "targetId": "x"}
    assert await ada.post(f"/api/rooms/{ada.room}/catchout", catch) == not_playing


async def test_paths_that_do_not_exist_are_answered_in_json(ada):
    room = await ada.create()
    for method, path, status in (
        ("GET", "/api", 404), ("GET", "/api/nothing", 404), ("GET", "/api/rooms", 405),
        ("PUT", "/api/leaderboard", 405), ("DELETE", f"/api/rooms/{room}", 404), ("OPTIONS", "/api/rooms/list", 404),
        ("POST", "/api/rooms/a/b/c/d", 404),
    ):  # fmt: skip
        async with ada.http.request(method, ada.url + path) as answer:
            assert answer.status == status, path
            assert list(await answer.json()) == ["error"]


async def test_a_slash_at_the_end_of_a_path_means_nothing(ada):
    status, made = await ada.post("/api/rooms/")
    assert status == 200
    assert len((await ada.get("/api/rooms/list/"))[1]) == 1
    joined = await ada.post(f"/api/rooms/{made['roomId']}/join/", ada.who())
    assert joined[0] == 200
    assert (await ada.get(f"/api/rooms/{made['roomId']}/"))[1]["result"]["status"] == "WAITING"
    assert (await ada.get("/api/leaderboard/?sandbox=true"))[0] == 200


async def test_half_characters_are_nobody_s_id(ada):
    room = await ada.create()
    for verb in ("play", "leave", "uno"):
        assert await ada.post(f"/api/rooms/{room}/{verb}", {"playerId": "\ud800"}) == (
            403,
            {"error": "Unknown playerId"},
        )
    assert (await ada.post(f"/api/rooms/{room}/join", {**ada.who(), "firstName": "\ud800"}))[0] == 400
    assert (await ada.post("/api/rooms/find-join", ada.who(playerName="\ud800")))[0] == 404


async def test_bytes_in_a_header_and_bodies_that_cannot_be_unpacked_break_nothing(ada):
    url = f"/api/rooms/{await ada.create()}/join"
    host, port = ada.url.removeprefix("http://").split(":")

    async def sent(head: bytes, body: bytes) -> bytes:
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"POST %b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" % url.encode())
        writer.write(b"Content-Type: application/json\r\nContent-Length: %d\r\n%b\r\n\r\n%b" % (len(body), head, body))
        answer = await reader.read()
        writer.close()
        return answer

    for head, body in ((b"X-MAC-Address: \xff\xfe", b"{}"), (b"Content-Encoding: gzip", b"no gzip at all")):
        answer = await sent(head, body)
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b'{"error": ' in answer


async def test_a_mac_is_six_pairs_however_they_are_joined(ada):
    room = await ada.create()
    for good in ("00:11:22:33:44:AB", "00-11-22-33-44-ab", "0011223344ab"):
        async with aiohttp.ClientSession(headers={"X-MAC-Address": "00:11:22:33:44:ab"}) as http:
            async with http.post(f"{ada.url}/api/rooms/{room}/join", json=ada.who(MAC=good)) as answer:
                assert answer.status == 200
                token = (await answer.json())["playerId"]
            await (await http.post(f"{ada.url}/api/rooms/{room}/leave", json={"playerId": token})).read()
    for bad in ("00:11:22:33:44", "00:11:22:33:44:AB\n", "00:11:22:33:44:GG", "00.11.22.33.44.ab", ""):
        assert (await ada.post(f"/api/rooms/{room}/join", {**ada.who(), "MAC": bad}))[0] == 400


async def test_who_wanted_no_system_bots_takes_the_wish_along(serve):
    served = await serve()
    async with Bot(served.url, "Ada", plays=False) as ada, Bot(served.url, "Bob", plays=False) as bob:
        room = await ada.create(sandbox=True)
        await ada.join(room, sandbox=True, only=True)
        assert (await ada.state())["onlyPlayers"] is True
        await ada.act("leave")
        await bob.join(room, sandbox=True)
        assert (await bob.state())["onlyPlayers"] is False
        await bob.connect()
        assert len((await bob.until("gameStart"))["players"]) == 4


async def test_anything_but_socket_io_is_refused_without_an_error_in_the_log(serve, caplog):
    served = await serve()
    url = f"{served.url}/socket.io/"
    async with aiohttp.ClientSession() as http:
        for query in ("EIO=3&transport=polling", "EIO=4&transport=smoke", "EIO=4&transport=polling&sid=nobody", ""):
            async with http.get(f"{url}?{query}") as answer:
                assert answer.status == 400
        async with http.get(f"{url}?EIO=4&transport=polling") as opened:
            sid = (await opened.text()).split('"sid":"')[1].split('"')[0]
        slowest = aiohttp.ClientTimeout(total=5)
        for junk in (
            b"\xff\xfe",
            b"9",
            b"0",
            b"6",
            b"4nonsense",
            b'42["joinRoom"',
            b"42{}",
            b'451-["x"]',
            b"x" * 20_000,
            b"",
        ):
            await (await http.post(f"{url}?EIO=4&transport=polling&sid={sid}", data=junk, timeout=slowest)).read()
    assert [r.message for r in caplog.records if r.levelname in ("ERROR", "CRITICAL")] == []


async def test_a_room_s_id_may_be_anything_but_a_room(ada):
    for room in ("x", "%00", str(uuid.uuid4()), "0" * 32, "urn:uuid:1"):
        assert await ada.get(f"/api/rooms/{room}") == (404, {"error": "No such room"})
        assert await ada.post(f"/api/rooms/{room}/join", ada.who()) == (404, {"error": "No such room"})


async def test_sessions_of_one_address_are_counted_from_the_first_request(serve, monkeypatch):
    monkeypatch.setattr("server.uno.arena.engine.SESSIONS_PER_ADDRESS", 3)
    served = await serve()
    url = f"{served.url}/socket.io/?EIO=4&transport=polling"
    async with aiohttp.ClientSession() as http:
        answers = [await http.get(url) for _ in range(4)]
        assert [answer.status for answer in answers] == [200, 200, 200, 401]
        sid = (await answers[0].text()).split('"sid":"')[1].split('"')[0]
        await (await http.post(f"{url}&sid={sid}", data="1")).read()  # one of them leaves
        assert (await http.get(url)).status == 200


async def test_a_session_that_joins_no_room_ends_even_if_it_never_says_what_it_wants(serve, monkeypatch):
    monkeypatch.setattr("server.uno.arena.engine.PATIENCE_S", 0.1)
    served = await serve()
    url = f"{served.url}/socket.io/?EIO=4&transport=polling"
    async with aiohttp.ClientSession() as http:
        sid = (await (await http.get(url)).text()).split('"sid":"')[1].split('"')[0]
        async with http.get(f"{url}&sid={sid}") as poll:
            assert await poll.text() == "1"
        assert (await http.get(f"{url}&sid={sid}")).status == 400
