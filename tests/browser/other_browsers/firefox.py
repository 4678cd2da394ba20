"""Firefox without a window, driven by WebDriver BiDi, which it speaks itself."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import itertools
import json
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp

from tests.browser.other_browsers.phone import HEIGHT, WIDTH, Phone, program, running, tap_at
from tests.browser.people import Json
from tests.support.stores import until

SETTINGS = {
    "ui.primaryPointerCapabilities": 1,  # a finger
    "ui.allPointerCapabilities": 1,
    "ui.prefersReducedMotion": 1,
    "ui.useOverlayScrollbars": 1,
    "dom.w3c_touch_events.enabled": 1,
    "intl.locale.requested": "en-US",
}


class Firefox(Phone):
    """Its one tab, over one WebSocket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.numbers = itertools.count(1)
        self.asked: dict[int, asyncio.Future[Json]] = {}
        self.logged: list[str] = []
        self.tab = ""

    async def listen(self) -> None:
        async for message in self.socket:
            told = message.json()
            if told["type"] == "event":
                entry = told["params"]
                if entry["level"] in ("warn", "error"):
                    self.logged.append(entry["text"])
            else:
                self.asked.pop(told["id"]).set_result(told)

    async def ask(self, method: str, **params: Json) -> Json:
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        number = next(self.numbers)
        self.asked[number] = answer
        await self.socket.send_json({"id": number, "method": method, "params": params})
        told = await answer
        assert told["type"] == "success", told
        return told["result"]

    async def begin(self) -> None:
        await self.ask("session.new", capabilities={})
        await self.ask("session.subscribe", events=["log.entryAdded"])
        self.tab = (await self.ask("browsingContext.create", type="tab"))["context"]
        await self.ask("browsingContext.setViewport", context=self.tab, viewport={"width": WIDTH, "height": HEIGHT})

    async def open(self, url: str) -> None:
        await self.ask("browsingContext.navigate", context=self.tab, url=url, wait="interactive")

    async def evaluate(self, expression: str) -> str:
        told = await self.ask(
            "script.evaluate", expression=expression, target={"context": self.tab}, awaitPromise=False
        )
        assert told["type"] == "success", told["exceptionDetails"]["text"]
        return told["result"]["value"]

    async def touch(self, x: float, y: float) -> None:
        await self.ask("input.performActions", context=self.tab, actions=tap_at(x, y))

    async def problems(self) -> list[str]:
        return self.logged

    async def picture(self) -> bytes:
        return base64.b64decode((await self.ask("browsingContext.captureScreenshot", context=self.tab))["data"])


@contextlib.asynccontextmanager
async def firefox(folder: Path) -> AsyncIterator[Phone]:
    """A new one, which knows nobody."""
    profile = folder / "profile"
    profile.mkdir()
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in SETTINGS.items()]
    (profile / "user.js").write_text("".join(lines))
    command = [program("firefox-esr", "firefox-esr", "firefox"), "--headless", "--no-remote", "--profile", str(profile)]
    address = profile / "WebDriverBiDiServer.json"
    with running(folder / "firefox.log", *command, "--remote-debugging-port", "0"):
        await until(lambda: address.exists() and address.read_text().endswith("}"), seconds=30)
        port = json.loads(address.read_text())["ws_port"]
        url = f"ws://127.0.0.1:{port}/session"
        async with aiohttp.ClientSession() as client, client.ws_connect(url, max_msg_size=0) as socket:
            one = Firefox(socket)
            listening = asyncio.create_task(one.listen())
            try:
                await one.begin()
                yield one
            finally:
                listening.cancel()
