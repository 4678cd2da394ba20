"""Somebody who has only names, focus and live regions to go by, and only keys to answer with."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from playwright.async_api import CDPSession, Page

from tests.browser.people import Json, Person, script

WORDS_A_MINUTE = 250
"""How fast the voice of a practised listener speaks."""
SIGNS_A_WORD = 1.6
"""Chinese: so many characters take the time of one word."""
CHINESE = re.compile(r"[\u4e00-\u9fff]")
WORD = re.compile(r"[^\W\u4e00-\u9fff]+")
ANSWER_SECONDS = 15
LOST = "RootWebArea"
"""The role of the page itself, which has the focus when nothing else has it."""
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Heard(NamedTuple):
    at: float
    text: str
    now: bool
    """Does it interrupt?"""


def words(text: str) -> float:
    return len(WORD.findall(text)) + len(CHINESE.findall(text)) / SIGNS_A_WORD


class Said(NamedTuple):
    late: float
    """Seconds from its cause to its first word."""
    ends: float


def spoken(heard: Sequence[Heard], pressed: Sequence[float]) -> list[Said]:
    """One voice says one sentence after another, unless interrupted; every key silences it."""
    said: list[Said] = []
    free = 0.0
    keys = sorted(pressed, reverse=True)
    for one in heard:
        while keys and keys[-1] <= one.at:
            free = min(free, keys.pop())
        begins = one.at if one.now else max(one.at, free)
        free = begins + words(one.text) / WORDS_A_MINUTE * 60
        said.append(Said(begins - one.at, free))
    return said


def quantile(values: Sequence[float], share: float) -> float:
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))] if ranked else 0.0


@dataclass
class Ears:
    """What has been heard, and the keys that were pressed."""

    page: Page
    session: CDPSession
    keys: list[str] = field(default_factory=list)
    pressed: list[float] = field(default_factory=list)
    """When: seconds by the page's clock."""
    told: list[Heard] = field(default_factory=list)
    read: int = 0
    """How many sentences the player has dealt with."""
    focus: str = ""
    """Role and name of what has the focus, as it was read last."""
    place: int = 0
    """Which element that is: two cards may have the same name."""
    transcript: list[str] = field(default_factory=list)

    async def hear(self) -> None:
        """Take down what has been said since."""
        fresh = await self.page.evaluate("(from) => ears.heard.slice(from)", len(self.told))
        for one in fresh:
            self.told.append(Heard(one["at"] / 1000, one["text"], one["now"]))
            self.transcript.append(f"{'!' if one['now'] else ' '} {one['text']}")

    async def next(self, seconds: float = 90) -> Heard:
        """The next sentence that the player has not dealt with."""
        ends = time.monotonic() + seconds
        while self.read >= len(self.told):
            await self.hear()
            assert time.monotonic() < ends, f"silence since {self.told[-3:]}; focus on {self.focus!r}"
            await asyncio.sleep(0.03)
        self.read += 1
        return self.told[self.read - 1]

    async def listen(self) -> None:
        """Until the voice has said everything: a person hears the sentence before they answer it."""
        await self.hear()
        if self.told:
            await asyncio.sleep(max(0.0, spoken(self.told, self.pressed)[-1].ends - await self.now()))

    async def now(self) -> float:
        """By the page's clock."""
        return float(await self.page.evaluate("() => ears.time()")) / 1000

    async def strike(self, key: str) -> None:
        """Presses a key, without waiting for its answer."""
        await self.hear()
        self.keys.append(key)
        self.pressed.append(await self.now())
        self.transcript.append(f"> {key}")
        await self.page.keyboard.press(key)

    async def ask(self, key: str) -> str:
        """Presses a key that is answered in words at once, wherever the focus goes; those words."""
        said = len(self.told)
        await self.strike(key)
        ends = time.monotonic() + ANSWER_SECONDS
        while True:
            await self.hear()
            if answer := next((one for one in self.told[said:] if one.now), None):
                self.focus = await self.focused()
                return answer.text
            assert time.monotonic() < ends, f"no words answer {key!r}; last {self.told[-2:]}"
            await asyncio.sleep(0.01)

    async def press(self, key: str) -> str:
        """Presses a key and hears its answer: a sentence, or the name of where the focus has gone."""
        await self.hear()
        before, said = (self.focus, self.place), len(self.told)
        await self.strike(key)
        ends = time.monotonic() + ANSWER_SECONDS
        while True:
            await self.page.evaluate(DRAWN)
            await self.hear()
            self.focus = await self.focused()
            if (self.focus, self.place) != before and not self.focus.startswith(LOST):
                return self.focus
            if len(self.told) > said and not self.focus.startswith(LOST):
                return self.told[-1].text
            assert time.monotonic() < ends, f"no answer to {key!r}; focus on {self.focus!r}, last {self.told[-2:]}"
            await asyncio.sleep(0.05)

    async def tab_to(self, pattern: str, most: int = 30) -> None:
        """On with Tab until the focus says something like this."""
        for _ in range(most):
            if re.search(pattern, await self.press("Tab")):
                return
        raise AssertionError(f"no {pattern!r} within {most} Tab stops")

    async def focused(self) -> str:
        """Role and name of what the reader stands on, from the browser's own accessibility tree."""
        nodes: list[Json] = (await self.session.send("Accessibility.getFullAXTree"))["nodes"]
        by_element = {node.get("backendDOMNodeId"): node for node in nodes}
        for node in reversed(nodes):
            properties = {one["name"]: one["value"] for one in node.get("properties", [])}
            if not properties.get("focused", {}).get("value"):
                continue
            active: list[Json] = properties.get("activedescendant", {}).get("relatedNodes") or []
            told: Json = next((by_element[one["backendDOMNodeId"]] for one in active), node)
            self.place = told["backendDOMNodeId"]
            return f"{told['role']['value']}: {told.get('name', {}).get('value', '')}"
        return ""


async def ears(one: Person, path: str = "/", **likes: Json) -> Ears:
    """Opens the page, on a device with these settings."""
    await one.context.add_init_script(script("listen.js"))
    await one.context.add_init_script(f"localStorage['paiju.prefs'] ??= {json.dumps(json.dumps(likes))}")
    page = await one.open(path)
    await page.locator("main").wait_for()
    await page.evaluate(DRAWN)
    session = await one.context.new_cdp_session(page)
    await session.send("Accessibility.enable")
    made = Ears(page, session)
    made.focus = await made.focused()
    return made
