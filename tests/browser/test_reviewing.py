"""A match that is over, reviewed by a bot: on a phone by touch, by keys and by ear, in both languages."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.people import Crowd, Json, Person, script
from tests.browser.scenes import CALM_UNO, generic_record, shandong_record
from tests.browser.test_watching import moved, record_at, shown

WIDTH = 390
PHONE: dict[str, Json] = {"viewport": {"width": WIDTH, "height": 844}, "has_touch": True}
RAISED = """() => [...document.querySelectorAll(".hand .held")]
  .filter((one) => getComputedStyle(one).translate !== "none").length"""
BLUNDERS = 8
"""Turns in which Ann draws, whatever she holds."""
PATIENCE_MS = 180_000


def drawing() -> str:
    """A player of UNO who draws whatever they hold."""
    order = '"PLAY_CARD", "CHOOSE_COLOR", "DRAW_CARD", "SKIP_TURN"'
    text = script("hasty.js")
    assert order in text
    return text.replace(order, '"DRAW_CARD", "CHOOSE_COLOR", "SKIP_TURN", "PLAY_CARD"')


async def reviewed(one: Person) -> None:
    await one.page.get_by_role("group", name="Review").get_by_text("clearly better").wait_for(timeout=PATIENCE_MS)
    # A review that is being made is refused until it is there.
    one.problems = [problem for problem in one.problems if "503" not in problem]


async def test_who_drew_for_a_while_is_told_what_else_they_could_have_done(crowd: Crowd):
    ann = await crowd.person("Ann", **PHONE)
    await ann.room(
        "uno", options={**CALM_UNO, "initialCards": 5, "maxPlayers": 2}, bots=1, start=True, practice="maple"
    )
    await ann.page.evaluate(drawing(), BLUNDERS)
    await ann.until("(turns) => link.store.view.table.turnNumber >= turns", BLUNDERS, PATIENCE_MS / 1000)
    await ann.page.evaluate(script("hasty.js"))
    await ann.page.get_by_role("button", name="Review", exact=True).tap(timeout=PATIENCE_MS)
    await shown(ann)
    await ann.page.get_by_role("status").get_by_text("Reviewing: ").wait_for()
    await reviewed(ann)
    marks = await ann.page.locator(".timeline .better").get_attribute("d")
    assert marks
    assert "M" in marks
    # By touch.
    path, heard = ann.path.partition("#")[0], ann.page.locator("[role=log] p").last
    decided = {told["step"] - 1 for told in (await record_at(ann, path))["told"] if told.get("by") == 0}
    await ann.page.get_by_role("button", name="Next better play").tap()
    first = await moved(ann, 0)
    assert first in decided
    assert await ann.page.evaluate(RAISED) == 0
    await ann.page.get_by_role("button", name="What else?").tap()
    lines = ann.page.locator(".review li")
    await expect(lines.nth(0)).to_contain_text("Better: Play ")
    await expect(lines.nth(1)).to_contain_text("Played: ")
    await expect(lines.nth(2)).to_contain_text("more rounds in 100")
    assert await ann.page.evaluate(RAISED) == 1
    await expect(heard).to_contain_text("Better: Play ")
    assert await ann.page.evaluate("() => document.documentElement.scrollWidth") <= WIDTH
    # By keys.
    await ann.page.keyboard.press("e")
    await expect(lines).to_have_count(0)
    await ann.page.keyboard.press("e")
    await expect(lines).to_have_count(3)
    for away, back in (("ArrowLeft", "n"), ("ArrowRight", "b")):
        await ann.page.keyboard.press(away)
        elsewhere = await moved(ann, first)
        await ann.page.keyboard.press(back)
        assert await moved(ann, elsewhere) == first
    # It is kept, and said in the reader's language.
    token = await ann.page.evaluate("() => localStorage.getItem('paiju.token')")
    lin = await crowd.person("Lin", locale="zh-CN")
    await lin.open("/")
    await lin.page.evaluate("(token) => localStorage.setItem('paiju.token', token)", token)
    await lin.open(f"{path}#{first}")
    await shown(lin)
    await lin.page.keyboard.press("e")
    await lin.page.get_by_role("button", name="还能怎么打？").click()
    said = lin.page.locator(".review li")
    await expect(said.nth(0)).to_contain_text("更好：出牌")
    await expect(said.nth(2)).to_contain_text("每 100 局约多赢")


async def test_a_seat_of_an_open_record_is_reviewed_from_the_menu(crowd: Crowd):
    ann = await crowd.person("Ann", **PHONE)
    await generic_record(crowd, ann)
    await ann.page.get_by_role("button", name="Menu").tap()
    await ann.page.get_by_role("button", name="Review Ann’s decisions").tap()
    await reviewed(ann)


def leading_high() -> str:
    """A player of Shandong Upgrade who leads their highest card."""
    lead = ": own.suggestedLead;"
    text = script("hinted.js")
    assert lead in text
    return text.replace(lead, ": [own.hand[0]];")


async def test_who_led_high_reads_what_better_leads_are_worth_in_levels(crowd: Crowd):
    ann = await crowd.person("Ann", **PHONE)
    await shandong_record(crowd, ann, leading_high())
    await ann.page.get_by_role("button", name="Menu").tap()
    await ann.page.get_by_role("button", name="Review Ann’s decisions").tap()
    await reviewed(ann)
    await ann.page.get_by_role("button", name="Next better play").tap()
    await moved(ann, 0)
    await ann.page.get_by_role("button", name="What else?").tap()
    lines = ann.page.locator(".review li")
    await expect(lines.nth(0)).to_contain_text("Better: ")
    await expect(lines.nth(1)).to_contain_text("Played: ")
    await expect(lines.nth(2)).to_contain_text(re.compile(r"About [\d.]+ levels? a round better"))
    assert await ann.page.evaluate(script("layout.js")) == []
    assert await ann.page.evaluate("() => document.documentElement.scrollWidth") <= WIDTH
