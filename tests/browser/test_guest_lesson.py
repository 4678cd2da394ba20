"""A game from elsewhere brings a lesson, and no line of client code: the table for any game marks what it asks for."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

import pytest
from playwright.async_api import Browser

from games.texts import LANGUAGES
from tests.architecture.tree import ROOT
from tests.browser.people import Crowd
from tests.browser.test_lessons import ASKED, at_the_table, tap
from tests.support.plugins import install_as_guest
from tests.support.served import HASTY, Served, serve

LESSON = """
from games.api import Lesson, LessonMove
from games.chance import Chance

def begin(options):
    return EIGHTS.setup(options, ["human", "bot"], Chance(b"125"), 0).state

def moves():
    state = begin(EIGHTS.Options())
    while EIGHTS.outcome(state) is None:
        seat = next(iter(EIGHTS.to_act(state)))
        action = next(iter(EIGHTS.listed(EIGHTS.own(state, seat))))
        yield LessonMove(seat=seat, action=action, says="move")
        state = EIGHTS.apply(state, seat, action, Chance(b""), 0).state

GAME = replace(GAME, lesson=Lesson(
    minutes=2, preset="standard", options={}, seats=2, begin=begin, moves=[*moves()],
))
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    site = tmp_path_factory.mktemp("site")
    install_as_guest(site, "guided")
    package = site / "guided_guest"
    with (package / "__init__.py").open("a", encoding="utf-8") as rules:
        rules.write(LESSON)
    (package / "client" / "lesson").mkdir(parents=True)
    said = json.dumps({"move": "Play what is marked.", "done": "You won."})
    for language in LANGUAGES:
        (package / "client" / "lesson" / f"{language}.json").write_text(said, encoding="utf-8")
    env = {"PYTHONPATH": os.pathsep.join([str(ROOT), str(site)])}
    with serve(tmp_path_factory.mktemp("guided"), program=HASTY, env=env) as one:
        yield one
        assert not one.errors()


async def test_a_guest_s_lesson_is_finished_at_the_table_for_any_game(browser: Browser, served: Served):
    crowd = Crowd(browser, served.url)
    one = await crowd.person("Ann")
    page = await one.open("/")
    await page.locator("[data-game=guided] .learn").click()
    await at_the_table(one)
    while await one.until(ASKED) == "asked":
        await tap(one)
    assert await page.locator(".lesson p").inner_text() == "You won."
    assert await one.see("room", "lesson", "done") > 10
    await crowd.leave()
    assert crowd.problems == []
