"""How somebody plays at the table for any game: what the page offers, by touch, by mouse or with keys alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from playwright.async_api import Locator

from tests.browser.ears import DRAWN
from tests.browser.people import Person

TURN_OR_END = "() => document.querySelector('.your-turn, .generic .result') !== null"
SHOWN = "() => link.store.cursor[0]"
FURTHER = "(before) => link.store.cursor[0] > before"


async def turn_or_end(one: Person) -> bool:
    """Waits until it is this person's turn; False when the round is over."""
    await one.until(TURN_OR_END)
    return not await one.page.locator(".generic .result").count()


async def further(one: Person, before: int) -> None:
    """Until the move is on the page: a bot may have ended the round with the next one."""
    await one.until(FURTHER, before)
    await one.page.evaluate(DRAWN)


async def by_touch(one: Person) -> None:
    before = await one.page.evaluate(SHOWN)
    await acted(one, Locator.tap)
    await further(one, before)


async def by_mouse(one: Person) -> None:
    """On a release, too; when it returns, the log tells what came of it."""
    before = await one.page.locator(".log li").count()
    await acted(one, Locator.click)
    await one.until("(before) => document.querySelectorAll('.log li').length > before", before)


async def acted(one: Person, press: Callable[..., Awaitable[None]]) -> None:
    """One move: with a card that is shown to go, or with those of the hint, else with the last of the buttons."""
    page = one.page
    if not await page.locator(".hint").count():
        await press(page.locator(".acts button:enabled, .generic .moves button:enabled").last)
        return
    can = page.locator(".held.can")
    await (press(can.first, position={"x": 9, "y": 16}) if await can.count() else press(page.locator(".hint")))
    await press(page.locator(".play:enabled"))
    if await page.locator(".ask").count():
        await press(page.locator(".ask .tile").first)


async def by_keys(one: Person) -> None:
    """One move with the keyboard alone."""
    page = one.page
    before = await page.evaluate(SHOWN)
    if await page.locator(".hint").count():
        await page.keyboard.press("h")
        await page.locator(".play:enabled").wait_for()
        await page.keyboard.press("Enter")
        if await page.locator(".ask").count():
            await page.keyboard.press("Enter")
    else:
        await page.keyboard.press("1")
    await further(one, before)
