"""Matches that are over, watched again: on the phone of somebody else, by touch, by keys, in both languages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from tests.browser.company import by_its_hints, company
from tests.browser.people import Crowd, Json, Person, script
from tests.browser.scenes import CALM_SHANDONG, CALM_UNO

Play = Callable[[Crowd, Person], Awaitable[str]]
STEP = "() => Number(document.querySelector('.watch').dataset.step)"


async def over(one: Person) -> str:
    """The path of the record, from the sheet with the result."""
    await one.page.get_by_role("button", name="Watch again").click(timeout=180_000)
    await one.page.locator(".watch .game").wait_for()
    return one.path.partition("#")[0]


async def uno(crowd: Crowd, one: Person) -> str:
    await one.room("uno", options={**CALM_UNO, "initialCards": 4, "maxPlayers": 4}, bots=3, start=True)
    await one.page.evaluate(script("hasty.js"))
    return await over(one)


async def shandong(crowd: Crowd, one: Person) -> str:
    options = {**CALM_SHANDONG, "startLevel": "K", "nextRoundMs": 1000}
    path = await one.room("shandong", preset="calm", options=options, records="open")
    await company(crowd, path.removeprefix("/r/"), by_its_hints)
    await one.ask("start")
    await one.page.evaluate(script("hinted.js"))
    return await over(one)


async def eights(crowd: Crowd, one: Person) -> str:
    """A game without a table of its own."""
    await one.room("crazy-eights", bots=2, start=True, practice="maple")
    button = one.page.locator(".moves button:enabled")
    while not await one.page.locator(".over").count():
        await button.first.or_(one.page.locator(".over")).first.wait_for()
        if await button.count():
            await button.first.click()
    return await over(one)


GAMES: dict[str, Play] = {"uno": uno, "shandong": shandong, "crazy-eights": eights}


async def opened(crowd: Crowd, path: str, **device: Json) -> Person:
    """Somebody with the link, at a phone."""
    one = await crowd.person("Eve", has_touch=True, **device)
    await one.open(path)
    await one.page.locator(".watch .game > *").first.wait_for()
    return one


async def step(one: Person) -> int:
    return int(await one.page.evaluate(STEP))


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_is_watched_on_somebody_else_s_phone(crowd: Crowd, game: str):
    ann = await crowd.person("Ann")
    path = await GAMES[game](crowd, ann)
    eve = await opened(crowd, path)
    await eve.page.locator(".player .after").tap()
    assert await step(eve) == 1
