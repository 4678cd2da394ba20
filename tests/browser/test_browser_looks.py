"""Every screen in every size: nothing beyond the edge, nothing too small for a finger, nothing that axe finds."""

from __future__ import annotations

import pytest

from tests.architecture.tree import ROOT
from tests.browser.people import Crowd, Person, script
from tests.browser.scenes import ALL, MAIN, Scene

VIEWPORTS = [
    (320, 568), (360, 640), (390, 844), (640, 360), (844, 390), (768, 1024), (1280, 800), (1920, 1080),
]  # fmt: skip
WITH_AXE = {(390, 844), (1280, 800)}
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
# What is printed on a card or a seat several times over is no label that somebody would say.
AXE = """async () => {
  const { violations } = await axe.run({ rules: { "label-content-name-mismatch": { enabled: false } } });
  const told = (nodes) => nodes.slice(0, 3).map((one) => `${one.target} ${one.failureSummary}`);
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
