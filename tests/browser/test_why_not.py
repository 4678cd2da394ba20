"""A card that does not go says what would, however it was tried."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.people import Crowd, Person, box_of
from tests.browser.scenes import CALM_UNO, shandong

UNFIT = ".hand .held:not(.can)"
WHAT_GOES = re.compile(r"What goes: .*wild")


async def unfit_card(one: Person) -> None:
    """On turn with a card that does not go."""
    while True:
        await one.room("uno", options={**CALM_UNO, "maxPlayers": 2, "initialCards": 9}, bots=1, start=True)
        await one.page.locator(".your-turn").wait_for()
        if await one.page.locator(UNFIT).count():
            return


async def tap(one: Person) -> None:
    await one.tap_card(one.page.locator(UNFIT).first)


async def tap_twice(one: Person) -> None:
    await one.page.locator(UNFIT).first.dblclick(position={"x": 9, "y": 16})


async def flick(one: Person) -> None:
    box = await box_of(one.page.locator(UNFIT).first)
    mouse = one.page.mouse
    await mouse.move(box["x"] + 10, box["y"] + 30)
    await mouse.down()
    await mouse.move(box["x"] + 10, box["y"] - 60, steps=5)
    await mouse.up()


async def go_to(one: Person, card: str) -> None:
    """With the keys, to the first such card."""
    at = await one.page.locator(".hand .held").evaluate_all(f"(all) => all.findIndex((one) => one.matches('{card}'))")
    for _ in range(at):
        await one.page.keyboard.press("ArrowRight")


async def choose_and_enter(one: Person) -> None:
    await go_to(one, ":not(.can)")
    await one.page.keyboard.press("Space")
    await one.page.keyboard.press("Enter")


async def enter(one: Person) -> None:
    """Where nothing is chosen, the card on which the keys stand is meant."""
    await go_to(one, ":not(.can)")
    await one.page.keyboard.press("Enter")


@pytest.mark.parametrize("way", [tap, tap_twice, flick, choose_and_enter, enter])
async def test_a_card_of_uno_that_does_not_go_says_what_would(crowd: Crowd, way):
    ann = await crowd.person("Ann")
    await unfit_card(ann)
    turn, before = await ann.see("table", "turnNumber"), await box_of(ann.page.locator(".acts"))
    await way(ann)
    await expect(ann.page.locator(".status")).to_contain_text(WHAT_GOES)
    await ann.page.locator(".hand .blamed").wait_for()
    assert await box_of(ann.page.locator(".acts")) == before
    assert await ann.see("table", "turnNumber") == turn, "asking costs nothing"


async def test_cards_of_shandong_that_do_not_go_say_what_would(crowd: Crowd):
    ann = await crowd.person("Ann")
    await shandong(crowd, ann)
    while not await ann.page.locator(".hand .dim").count():
        await shandong(crowd, ann)  # until a suit has to be followed
    await go_to(ann, ".dim")
    await ann.page.keyboard.press("Enter")
    await expect(ann.page.locator(".panel")).to_contain_text("follow suit")
