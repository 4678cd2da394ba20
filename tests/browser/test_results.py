"""Results talk to the reader: their place, their side, how far it brings them, and what everybody still held."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.people import Crowd, Person
from tests.browser.scenes import CALM_UNO, hasty_uno, shandong_result, uno_over, uno_result

SHORT = {**CALM_UNO, "initialCards": 2}


async def won_or_lost(one: Person) -> bool:
    return await one.see("seat") in await one.see("table", "winners")


async def test_the_end_of_a_match_of_uno_says_which_place_the_reader_has_come_to(crowd: Crowd):
    ann = await crowd.person("Ann")
    await uno_over(crowd, ann)
    result = ann.page.locator(".result")
    if await won_or_lost(ann):
        await expect(result.locator("h2")).to_have_text("You won!")
    else:
        at = (await ann.see("table", "ranking")).index(0) + 1
        await expect(result.locator(".place")).to_have_text(f"Your place: {at} of 4")
    await expect(result.locator("thead th")).to_have_text(["Points left in hand"])
    assert "0" not in await result.locator("td:nth-child(2)").all_inner_texts()


async def test_cards_left_in_hands_have_names(crowd: Crowd):
    ann = await crowd.person("Ann")
    await uno_result(crowd, ann)
    await expect(ann.page.locator(".result thead th")).to_have_text(["Round", "Total"])
    for hand in await ann.page.locator(".result .open-hand").all():
        cards = await hand.locator("svg").count()
        assert len((await hand.get_attribute("aria-label") or "").split(", ")) == cards


async def test_whoever_won_is_celebrated_unless_they_want_no_motion(crowd: Crowd):
    for motion in ("no-preference", "reduce"):
        ann = await crowd.person("Ann", reduced_motion=motion)
        await hasty_uno(crowd, ann, SHORT)
        await ann.page.locator(".result").wait_for(timeout=60_000)
        celebrated = await ann.page.locator(".confetti").count() == 1
        assert celebrated == (motion == "no-preference" and await won_or_lost(ann))


async def test_a_round_of_shandong_shows_points_the_bottom_and_the_way_to_the_ace(crowd: Crowd):
    ann = await crowd.person("Ann")
    await shandong_result(crowd, ann)
    shown = ann.page.locator(".result")
    told = await ann.see("table", "result")
    await expect(shown.locator(".points")).to_contain_text(f"Defenders’ points: {told['defenderPoints']}")
    ours, theirs = told["teamLevels"]
    await expect(shown.locator(".track")).to_have_attribute("aria-label", f"Levels: Us {ours}, Them {theirs}")
    assert await shown.locator(".step.climbed").count() == told["steps"]
    pieces = shown.locator(".step:has(i.a)")
    await expect(pieces).to_have_text(re.compile(rf"\s*{ours}"))
    assert await shown.locator(".laid .one").count() == 4
    side = "Your side" if told["holders"] == 0 else "They"
    await expect(shown.locator("h2")).to_contain_text(side)
