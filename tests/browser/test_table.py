"""What the table shows to those who play, watch, talk and come back."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.people import Crowd, script
from tests.browser.scenes import CALM_SHANDONG, CALM_UNO, uno, uno_many_cards, uno_over

ROBOT = "M6 9h12v9H6z"
"""How the drawing of a robot begins."""
LOG = "() => [...document.querySelectorAll('.side .log li')].map((line) => line.innerText)"
"""All at one moment: bots go on meanwhile."""


async def test_the_log_is_still_there_after_a_reload(crowd: Crowd):
    ann = await crowd.person("Ann", viewport={"width": 1280, "height": 800})
    await ann.room("uno", options=CALM_UNO, bots=2, start=True)
    await ann.page.locator(".your-turn").wait_for()
    await ann.page.locator(".pile").click()
    await ann.page.locator(".side .log li").filter(has_text="Ann draws").wait_for()
    told = await ann.page.evaluate(LOG)
    await ann.page.reload()
    await ann.page.locator(".hand").wait_for()
    kept = await ann.page.evaluate(LOG)
    assert kept[-len(told) :] == told


async def test_emotes_are_drawn_by_the_page_and_have_names(crowd: Crowd):
    ann, bo = await crowd.person("Ann"), await crowd.person("Bo")
    path = await ann.room("uno", options=CALM_UNO)
    await bo.join(path)
    await ann.ask("start")
    for one in (ann, bo):
        await one.page.locator(".hand").wait_for()
    await bo.page.get_by_role("button", name="Chat").click()
    emotes = bo.page.locator("dialog .emotes .chip")
    assert await emotes.count() == 8
    assert [await one.inner_text() for one in await emotes.all()] == [""] * 8, "letters would need a font"
    await bo.page.locator("dialog").get_by_role("button", name="Hooray").click()
    await ann.page.locator(".player .bubble svg").wait_for()
    await expect(ann.page.get_by_role("log")).to_contain_text("Bo: Hooray")


async def test_an_emote_is_thrown_at_a_seat_and_read_out(crowd: Crowd):
    ann, bo, eve = [await crowd.person(name) for name in ("Ann", "Bo", "Eve")]
    path = await ann.room("uno", options=CALM_UNO, bots=1)
    await bo.join(path)
    await ann.ask("start")
    for one in (ann, bo):
        await one.page.locator(".hand").wait_for()
    await eve.open(path)
    await eve.page.get_by_role("button", name="Watch").click()
    await eve.page.locator(".player").first.wait_for()
    # At a seat that is tapped: everybody sees it there, and nowhere else.
    await bo.page.locator(".player button").filter(has_text="Ann").click()
    await bo.page.locator("dialog").get_by_role("button", name="Hooray").click()
    await eve.page.locator(".player").filter(has_text="Ann").locator(".bubble svg").wait_for()
    await ann.page.locator(".own-seat .bubble").filter(has_text="Bo").locator("svg").wait_for()
    assert await bo.page.locator(".bubble").count() == 1
    for one in (ann, bo, eve):
        await expect(one.page.get_by_role("log")).to_contain_text("Bo to Ann: Hooray")
    await expect(bo.page.locator("dialog[open]")).to_have_count(0)
    # Or by its name, among the messages.
    await ann.page.get_by_role("button", name="Chat").click()
    aims = ann.page.locator("dialog").get_by_role("group", name="Send emotes to")
    assert await aims.get_by_role("button").all_inner_texts() == ["Everyone", "Panda", "Bo"]
    await aims.get_by_role("button", name="Panda").click()
    await ann.page.locator("dialog").get_by_role("button", name="Wow").click()
    await eve.page.locator(".player").filter(has_text="Panda").locator(".bubble svg").wait_for()
    await expect(bo.page.get_by_role("log")).to_contain_text("Ann to Panda: Wow")
    await expect(ann.page.locator("dialog .lines li").last).to_contain_text("Ann to Panda")


async def test_who_watches_reads_of_teams_and_not_of_us_and_them(crowd: Crowd):
    ann, eve = await crowd.person("Ann"), await crowd.person("Eve")
    path = await ann.room("shandong", preset="calm", options=CALM_SHANDONG, bots=3, start=True)
    await eve.open(path)
    await eve.page.get_by_role("button", name="Watch").click()
    facts = eve.page.locator(".facts-row")
    await expect(facts).to_contain_text("Team A")
    await expect(facts).to_contain_text("Team B")
    assert "Us" not in await facts.inner_text()
    await expect(ann.page.locator(".facts-row")).to_contain_text("Us A")


async def test_a_seat_on_autopilot_shows_a_bot_and_not_a_lost_line(crowd: Crowd):
    ann, bo = await crowd.person("Ann"), await crowd.person("Bo")
    await bo.join(await ann.room("shandong", preset="calm", options=CALM_SHANDONG, bots=2))
    await ann.ask("start")
    seat = ann.page.get_by_role("button", name="Bo,")
    await expect(seat.locator("small .icon")).to_have_count(0)
    await bo.page.locator(".compass").wait_for()
    await bo.page.evaluate(script("link.js"))
    await bo.page.evaluate("() => link.act({ action: 'set_auto', payload: { enabled: true } })")
    await expect(seat).to_have_accessible_name(re.compile("Auto-play"))
    sign = await seat.locator("small path").get_attribute("d")
    assert sign is not None
    assert sign.startswith(ROBOT)


async def test_many_cards_are_a_fan_too(crowd: Crowd):
    ann = await crowd.person("Ann")
    await uno_many_cards(crowd, ann)
    assert await ann.page.locator(".player").first.locator(".fan i").count() == 7


async def test_after_the_match_nobody_is_to_play(crowd: Crowd):
    ann = await crowd.person("Ann")
    await uno_over(crowd, ann)
    await expect(ann.page.locator(".board")).not_to_contain_text("to play")


async def test_a_phone_shows_what_happened_last_in_one_line(crowd: Crowd):
    ann = await crowd.person("Ann")
    await ann.room("uno", options=CALM_UNO, bots=1, start=True)
    await ann.page.locator(".your-turn").wait_for()
    await ann.page.locator(".pile").click()
    last = ann.page.locator(".last-line")
    await expect(last).to_contain_text(re.compile("draws|plays|passes"))
    await ann.page.set_viewport_size({"width": 1280, "height": 800})
    await expect(last).to_be_hidden()


async def test_one_sheet_goes_in_the_moment_that_the_next_one_comes(crowd: Crowd):
    ann = await crowd.person("Ann")
    await uno(crowd, ann)
    await ann.page.locator(".tbar button").first.click()
    most = """() => {
      globalThis.most = 0;
      const count = () => (most = Math.max(most, document.querySelectorAll("dialog").length));
      new MutationObserver(count).observe(document.body, { childList: true });
    }"""
    await ann.page.evaluate(most)
    await ann.page.get_by_role("button", name="Settings").click()
    await expect(ann.page.locator("dialog h2")).to_have_text("Settings")
    assert await ann.page.evaluate("() => most") == 1
