"""A hand of cards with only the keyboard, with a screen reader, by mouse and by touch."""

from __future__ import annotations

import re

from playwright.async_api import Locator

from tests.browser.people import Crowd, Person, box_of
from tests.browser.scenes import CALM_UNO, shandong, uno
from tests.support.stores import until


async def chosen(one: Person) -> list[int]:
    """The places of the chosen cards."""
    selected = "(cards) => cards.flatMap((one, at) => one.ariaSelected === 'true' ? [at] : [])"
    return await one.page.locator(".hand .held").evaluate_all(selected)


async def strip(one: Person, at: int) -> tuple[float, float]:
    """A point on the strip of a card, in the middle of what is seen of it."""
    box = await box_of(one.page.locator(".hand .held").nth(at))
    return box["x"] + 10, box["y"] + 20


async def first_row(one: Person) -> int:
    """How many cards the first row has."""
    alike = """(cards) => {
      const row = (one) => one.style.getPropertyValue("--y");
      return cards.filter((one) => row(one) === row(cards[0])).length;
    }"""
    return await one.page.locator(".hand .held").evaluate_all(alike)


FEWEST = """(cards) => {
  globalThis.fewest = cards;
  link.store.watch(() => {
    fewest = Math.min(fewest, document.querySelectorAll(".hand .held").length);
  });
}"""
"""Keeps the number of cards in the smallest hand that the page shows."""


async def test_from_the_home_page_to_a_card_on_the_table_with_only_the_keyboard(crowd: Crowd):
    one = await crowd.person("Ann", viewport={"width": 1280, "height": 800})
    page = await one.open("/")
    await page.locator("[data-game=uno]").wait_for()
    button = "() => document.activeElement?.closest('[data-game=uno]') && document.activeElement.matches('.primary')"
    for _ in range(20):
        await page.keyboard.press("Tab")
        if await page.evaluate(button):
            break
    await page.keyboard.press("Enter")
    await page.locator(".your-turn").wait_for()
    await one.watch_truth()
    while not await page.locator(".hand .held.can").count():
        turn = await one.see("table", "turnNumber")
        await page.keyboard.press("d")
        await one.settle()
        if not await page.locator(".hand .held.can").count():
            await page.keyboard.press("p")
            await one.until("(turn) => link.store.view.table.turnNumber > turn", turn)
            await page.locator(".your-turn").wait_for()
            await one.settle()
    cards = await page.locator(".hand .held").count()
    # Bots may make Ann draw at once, so the smallest hand is kept.
    await page.evaluate(FEWEST, cards)
    await page.keyboard.press("h")
    await page.keyboard.press("Enter")
    if await page.locator(".ask").count():
        await page.locator(".ask .tile").first.focus()
        await page.keyboard.press("Enter")
    await one.settle()
    assert await page.evaluate("() => fewest") == cards - 1


async def test_a_trick_with_only_the_keyboard(crowd: Crowd):
    one = await crowd.person("Ann")
    await shandong(crowd, one)
    page = one.page
    cards = await page.locator(".hand .held").count()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press(" ")
    assert len(await chosen(one)) == 1
    await page.keyboard.press("Shift+ArrowRight")
    assert len(await chosen(one)) == 2
    await page.keyboard.press("Escape")
    assert await chosen(one) == []
    await page.keyboard.press("h")
    await page.keyboard.press("Enter")
    await one.settle()
    assert await page.locator(".hand .held").count() < cards
    await one.until("() => link.store.view.table.lastTrick?.plays.length === 4")


async def _any(*places: Locator) -> bool:
    """Is one of these on its page now?"""
    return any([await place.count() for place in places])


