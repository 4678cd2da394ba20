"""People at real browsers: each has their own device, sees one page, and does what the page offers."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, FloatRect, Locator, Page, Request, Route

from tests.support.doors import Plain

Json = Any


def script(name: str) -> str:
    """A piece of JavaScript for the page."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


PATIENCE_MS = 30_000
UNSAID = "addEventListener('error', (event) => event.error || event.target !== window || console.error(event.message))"
"""What a browser tells the page alone, and no console: a ResizeObserver that goes round in circles."""


async def box_of(place: Locator) -> FloatRect:
    """Where it lies on the page."""
    box = await place.bounding_box()
    assert box is not None, f"{place} is not shown"
    return box


class Person:
    """One device with its own storage, and the page that is open on it."""

    def __init__(self, name: str, context: BrowserContext, url: str) -> None:
        self.name = name
        self.context = context
        self.url = url
        self.page: Page
        self.problems: list[str] = []
        self.offline = False
        self.inspected = False

    async def open(self, path: str = "/") -> Page:
        if hasattr(self, "page"):
            await self.page.goto(self.url + path)
        else:
            self.page = await self.tab(path)
        return self.page

    async def tab(self, path: str) -> Page:
        page = await self.context.new_page()
        await page.add_init_script(UNSAID)
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.problems.append(f"{error}"))
        page.on("request", self._asked)
        await page.goto(self.url + path)
        return page

    def _said(self, message: ConsoleMessage) -> None:
        # What the browser logs about a cut connection and about axe's test styles is not the page's fault.
        excused = (self.offline and "ERR_" in message.text) or (self.inspected and "inline style" in message.text)
        # A record is asked for until it has been made.
        excused = excused or ("503" in message.text and "/api/v1/matches/" in message.location["url"])
        if message.type == "error" and not excused:
            self.problems.append(message.text)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.problems.append(f"asked elsewhere: {request.url}")

    async def cut(self, offline: bool) -> None:
        """Pull the network out, or put it in again."""
        self.offline = self.offline or offline
        await self.context.set_offline(offline)

    async def on_a_network(self, near: str) -> None:
        """The server tells this page the address that friends on the same network can open."""

        async def tell(route: Route) -> None:
            answer = await route.fetch()
            await route.fulfill(response=answer, json={**await answer.json(), "near": near})

        await self.context.route("**/api/v1/games", tell)

    async def join(self, path: str) -> None:
        """Open a shared link, say a name, and take part."""
        await self.open(path)
        # Who is known by name already comes in at once, and has to find a seat.
        name = self.page.locator(".invite input[name=nickname]")
        await name.or_(self.page.locator(".lobby")).first.wait_for()
        if await name.count():
            await name.fill(self.name)
            await self.page.locator(".invite .primary").click()
        elif not await self.page.locator(".seat.mine").count():
            await self.page.locator(".foot .primary").click()
        await self.page.locator(".seat.mine, .tablepage").first.wait_for()

    async def create(self, game: str) -> str:
        """Make a room on the create screen; its path."""
        await self.open("/")
        await self.page.locator("input[name=nickname]").fill(self.name)
        await self.page.locator(f"[data-game={game}] button:not(.primary):not(.learn)").click()
        await self.page.locator(".foot .primary").click()
        await self.page.locator(".lobby").wait_for()
        return self.path

    async def room(self, game: str, **fields: Json) -> str:
        """Make a room with custom options and go there; returns its path."""
        if not hasattr(self, "page"):
            await self.open("/")
            await self.page.locator(".games .card").first.wait_for()
        await self.page.evaluate(script("link.js"))
        code = (await self.ask("create", game=game, name=self.name, **fields))["code"]
        await self.page.goto(f"{self.url}/r/{code}")
        await self.page.locator(".lobby, .tablepage").first.wait_for()
        await self.page.evaluate(script("link.js"))
        return self.path

    @property
    def path(self) -> str:
        return self.page.url.removeprefix(self.url)

    async def watch_truth(self) -> None:
        """From now on every frame is held against a snapshot."""
        await self.page.evaluate(script("link.js"))
        await self.page.evaluate(script("truth.js"))

    async def ask(self, kind: str, **fields: Json) -> Json:
        """Through the page's own connection."""
        return await self.page.evaluate("([kind, fields]) => link.ask(kind, fields)", [kind, fields])

    async def see(self, *parts: str) -> Json:
        """What the page knows: `see("table", "phase")`."""
        found = "(parts) => parts.reduce((from, part) => from?.[part], link.store.view)"
        return await self.page.evaluate(found, list(parts))

    async def until(self, condition: str, argument: Json = None, seconds: float = PATIENCE_MS / 1000) -> Json:
        """Wait for a condition in the page; its value."""
        handle = await self.page.wait_for_function(condition, arg=argument, polling=40, timeout=seconds * 1000)
        return await handle.json_value()

    async def settle(self) -> None:
        """What was done has been answered, and the page has been told what came of it."""
        await self.page.evaluate("() => settle()")

    async def tap_card(self, card: Locator) -> None:
        """Where its strip shows: the left edge of the card."""
        await card.click(position={"x": 9, "y": 16})


class Crowd:
    """Everybody in one test; what went wrong on their pages is asked at the end."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.people: list[Person] = []
        self.guests: list[Plain] = []
        """At the table too, but not at a browser."""
        self.playing: list[asyncio.Task[None]] = []

    async def person(self, name: str, **device: Json) -> Person:
        how = {"viewport": {"width": 390, "height": 844}, "locale": "en-US", "reduced_motion": "reduce", **device}
        context = await self.browser.new_context(**how)
        context.set_default_timeout(PATIENCE_MS)
        one = Person(name, context, self.url)
        self.people.append(one)
        return one

    async def picture(self, folder: Path) -> None:
        """What everybody sees now."""
        for one in self.people:
            for number, page in enumerate(one.context.pages):
                await page.screenshot(path=folder / f"{one.name}-{number}.png")

    async def leave(self) -> None:
        for task in self.playing:
            task.cancel()
        await asyncio.gather(*self.playing, return_exceptions=True)
        for guest in self.guests:
            await guest.close()
        for one in self.people:
            await one.context.close()

    @property
    def problems(self) -> list[str]:
        return [f"{one.name}: {problem}" for one in self.people for problem in one.problems]


async def truthful(people: list[Person]) -> int:
    """Every page shows what the server shows, and pages at the same frame show the same; returns how many were
    compared.
    """
    compared = 0
    seen: dict[str, str] = {}
    for one in people:
        await one.until("() => truth.idle()")
        told = await one.page.evaluate(
            "() => ({wrong: truth.wrong, frames: truth.frames, compared: truth.compared, moments: truth.moments})"
        )
        assert told["wrong"] == [], f"{one.name}: {told['wrong'][:2]}"
        assert told["compared"] > 0.8 * told["frames"], f"{one.name}: {told['compared']} of {told['frames']}"
        compared += told["compared"]
        for pub, moment in told["moments"].items():
            assert seen.setdefault(pub, moment) == moment, f"{one.name} saw frame {pub} otherwise"
    return compared
