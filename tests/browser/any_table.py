"""How somebody plays at the table for any game: what the page offers, by touch or with keys alone."""

from __future__ import annotations

from tests.browser.people import Person

TURN_OR_END = "() => document.querySelector('.your-turn, .generic .result') !== null"
OWN = "() => JSON.stringify([link.store.view.own, link.store.view.room.phase])"
CHANGED = "(before) => JSON.stringify([link.store.view.own, link.store.view.room.phase]) !== before"


async def turn_or_end(one: Person) -> bool:
    """Waits until it is this person's turn; False when the round is over."""
    await one.until(TURN_OR_END)
    return not await one.page.locator(".generic .result").count()


async def by_touch(one: Person) -> None:
    """One move with a finger: a card that is shown to go, or those of the hint, else the last of the buttons."""
    page = one.page
    before = await page.evaluate(OWN)
    if await page.locator(".hint").count():
        can = page.locator(".held.can")
        await (can.first.tap(position={"x": 9, "y": 16}) if await can.count() else page.locator(".hint").tap())
        await page.locator(".play:enabled").tap()
        if await page.locator(".ask").count():
            await page.locator(".ask .tile").first.tap()
    else:
        await page.locator(".acts button:enabled, .generic .moves button:enabled").last.tap()
    await one.until(CHANGED, before)


async def by_keys(one: Person) -> None:
    """One move with the keyboard alone."""
    page = one.page
    before = await page.evaluate(OWN)
    if await page.locator(".hint").count():
        await page.keyboard.press("h")
        await page.locator(".play:enabled").wait_for()
        await page.keyboard.press("Enter")
        if await page.locator(".ask").count():
            await page.keyboard.press("Enter")
    else:
        await page.keyboard.press("1")
    await one.until(CHANGED, before)
