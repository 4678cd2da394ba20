"""WebKit on a screen that nobody sees, driven by WebDriver."""

from __future__ import annotations

import base64
import contextlib
import os
import re
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp

from tests.browser.other_browsers.phone import HEIGHT, WIDTH, Phone, program, running, tap_at
from tests.browser.people import PATIENCE_MS, Json, script
from tests.support.stores import free_port, until

PACKAGE = "webkit2gtk-driver"
MAY_OPEN_WINDOWS = "--javascript-can-open-windows-automatically=true"
NUMBER = re.compile(r"^\d+$(?=\n)", re.MULTILINE)
"""Of the display, among what Xvfb says."""
PATIENCE = aiohttp.ClientTimeout(total=PATIENCE_MS / 1000)
NO_MOTION = "[Settings]\ngtk-enable-animations=0\n"


class WebKit(Phone):
    """Its browser's own window cannot be as narrow as a phone, so the page stands in one that a script has opened."""

    def __init__(self, client: aiohttp.ClientSession) -> None:
        self.client = client
        self.session = "/session"

    async def ask(self, path: str, **fields: Json) -> Json:
        """Tells the browser to do something, or asks it something where there is nothing to tell."""
        method = "POST" if fields else "GET"
        async with self.client.request(method, self.session + path, json=fields or None) as answer:
            told = (await answer.json())["value"]
            assert answer.ok, told
            return told

    async def ready(self) -> bool:
        with contextlib.suppress(aiohttp.ClientConnectionError):
            async with self.client.get("/status") as answer:
                return (await answer.json())["value"]["ready"]
        return False

    async def begin(self) -> None:
        wanted = {
            "browserName": "MiniBrowser",
            "webkitgtk:browserOptions": {"args": ["--automation", MAY_OPEN_WINDOWS]},
        }
        made = await self.ask("", capabilities={"alwaysMatch": wanted})
        self.session += f"/{made['sessionId']}"

    async def open(self, url: str) -> None:
        await self.ask("/url", url=f"{url}/readyz")
        first = await self.ask("/window")
        await self.call(script("other_browsers/opened.js"), url, WIDTH, HEIGHT)
        second = next(one for one in await self.ask("/window/handles") if one != first)
        await self.ask("/window", handle=second)

    async def call(self, function: str, *given: Json) -> Json:
        body = function.strip().rstrip(";")
        return await self.ask("/execute/sync", script=f"return ({body})(...arguments)", args=given)

    async def evaluate(self, expression: str) -> str:
        return await self.ask("/execute/sync", script=f"return {expression}", args=[])

    async def touch(self, x: float, y: float) -> None:
        await self.ask("/actions", actions=tap_at(x, y))

    async def problems(self) -> list[str]:
        return await self.run("() => globalThis.problems")

    async def picture(self) -> bytes:
        return base64.b64decode(await self.ask("/screenshot"))


@contextlib.asynccontextmanager
async def webkit(folder: Path) -> AsyncIterator[Phone]:
    """A new one, which knows nobody."""
    driver = program(PACKAGE, "WebKitWebDriver")
    settings = folder / "gtk-3.0" / "settings.ini"
    settings.parent.mkdir()
    settings.write_text(NO_MOTION)
    screen, port = folder / "screen.log", free_port()
    xvfb = [program("xvfb", "Xvfb"), "-displayfd", "1", "-screen", "0", "1024x1024x24", "-nolisten", "tcp"]
    with running(screen, *xvfb):
        await until(lambda: NUMBER.search(screen.read_text()), seconds=30)
        [number] = NUMBER.findall(screen.read_text())
        home = {"DISPLAY": f":{number}", "LANG": "zh_CN.UTF-8", "XDG_CONFIG_HOME": str(folder)}
        with running(folder / "webkit.log", driver, f"--port={port}", env={**os.environ, **home}):
            async with aiohttp.ClientSession(f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
                one = WebKit(client)
                await until(one.ready, seconds=30)
                await one.begin()
                yield one
