"""Somebody who has only names, focus and live regions to go by, and only keys to answer with."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from playwright.async_api import CDPSession, Page

from tests.browser.people import Person, script

WORDS_A_MINUTE = 250
"""How fast the voice of a practised listener speaks."""
SIGNS_A_WORD = 1.6
"""Chinese: so many characters take the time of one word."""
CHINESE = re.compile(r"[\u4e00-\u9fff]")
WORD = re.compile(r"[^\W\u4e00-\u9fff]+")


class Heard(NamedTuple):
    at: float
    text: str
    now: bool
    """Does it interrupt?"""


def words(text: str) -> float:
    return len(WORD.findall(text)) + len(CHINESE.findall(text)) / SIGNS_A_WORD


def spoken(heard: Sequence[Heard]) -> Iterator[tuple[float, float]]:
    """When one voice begins and ends each sentence: one after the other, but for what interrupts."""
    ends = 0.0
    for one in heard:
        begins = one.at if one.now else max(one.at, ends)
        ends = begins + words(one.text) / WORDS_A_MINUTE * 60
        yield begins, ends


def lateness(heard: Sequence[Heard]) -> list[float]:
    """Seconds from each sentence's cause to its first word."""
    return [begins - one.at for one, (begins, _) in zip(heard, spoken(heard), strict=True) if not one.now]


def quantile(values: Sequence[float], share: float) -> float:
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))] if ranked else 0.0


@dataclass
class Ears:
    """What has been heard, and how many keys it took."""

    one: Person
    page: Page
    session: CDPSession
    keys: list[str] = field(default_factory=list)
    focus: str = ""
    """The name of what has the focus, as it was read last."""
    told: list[Heard] = field(default_factory=list)
    read: int = 0
    """How many sentences the player has dealt with."""

    async def heard(self) -> list[Heard]:
        told = await self.page.evaluate("() => ears.heard")
        return [Heard(one["at"] / 1000, one["text"], one["now"]) for one in told]

    async def next(self, seconds: float = 90) -> Heard:
        """The next sentence that the player has not dealt with."""
        ends = time.monotonic() + seconds
        while self.read >= len(self.told):
            self.told = await self.heard()
            assert time.monotonic() < ends, f"silence since {self.told[-3:]}, focus {self.focus!r}"
            await asyncio.sleep(0.03)
        self.read += 1
        return self.told[self.read - 1]

    async def press(self, *keys: str) -> str:
        """Presses keys one by one; what the focus says then, where that has changed."""
        for key in keys:
            self.keys.append(key)
            await self.page.keyboard.press(key)
        await self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        before, self.focus = self.focus, await self.focused()
        return self.focus if self.focus != before else ""

    async def listen(self) -> None:
        """Until the voice has said everything: a person hears the sentence before they answer it."""
        *_, (_, ends) = spoken(await self.heard())
        now = await self.page.evaluate("() => ears.time()") / 1000
        await asyncio.sleep(max(0.0, ends - now))

    async def tab_to(self, pattern: str, most: int = 30) -> None:
        """On with Tab until the focus says something like this."""
        for _ in range(most):
            if re.search(pattern, await self.press("Tab")):
                return
        raise AssertionError(f"no {pattern!r} within {most} Tab stops")

    async def focused(self) -> str:
        """Role and name of what the reader stands on, from the browser's own accessibility tree."""
        nodes = (await self.session.send("Accessibility.getFullAXTree"))["nodes"]
        by_dom = {node.get("backendDOMNodeId"): node for node in nodes}
        for node in reversed(nodes):
            properties = {one["name"]: one["value"] for one in node.get("properties", [])}
            if not properties.get("focused", {}).get("value"):
                continue
            active = properties.get("activedescendant", {}).get("relatedNodes")
            if active:
                node = by_dom.get(active[0]["backendDOMNodeId"], node)
            return f"{node['role']['value']}: {node.get('name', {}).get('value', '')}"
        return ""


async def ears(one: Person, path: str = "/") -> Ears:
    """Opens the page."""
    await one.context.add_init_script(script("listen.js"))
    page = await one.open(path)
    await page.locator("h1").first.wait_for()
    session = await one.context.new_cdp_session(page)
    await session.send("Accessibility.enable")
    made = Ears(one, page, session)
    made.focus = await made.focused()
    return made
