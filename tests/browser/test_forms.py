"""Forms: errors appear beside their field, in words; every control has enough space and a name."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, expect

from tests.browser.people import Crowd, Person

PHONE = {"viewport": {"width": 360, "height": 740}}
RANKS = "2 3 4 5 6 7 8 9 10 J Q K A"
CONFLICT = {"en-US": ("Cards dealt", "does not go with the other rules"), "zh-CN": ("起始手牌", "与其他规则冲突")}


async def too_many_cards(one: Person, label: str) -> Locator:
    """More cards than there are for ten players."""
    field = one.page.get_by_role("spinbutton", name=label)
    await field.fill("15")
    await field.press("Tab")
    return field


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
async def test_what_cannot_be_is_told_beside_its_field(crowd: Crowd, locale: str):
    label, words = CONFLICT[locale]
    ann = await crowd.person("Ann", locale=locale, **PHONE)
    await ann.open("/?new=uno")
    await ann.page.locator("summary").first.click()
    field = await too_many_cards(ann, label)
    await ann.page.locator(".foot .primary").click()
    await expect(field).to_be_focused()
    await expect(field).to_be_in_viewport()
    told = ann.page.locator(".wrong")
    await expect(told).to_have_count(1)
    await expect(told).to_be_in_viewport()
    await expect(told).to_contain_text(words)
    await expect(field).to_have_attribute("aria-describedby", await told.get_attribute("id") or "none")
    await expect(field).to_have_attribute("aria-invalid", "true")
    assert await ann.page.locator(".notice.bad").count() == 0
    await field.fill("7")
    await field.press("Tab")
    await expect(told).to_have_count(0)
    await ann.page.locator(".foot .primary").click()
    await ann.page.locator(".lobby").wait_for()


async def test_the_rules_of_a_room_are_told_so_too(crowd: Crowd):
    ann = await crowd.person("Ann")
    await ann.room("uno")
    await ann.page.get_by_role("button", name="Change rules").click()
    field = await too_many_cards(ann, "Cards dealt")
    await ann.page.get_by_role("button", name="Save").click()
    await expect(field).to_be_focused()
    await expect(field).to_have_accessible_description("“Cards dealt” does not go with the other rules.")


async def test_a_name_that_cannot_be_read_is_told_beside_its_field(crowd: Crowd):
    ann = await crowd.person("Ann")
    await ann.open("/?new=uno")
    field = ann.page.locator("input[name=nickname]")
    await field.fill("\u200b\u200b")
    await ann.page.locator(".foot .primary").click()
    await expect(field).to_be_focused()
    await expect(field).to_have_accessible_description("This name cannot be read.")


@pytest.mark.parametrize(("locale", "name"), [("en-US", "Must-play levels"), ("zh-CN", "必打")])
async def test_levels_stand_in_their_order_below_their_name(crowd: Crowd, locale: str, name: str):
    ann = await crowd.person("Ann", locale=locale, **PHONE)
    await ann.open("/?new=shandong")
    await ann.page.locator("summary").first.click()
    row = ann.page.get_by_role("group", name=name)
    levels = row.get_by_role("button")
    assert " ".join(await levels.all_inner_texts()) == RANKS
    label = await row.locator("> span").first.bounding_box()
    boxes = [await one.bounding_box() for one in await levels.all()]
    assert label
    assert label["width"] > 200
    for box in boxes:
        assert box
        assert box["y"] >= label["y"] + label["height"], "beside or over the words"
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        assert min(box["width"], box["height"]) >= 44
    await levels.nth(8).click()
    await expect(row.get_by_role("button", name="10")).to_have_attribute("aria-pressed", "true")
    first = ann.page.get_by_role("combobox").locator("option", has_text="10").first.locator("xpath=..")
    assert " ".join(await first.locator("option").all_inner_texts()) == RANKS
