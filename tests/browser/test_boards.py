"""The boards as a person sees them, in both languages, after a match of declared programs."""

from __future__ import annotations

import asyncio

from games.catalog import installed
from server.client.outside_bot import OutsideBot
from server.client.room_client import RoomClient
from tests.browser.people import Crowd

NAME = "<b>Otto</b>"


async def a_match(url: str) -> str:
    """Two programs play one; the winner's name."""
    uno = installed(only=["uno"])["uno"]
    clients = [RoomClient(url, bot=True) for _ in range(2)]
    rules = {"initialCards": 2, "leaderboard": "casual", "scoring": "winner", "targetScore": 1}
    code = ""
    for client, name in zip(clients, (NAME, "Robbie"), strict=True):
        await client.connect()
        if not code:
            code = (await client.ask("create", game="uno", name=name, preset="standard", options=rules))["code"]
        await client.enter(code, name)
    await clients[0].ask("start")
    async with asyncio.timeout(60), asyncio.TaskGroup() as group:
        for client in clients:
            group.create_task(OutsideBot(client, uno, "heuristic", fast=True).play())
    winner = clients[0].room["seats"][clients[0].table["winner"]]["name"]
    for client in clients:
        await client.close()
    return winner


async def test_the_boards_show_who_won_in_both_languages_without_a_script(crowd: Crowd):
    winner = await a_match(crowd.url)
    ann = await crowd.person("Ann", locale="zh-CN")
    page = await ann.open("/boards")
    rows = page.locator("#casual tbody tr")
    while await rows.count() < 2:  # booked in the background
        await page.reload()
    first = await rows.first.inner_text()
    assert winner in first
    assert "外部程序" in first
    assert await page.locator("#casual b").count() == 0
    assert await page.title() == "排行榜 · Paiju 牌局"
    await page.get_by_role("link", name="English").click()
    await page.get_by_role("heading", name="Leaderboards").wait_for()
    await page.wait_for_load_state()  # with its style
    assert await page.evaluate("document.documentElement.lang") == "en"
    assert "program" in await rows.first.inner_text()
    assert (
        await page.locator("#arena").inner_text() == "Arena\n\nCompetitive matches between programs.\n\nNo matches yet."
    )
    for width, height in ((320, 568), (390, 844), (1280, 800)):
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await page.get_by_role("link", name="Back to the games").click()
    await page.locator(".games .card").first.wait_for()
