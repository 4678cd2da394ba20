"""Rate limits (arena-api.md 5)."""

from __future__ import annotations

from server.arena.limits import CREATION, EVERYTHING_ELSE, GAMEPLAY, Windows
from tests.arena.arena_client import Bot


async def test_sixty_actions_a_minute_five_rooms_an_hour_and_a_hundred_other_calls(serve):
    served = await serve(rate_limits="on")
    async with Bot(served.url, "Ada", plays=False) as ada:
        created = [await ada.post("/api/rooms", {}) for _ in range(6)]
        assert [status for status, _ in created] == [200] * 5 + [429]
        assert created[-1][1]["error"] == "Too many requests"
        assert 3500 < created[-1][1]["retryAfter"] <= 3600
        room = created[0][1]["roomId"]
        await ada.join(room, only=True)
        acted = [await ada.act("uno") for _ in range(61)]
        assert [status for status, _ in acted] == [409] * 60 + [429]
        others = [await ada.get("/api/rooms/list") for _ in range(96)]
        assert [status for status, _ in others].count(200) == 94  # five rooms and one join have counted, too
        assert others[-1][0] == 429
        async with ada.http.get(served.url + "/api/rooms/list") as answer:
            assert int(answer.headers["Retry-After"]) > 800


async def test_with_limits_off_nothing_is_refused(serve):
    served = await serve()
    async with Bot(served.url, "Ada", plays=False) as ada:
        assert {(await ada.post("/api/rooms", {}))[0] for _ in range(20)} == {200}
        assert {(await ada.get("/api/rooms/list"))[0] for _ in range(120)} == {200}


async def test_nobody_is_locked_out_by_another_address_that_sends_his_mac(serve):
    served = await serve(lambda request: request.headers.get("X-Test-Address", "a"), rate_limits="on")
    async with Bot(served.url, "Ada", plays=False) as ada:
        for _ in range(5):
            await ada.post("/api/rooms", {})
        assert (await ada.post("/api/rooms", {}))[0] == 429
        assert (await ada.post("/api/rooms", {}, headers={"X-Test-Address": "b"}))[0] == 200
        # and another MAC does not help at the same address
        assert (await ada.post("/api/rooms", {}, headers={"X-MAC-Address": "00:00:00:00:00:01"}))[0] == 429


def test_windows_slide():
    now = [1000.0]
    windows = Windows(True, lambda: now[0])
    for _ in range(60):
        assert windows.take([GAMEPLAY], ["a"]) == 0
        now[0] += 0.5
    assert windows.take([GAMEPLAY], ["a"]) == 30
    assert windows.take([GAMEPLAY], ["b"]) == 0
    now[0] += 30.01
    assert windows.take([GAMEPLAY], ["a"]) == 0
    assert windows.take([GAMEPLAY], ["a"]) > 0


def test_a_refused_call_counts_in_no_window():
    windows = Windows(True, lambda: 0.0)
    for _ in range(5):
        windows.take([CREATION, EVERYTHING_ELSE], ["a"])
    for _ in range(200):
        assert windows.take([CREATION, EVERYTHING_ELSE], ["a"]) == 3600
    for _ in range(95):
        assert windows.take([EVERYTHING_ELSE], ["a"]) == 0
    assert windows.take([EVERYTHING_ELSE], ["a"]) == 900
