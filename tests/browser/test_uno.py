"""UNO in four real pages, from the shared link to the result, only with clicks."""

from __future__ import annotations

import asyncio
import contextlib
import random

import pytest
from playwright.async_api import TimeoutError

from tests.browser.company import company, first_that_goes
from tests.browser.people import Crowd, Person, script, truthful
from tests.browser.scenes import CALM_UNO

OFFERS = """() => {
  const all = (what, where) => [...document.querySelectorAll(where)].filter((one) => !one.disabled).map((one) => what);
  if (document.querySelector(".over")) return ["over"];
  const found = [
    ...all("color", ".ask .tile"), ...all("challenge", ".challenge button"),
    ...all("call", ".uno-call.can[aria-pressed=false]"),
    ...all("card", ".hand .held.can"), ...all("draw", ".acts button:not(.uno-call):not(.play)"),
  ];
  return found.length && found;
}"""


async def play(one: Person, rng: random.Random) -> None:
    """Clicks what the page offers until the match is over."""
    one.page.set_default_timeout(3000)
    while "over" not in (offers := await one.until(OFFERS, seconds=60)):
        # What was offered may be gone before the click: a slow machine lets turns run out, and others may be quicker.
        with contextlib.suppress(TimeoutError):
            await click(one, offers, rng)
        await one.settle()


async def click(one: Person, offers: list[str], rng: random.Random) -> None:
    page = one.page
    if "color" in offers:
        await page.locator(".ask .tile").nth(rng.randrange(4)).click()
    elif "challenge" in offers:
        await page.locator(".challenge button").nth(rng.randrange(2)).click()
    elif "call" in offers and rng.random() < 0.7:
        await page.locator(".uno-call").click()
    elif "card" in offers:
        # A card just drawn that fits is chosen already.
        if not await page.locator(".hand .held.can.chosen").count():
            await one.tap_card(page.locator(".hand .held.can").nth(rng.randrange(offers.count("card"))))
        await page.locator(".play:enabled").click()
        if await page.locator(".ask").count():
            await page.locator(".ask .tile").nth(rng.randrange(4)).click()
    else:
        await page.locator(".acts button:not(.uno-call):not(.play)").first.click()


async def test_four_people_join_by_the_link_and_play_a_whole_match(crowd: Crowd, rng: random.Random):
    host, *others = people = [await crowd.person(name) for name in ("Ann", "Bo", "Chen", "Dee")]
    link = await host.create("uno")
    for other in others:
        await other.join(link)
    for one in people:
        await one.watch_truth()
        await one.until("(n) => document.querySelectorAll('.seat.person').length === n", 4)
    for other in others:
        await other.page.locator(".foot .primary").click()
    await host.until("() => document.querySelectorAll('.seat.ready').length === 3")
    await host.page.locator(".foot .primary").click()
    for one in people:
        await one.page.locator(".tablepage .hand .held").first.wait_for()
    async with asyncio.timeout(120), asyncio.TaskGroup() as group:
        for one in people:
            group.create_task(play(one, random.Random(rng.random())))
    for one in people:
        await one.page.locator(".result").wait_for()
    assert await truthful(people) > 100
    winner = await host.see("table", "winners")
    assert await host.see("table", "status") == "ended"
    assert winner


# Somebody has one card, and nothing happens until the reader moves.
CATCHABLE = "() => document.querySelector('.your-turn') && document.querySelector('.catch')"
ENOUGH = """() => {
  globalThis.enough = ({ table: { players, house }, seat }) => players.some(
    (one, at) => at !== seat && one.active && one.cardCount > 0 && one.cardCount <= house.unoCards,
  );
}"""


async def catch(crowd: Crowd, one: Person) -> None:
    """The reader may say that somebody has forgotten to call."""
    shown = None
    while shown != "catch":
        code = (await one.room("uno", options={**CALM_UNO, "initialCards": 2, "maxPlayers": 4})).removeprefix("/r/")
        await company(crowd, code, first_that_goes)
        await one.ask("start")
        await one.page.locator(".hand").wait_for()
        await one.page.evaluate(ENOUGH)
        await one.page.evaluate(script("hasty.js"))
        shown = await one.until(f"() => document.querySelector('.over') ? 'over' : ({CATCHABLE})() && 'catch'")


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (768, 1024), (1280, 800)])
async def test_a_finger_can_catch_whoever_has_one_card(crowd: Crowd, size: tuple[int, int]):
    width, height = size
    ann = await crowd.person("Ann", viewport={"width": width, "height": height})
    await catch(crowd, ann)
    assert await ann.page.evaluate(script("layout.js")) == []
    await ann.page.locator(".catch").first.click()
    await ann.settle()
