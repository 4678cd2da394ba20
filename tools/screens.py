"""Takes pictures of every screen and state for shots/, and the two in the README: `make screens`, or scenes by name."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Browser, async_playwright

from tests.architecture.tree import ROOT
from tests.browser.chromium import FLAGS, found
from tests.browser.company import uno_midway
from tests.browser.people import Crowd
from tests.browser.scenes import ALL, Scene, shandong_midway
from tests.support.served import serve
from tools.small_png import shrink

SHOTS = ROOT / "shots"
SERVER = (sys.executable, str(ROOT / "bench" / "servers" / "paiju.py"))
"""Bots take their time: most pictures are of somebody else's turn."""
PHONE, DESK, LOW = (390, 844), (1280, 800), (844, 390)
LOOKS = {
    "phone-en-light": (PHONE, "en-US", "light"),
    "phone-zh-dark": (PHONE, "zh-CN", "dark"),
    "low-zh-light": (LOW, "zh-CN", "light"),
    "desk-en-dark": (DESK, "en-US", "dark"),
}
README = {"uno": (uno_midway, "light"), "shandong": (shandong_midway, "dark")}
MOST_BYTES = 150_000
BLIND = ("deuteranopia", "protanopia", "tritanopia", "achromatopsia")
BLIND_LOOK = (PHONE, "en-US", "dark")


Look = tuple[tuple[int, int], str, str]


async def picture(browser: Browser, url: str, scene: Scene, path: Path, look: Look, blind: str = "none") -> None:
    """Take a picture of the scene once everything is drawn. `blind` is the simulated colour blindness."""
    (width, height), language, theme = look
    crowd = Crowd(browser, url)
    try:
        one = await crowd.person(
            "Ann",
            locale=language,
            color_scheme=theme,
            viewport={"width": width, "height": height},
            has_touch=look[0] != DESK,
        )
        await scene(crowd, one)
        await one.page.evaluate("() => document.fonts.ready")
        eyes = await one.context.new_cdp_session(one.page)
        await eyes.send("Emulation.setEmulatedVisionDeficiency", {"type": blind})
        await one.page.screenshot(path=path, animations="disabled")
    finally:
        await crowd.leave()


async def main(names: list[str]) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(Path(folder), program=SERVER, env={"PYTHONPATH": str(ROOT)}) as server,
    ):
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=found(), args=FLAGS)
            for name, scene in ALL.items():
                for kind, look in LOOKS.items() if not names or name in names else ():
                    await picture(browser, server.url, scene, SHOTS / kind / f"{name}.png", look)
            for name in ("uno", "shandong") if not names or "blind" in names else ():
                for kind in BLIND:
                    await picture(
                        browser, server.url, ALL[name], SHOTS / "blind" / f"{name}-{kind}.png", BLIND_LOOK, kind
                    )
            for name, (scene, theme) in README.items() if not names or "readme" in names else ():
                path = ROOT / "docs" / "images" / f"{name}.png"
                await picture(browser, server.url, scene, path, ((1000, 680), "en-US", theme))
                shrink(path)
                size = path.stat().st_size
                assert size <= MOST_BYTES, f"{path} has {size} bytes"
            await browser.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
