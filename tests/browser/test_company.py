"""Rooms for people: who sits there, how well the bots play, by which rules, and the way back to one's own table."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.people import Crowd
from tests.browser.scenes import CALM_UNO


async def test_who_starts_with_one_tap_chooses_how_well_the_bots_play_and_is_not_asked_again(crowd: Crowd):
    ann = await crowd.person("Ann")
    await ann.open("/")
    card = ann.page.locator("[data-game=uno]")
    strength = card.get_by_role("combobox", name="Bot strength: UNO", exact=True)
    await expect(strength.locator("option")).to_have_text(["Easy", "Normal", "Strong"])
    await expect(strength).to_have_value("normal")
    await strength.select_option("strong")
    await card.locator(".primary").click()
    await ann.page.locator(".tablepage").wait_for()
    await ann.page.get_by_role("button", name="Fox").first.click()
    await expect(ann.page.locator("dialog")).to_contain_text("Bot · Strong")
    await ann.open("/")
    await expect(strength).to_have_value("strong")


async def test_bots_have_names_and_faces_that_nobody_takes_for_a_persons(crowd: Crowd):
    ann = await crowd.person("Ann", locale="zh-CN")
    await ann.room("uno", bots=2)
    seat = ann.page.locator("[data-seat='1']")
    await expect(seat).to_contain_text("熊猫")
    await expect(seat).to_contain_text(re.compile("电脑 · "))
    await seat.locator(".face svg.panda").wait_for()
    await ann.page.locator("[data-seat='2'] .face svg.fox").wait_for()


async def test_presets_say_what_they_are(crowd: Crowd):
    ann = await crowd.person("Ann")
    await ann.open("/?new=shandong")
    calm = ann.page.get_by_role("radio", name="No clock")
    await expect(calm).to_contain_text("take your time")
    await calm.click()
    await ann.page.locator(".foot .primary").click()
    await expect(ann.page.locator(".rules")).to_contain_text("take your time")


async def test_times_are_asked_in_seconds(crowd: Crowd):
    ann = await crowd.person("Ann")
    await ann.open("/?new=uno")
    await ann.page.locator("summary").first.click()
    field = ann.page.get_by_role("spinbutton", name="UNO grace time")
    await expect(field).to_have_value("0.8")
    await field.fill("2.5")
    await ann.page.locator(".foot .primary").click()
    await expect(ann.page.locator(".rules")).to_contain_text("2.5 s")
    assert "ms" not in await ann.page.locator(".rules").inner_text()


async def test_who_is_invited_sees_who_sits_there_and_by_which_rules_they_play(crowd: Crowd):
    ann, bo = await crowd.person("Ann"), await crowd.person("Bo")
    await bo.open(await ann.room("uno", preset="family", options={"maxPlayers": 4}, bots=1))
    invite = bo.page.locator(".invite")
    await expect(invite).to_contain_text("2 of 4 seats taken")
    await expect(invite.locator(".sitting li")).to_have_text(["A Ann", "Panda"])
    await expect(invite.locator(".rules")).to_contain_text("House rules")
    await expect(invite.locator(".rules")).to_contain_text("Stack all draw cards")


async def test_home_leads_back_to_ones_own_table_and_says_whose_turn_it_is(crowd: Crowd):
    ann = await crowd.person("Ann")
    await ann.open("/")
    await ann.page.locator("input[name=nickname]").fill("Ann")
    await ann.page.locator("input[name=nickname]").press("Tab")
    path = await ann.room("uno", options={**CALM_UNO, "maxPlayers": 4}, bots=3, start=True)
    await ann.page.locator(".your-turn").wait_for()
    await ann.page.goto(ann.url)
    back = ann.page.get_by_role("link", name="Back to room")
    await expect(back).to_contain_text("UNO · Your turn")
    await back.click()
    await ann.page.locator(".your-turn").wait_for()
    assert ann.path == path
