"""A page enlarged to 400 %: what a screen of 1280×1024 shows then is as large as 320×256."""

from __future__ import annotations

import pytest
from playwright.async_api import ViewportSize

from tests.browser.people import Crowd
from tests.browser.scenes import Scene, shandong, uno

ENLARGED: ViewportSize = {"width": 320, "height": 256}
# What lies over something that can be pressed, when that is in the middle of the window; and what lies beyond its edge.
COVERED = """() => {
  const found = [];
  for (const one of document.querySelectorAll(".tablepage button:not(:disabled), .tablepage .held")) {
    const shown = one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!shown || one.closest(".unseen")) continue;
    one.scrollIntoView({ block: "center", inline: "center" });
    const box = one.getBoundingClientRect();
    const [x, y] = [box.left + Math.min(9, box.width / 2), box.top + Math.min(16, box.height / 2)];
    const on = document.elementFromPoint(x, y);
    const named = `${one.className || one.tagName} ${one.ariaLabel ?? one.textContent.trim().slice(0, 20)}`;
    if (!on) found.push(`${named} is out of reach`);
    else if (on !== one && !one.contains(on) && !on.contains(one)) found.push(`${named} is under ${on.className}`);
  }
  return found;
}"""


@pytest.mark.parametrize("scene", [uno, shandong], ids=["uno", "shandong"])
async def test_enlarged_four_times_everything_can_be_scrolled_to_and_pressed(crowd: Crowd, scene: Scene):
    one = await crowd.person("Ann")
    await scene(crowd, one)
    await one.page.set_viewport_size(ENLARGED)
    await one.until("() => document.documentElement.clientWidth === 320 && document.querySelector('.hand .held')")
    await one.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert await one.page.evaluate(COVERED) == []
    assert await one.page.evaluate("() => document.documentElement.scrollWidth") == ENLARGED["width"]
