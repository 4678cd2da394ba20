"""Rules that raise at a table, and a game that has changed while its rooms are open: what people are told."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from tests.architecture.tree import ROOT
from tests.browser.any_table import by_mouse
from tests.browser.people import Crowd, Person
from tests.support.plugins import install_as_guest
from tests.support.served import HASTY, Served

FAILING = """
from crazy_eights import GAME
from crazy_eights.rules import Draw

def apply(state, actor, action, *more):
    if isinstance(action, Draw):
        raise KeyError("no such pile")
    return GAME.apply(state, actor, action, *more)
"""
LONGER = """
from crazy_eights.rules import State as Shorter
from games.simple import Kept

class Longer(Shorter, array_like=True, kw_only=True):
    streak: list[int]

State = Kept[Longer]
"""


def site(folder: Path, rules: str, changed: str) -> dict[str, str]:
    install_as_guest(folder, "guest")
    package = folder / "guest_guest"
    (package / "planted.py").write_text(rules, encoding="utf-8")
    init = (package / "__init__.py").read_text(encoding="utf-8")
    init = f"from .planted import {changed}\n{init}".replace("package=", f"{changed}={changed}, package=")
    (package / "__init__.py").write_text(init, encoding="utf-8")
    return {"PYTHONPATH": os.pathsep.join([str(ROOT), str(folder)]), "TMPDIR": str(folder)}


@pytest_asyncio.fixture(loop_scope="session")
async def server(tmp_path: Path) -> AsyncIterator[Served]:
    one = Served(tmp_path, program=HASTY)
    yield one
    one.end()


async def test_players_are_told_that_the_game_has_failed_and_the_host_ends_the_match(
    browser: Browser, server: Served, tmp_path: Path
):
    server.env = site(tmp_path / "site", FAILING, "apply")
    server.start()
    crowd = Crowd(browser, server.url)
    try:
        ann, ben = await crowd.person("Ann"), await crowd.person("Ben")
        path = await ann.create("guest")
        await ben.join(path)
        await ann.page.get_by_role("button", name="Start").click()
        both = (ann, ben)
        for one in both:
            await one.page.locator(".generic").wait_for()
        while (drawing := await who_can_draw(both)) is None:
            await first_that_can(both)
        await drawing.click()
        for one in both:
            await one.page.locator(".banner.bad").get_by_text("The game has failed here").wait_for()
        assert await ben.page.get_by_role("button", name="End this match").count() == 0
        await ann.page.get_by_role("button", name="End this match").click()
        for one in both:
            await one.page.get_by_role("button", name="Rematch").wait_for()
            await expect(one.page.locator(".banner")).to_have_count(0)
        assert crowd.problems == []
    finally:
        await crowd.leave()


async def who_can_draw(people: Sequence[Person]) -> Locator | None:
    for one in people:
        draw = one.page.locator(".generic .acts").get_by_role("button", name="Draw")
        if await draw.count():
            return draw
    return None


async def first_that_can(people: Sequence[Person]) -> None:
    """The player whose turn it is plays a card, and everybody has heard of it."""
    heard = await people[0].page.locator(".log li").count()
    for one in people:
        if await one.page.locator(".hint").count():
            await by_mouse(one)
            break
    for one in people:
        await one.until("(heard) => document.querySelectorAll('.log li').length > heard", heard)


async def test_people_at_a_table_are_told_that_its_game_has_changed(browser: Browser, server: Served, tmp_path: Path):
    install_as_guest(tmp_path / "before", "guest")
    server.env = {"PYTHONPATH": os.pathsep.join([str(ROOT), str(tmp_path / "before")])}
    server.start()
    crowd = Crowd(browser, server.url)
    try:
        ann = await crowd.person("Ann")
        page = await ann.open("/")
        await page.locator("[data-game=guest] .primary").click()
        await page.locator(".generic").wait_for()
        ann.offline = True
        server.terminate()
        server.env = site(tmp_path / "after", LONGER, "State")
        server.start()
        await page.get_by_text("The game was updated, and this match cannot go on.").wait_for()
        await page.reload()
        await page.get_by_role("alert").get_by_text("The game was updated").wait_for()
    finally:
        await crowd.leave()
