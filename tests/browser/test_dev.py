"""The author's page: it loads itself anew with every change, and shows a mistake until it is mended."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Browser, expect

from tests.support.workshop import own_game, workshop


async def test_the_page_takes_changes_over_and_shows_mistakes(browser: Browser, tmp_path: Path) -> None:
    package = own_game(tmp_path)
    rules = package / "rules.py"
    sound = rules.read_text()
    async with workshop(package) as dev:
        page = await browser.new_page()
        listening = "/workshop/changes"
        async with page.expect_request(lambda request: listening in request.url):
            await page.goto(dev.url)
        bar = page.locator("#workshop")
        for number in range(3):
            async with page.expect_request(lambda request: listening in request.url):
                rules.write_text(f"{sound}\n# change {number}\n")
        rules.write_text(f"{sound}\nDECK = [\n")
        await expect(bar).to_contain_text(f"rules.py, line {len(sound.splitlines()) + 2})")
        await page.reload()
        await expect(bar).to_be_visible()
        rules.write_text(sound)
        await expect(bar).to_have_count(0)
        await page.close()
