"""The form for a new room is built from the server's description of the game."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.people import Crowd


async def test_the_form_of_uno_has_its_groups_its_levels_and_as_many_bots_as_its_rules_allow(crowd: Crowd):
    ann = await crowd.person("Ann", locale="en-US")
    await ann.open("/")
    page = ann.page
    await page.locator("[data-game=uno] button:not(.primary):not(.learn)").click()
    await page.locator("details.more summary").click()
    await expect(page.locator("fieldset legend")).to_have_text(["House rules", "Rules", "Time", "Players and bots"])
    more = page.get_by_role("button", name="More", exact=True)
    for _ in range(9):
        await more.click()
    await expect(more).to_be_disabled()
    await expect(page.locator(".stepper output")).to_have_text("9")
    await expect(page.locator("select").first.locator("option")).to_have_text(["Easy", "Normal", "Strong"])
    await page.get_by_role("radio", name="Luogu").click()
    await expect(page.locator(".stepper output")).to_have_text("3")
    await expect(more).to_be_disabled()
