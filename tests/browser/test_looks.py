"""Every screen in every size: nothing beyond the edge, nothing too small for a finger, nothing that axe finds."""

from __future__ import annotations

import pytest

from tests.architecture.tree import ROOT
from tests.browser.people import Crowd, Person, script
from tests.browser.scenes import ALL, MAIN, Scene, shandong, uno

VIEWPORTS = [
    (320, 568), (360, 640), (390, 844), (640, 360), (844, 390), (768, 1024), (1280, 800), (1920, 1080),
]  # fmt: skip
WITH_AXE = {(390, 844), (1280, 800)}
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
# Experimental rules are off by themselves.
AXE = """async () => {
  const { violations } = await axe.run({ rules: { "label-content-name-mismatch": { enabled: true } } });
  const told = (nodes) => nodes.slice(0, 9).map((one) => `${one.target} ${one.failureSummary}`);
  return violations.map(({ id, nodes }) => `${id}: ${told(nodes)}`);
}"""


async def faults(one: Person, *, axe: bool) -> list[str]:
    """What is wrong with what is seen now."""
    await one.page.evaluate(DRAWN)
    found: list[str] = await one.page.evaluate(script("layout.js"))
    if axe:
        one.inspected = True
        await one.page.evaluate((ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
        found += await one.page.evaluate(AXE)
    return found


@pytest.mark.parametrize("scene", MAIN.values(), ids=MAIN)
async def test_a_screen_fits_every_size(crowd: Crowd, scene: Scene):
    one = await crowd.person("Ann", color_scheme="light")
    await scene(crowd, one)
    found = []
    for width, height in VIEWPORTS:
        await one.page.set_viewport_size({"width": width, "height": height})
        wrong = await faults(one, axe=(width, height) in WITH_AXE)
        found += [f"{width}×{height}: {fault}" for fault in wrong]
    assert found == []


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["zh-CN", "en-US"])
@pytest.mark.parametrize("scene", ALL.values(), ids=ALL)
async def test_a_screen_fits_every_size_in_both_languages_and_both_themes(crowd: Crowd, scene: Scene, language: str):
    one = await crowd.person("Ann", locale=language)
    await scene(crowd, one)
    found = []
    for theme in ("light", "dark"):
        await one.page.emulate_media(color_scheme=theme)
        for width, height in VIEWPORTS:
            await one.page.set_viewport_size({"width": width, "height": height})
            wrong = await faults(one, axe=True)
            found += [f"{theme} {width}×{height}: {fault}" for fault in wrong]
    assert found == []


async def test_colours_follow_the_device_until_the_reader_chooses(crowd: Crowd):
    one = await crowd.person("Ann", color_scheme="light")
    await uno(crowd, one)
    shown = "(theme) => document.documentElement.dataset.theme === theme"
    await one.until(shown, "light")
    await one.page.emulate_media(color_scheme="dark")
    await one.until(shown, "dark")
    await one.page.emulate_media(contrast="more")
    await one.until(shown, "contrast")
    assert await faults(one, axe=True) == []
    await one.page.locator(".tbar button").first.click()
    await one.page.get_by_role("button", name="Settings").click()
    await one.page.locator("dialog[open] select").nth(1).select_option("light")
    await one.until(shown, "light")


async def test_four_colours_and_large_signs_are_there_for_who_wants_them(crowd: Crowd):
    one = await crowd.person("Ann")
    await shandong(crowd, one)
    ink = """() => {
      const of = (suit) => getComputedStyle(document.querySelector(`.hand .${suit}`) ?? document.body).color;
      return new Set(["hearts", "spades", "clubs", "diamonds"].map(of)).size;
    }"""
    sign = "() => parseFloat(getComputedStyle(document.querySelector('.hand .corner b:not(.joker *)')).fontSize)"
    usual = await one.page.evaluate(sign)
    assert await one.page.evaluate(ink) <= 3
    await one.page.locator(".tbar button").first.click()
    await one.page.get_by_role("button", name="Settings").click()
    await one.page.get_by_label("Card faces").select_option("four")
    await one.page.get_by_label("Large corner indices").check()
    assert await one.page.evaluate(ink) == await one.page.evaluate(
        "() => new Set([...document.querySelectorAll('.hand .playing-card:not(.joker)')].map(c => c.classList[1])).size"
    )
    assert await one.page.evaluate(sign) > usual


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("scene", [uno, shandong], ids=["uno", "shandong"])
async def test_every_cloth_can_be_read_on_in_both_rooms(crowd: Crowd, scene: Scene, theme: str):
    one = await crowd.person("Ann", color_scheme=theme)
    await scene(crowd, one)
    seen = set()
    for cloth in ("green", "blue", "red", "night"):
        await one.page.locator(".tbar button").first.click()
        await one.page.get_by_role("button", name="Settings").click()
        await one.page.get_by_label("Table cloth").select_option(cloth)
        await one.page.keyboard.press("Escape")
        await one.page.locator("dialog").wait_for(state="detached")
        seen.add(await one.page.evaluate("() => getComputedStyle(document.querySelector('.cloth')).backgroundImage"))
        assert await faults(one, axe=True) == [], cloth
    assert len(seen) == 4
    backs = "() => getComputedStyle(document.documentElement).getPropertyValue('--back')"
    before = await one.page.evaluate(backs)
    await one.page.locator(".tbar button").first.click()
    await one.page.get_by_role("button", name="Settings").click()
    await one.page.get_by_label("Card backs").select_option("red")
    assert await one.page.evaluate(backs) != before
