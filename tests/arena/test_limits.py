"""Rate limits (arena.md 5)."""

from __future__ import annotations

import asyncio

from server.store.allowances import Window
from server.store.store import Store
from server.uno.arena.windows import CREATION, EVERYTHING_ELSE, Windows
from tests.arena.arena_client import Bot
from tests.support.stores import Server


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


async def test_nobody_is_locked_out_by_another_address_that_sends_their_mac(serve):
    served = await serve(lambda request: request.headers.get("X-Test-Address", "a"), rate_limits="on")
    async with Bot(served.url, "Ada", plays=False) as ada:
        for _ in range(5):
            await ada.post("/api/rooms", {})
        assert (await ada.post("/api/rooms", {}))[0] == 429
        assert (await ada.post("/api/rooms", {}, headers={"X-Test-Address": "b"}))[0] == 200
        # and another MAC does not help at the same address
        assert (await ada.post("/api/rooms", {}, headers={"X-MAC-Address": "00:00:00:00:00:01"}))[0] == 429


async def test_windows_slide_whichever_worker_counts(valkey: Server, store: Store):
    other = await Store.open(valkey.address)
    one, two = Windows(True, store.limits), Windows(True, other.limits)
    quick = Window("quick", 3, 0.4)
    for windows in (one, two, one):
        assert await windows.take([quick], "a", None) == 0
    wait = await two.take([quick], "a", None)
    assert 0 < wait <= 0.4
    assert await two.take([quick], "b", None) == 0
    await asyncio.sleep(wait)
    assert await one.take([quick], "a", None) == 0
    await other.close()


async def test_a_refused_call_counts_in_no_window(store: Store):
    windows = Windows(True, store.limits)
    for _ in range(5):
        assert await windows.take([CREATION, EVERYTHING_ELSE], "a", "m") == 0
    for _ in range(20):
        assert 3590 < await windows.take([CREATION, EVERYTHING_ELSE], "a", "m") <= 3600
    for _ in range(95):
        assert await windows.take([EVERYTHING_ELSE], "a", "m") == 0
    assert 890 < await windows.take([EVERYTHING_ELSE], "a", "m") <= 900


async def test_limits_hold_over_all_workers(serve):
    one, two = await serve(rate_limits="on"), await serve(rate_limits="on")
    async with Bot(one.url, "Ada", plays=False) as ada:
        made = []
        for number in range(6):
            ada.url = (one, two)[number % 2].url
            made.append((await ada.post("/api/rooms", {}))[0])
        assert made == [200] * 5 + [429]