async def test_a_journey_by_ear(crowd: Crowd):
    """Roles and names alone: what a screen reader has to go by."""
    host, one = await crowd.person("Hao"), await crowd.person("Ann")
    page = await one.open(await host.room("uno", options={**CALM_UNO, "maxPlayers": 2, "firstDiscard": "number"}))
    await page.get_by_role("textbox", name="Your name").fill("Ann")
    await page.get_by_role("button", name="Join").click()
    await page.get_by_role("button", name="Ready").click()
    await host.ask("start")
    listbox = page.get_by_role("listbox", name=re.compile(r"Your hand, 7 cards"))
    await listbox.wait_for()
    assert await listbox.get_by_role("option").count() == 7
    assert await page.get_by_role("heading", name="UNO").count()
    await one.watch_truth()
    mine, yours = page.locator(".your-turn"), host.page.locator(".your-turn")
    await until(lambda: _any(mine, yours))
    if await yours.count():
        await host.page.locator(".acts button:not(.uno-call):not(.play)").first.click()
        keep = host.page.locator(".acts button", has_text="Pass")
        await until(lambda: _any(mine, keep))
        if await keep.count():
            await keep.click()
    voice = page.locator("[role=log][aria-live=polite]")
    await voice.get_by_text(re.compile("Your turn")).first.wait_for(state="attached")
    await listbox.focus()
    await page.get_by_role("button", name="Draw", exact=True).click()
    await one.settle()
    await voice.get_by_text(re.compile("You draw")).first.wait_for(state="attached")
    options = await page.get_by_role("listbox").get_by_role("option").all()
    assert len(options) == 8
    for option in options:
        assert re.match(r"(red|blue|green|yellow|wild)", await option.locator(".unseen").inner_text())
    active = await page.get_by_role("listbox").get_attribute("aria-activedescendant")
    assert await page.locator(f"#{active}").get_attribute("role") == "option"


async def test_a_mouse_dragged_over_strips_selects_everything_between(crowd: Crowd):
    one = await crowd.person("Ann")
    await shandong(crowd, one)
    last = min(4, await first_row(one) - 1)
    mouse = one.page.mouse
    await mouse.move(*await strip(one, 1))
    await mouse.down()
    await mouse.move(*await strip(one, last), steps=8)
    await mouse.up()
    assert await chosen(one) == list(range(1, last + 1))
    # Begun on a chosen card, the same stroke takes back.
    await mouse.move(*await strip(one, 1))
    await mouse.down()
    await mouse.move(*await strip(one, last), steps=8)
    await mouse.up()
    assert await chosen(one) == []


async def test_a_finger_slides_over_strips_and_taps(crowd: Crowd):
    one = await crowd.person("Ann", has_touch=True, is_mobile=True)
    await shandong(crowd, one)
    last = min(4, await first_row(one) - 1)
    touch = await one.context.new_cdp_session(one.page)

    async def finger(kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": x, "y": y} for x, y in points]
        await touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    begin, end = await strip(one, 0), await strip(one, last)
    await finger("touchStart", begin)
    for part in range(1, 9):
        await finger("touchMove", (begin[0] + (end[0] - begin[0]) * part / 8, begin[1]))
    await finger("touchEnd")
    assert await chosen(one) == list(range(last + 1))
    await finger("touchStart", begin)
    await finger("touchEnd")
    assert await chosen(one) == list(range(1, last + 1))


async def test_a_card_flicked_up_is_played(crowd: Crowd):
    one = await crowd.person("Ann")
    while True:
        await uno(crowd, one)
        number = one.page.locator(".hand .held.can:not([id^=c-wild])")
        if await number.count():
            break
    card = await number.first.get_attribute("id")
    box = await box_of(number.first)
    mouse = one.page.mouse
    await mouse.move(box["x"] + 10, box["y"] + 30)
    await mouse.down()
    await mouse.move(box["x"] + 10, box["y"] - 60, steps=5)
    await mouse.up()
    await one.settle()
    await one.page.locator(f"#{card}").wait_for(state="detached")


async def test_chosen_cards_of_shandong_are_flicked_onto_the_table(crowd: Crowd):
    one = await crowd.person("Ann")
    await shandong(crowd, one)
    await one.page.keyboard.press("h")
    await one.page.locator(".play:enabled").wait_for()
    chosen = one.page.locator(".hand .held.chosen").last
    card = await chosen.get_attribute("id")
    box = await box_of(chosen)
    mouse = one.page.mouse
    await mouse.move(box["x"] + 10, box["y"] + 20)
    await mouse.down()
    await mouse.move(box["x"] + 12, box["y"] - 60, steps=5)
    await mouse.up()
    if await one.page.get_by_role("button", name="Throw?").count():
        await one.page.keyboard.press("Enter")
    await one.page.locator(f"#{card}").wait_for(state="detached")
    await one.settle()
    assert card is not None
    assert card.removeprefix("c-") not in await one.see("own", "hand")
