"""Lessons in a real page: begun on the home page, finished by taps alone and by keys alone."""

from __future__ import annotations

from typing import Any

import pytest

from games.api import LEARNER
from games.catalog import installed
from tests.browser.people import Crowd, Person, script
from tests.browser.test_looks import VIEWPORTS, WITH_AXE, faults

Json = Any
DESK = {"width": 1280, "height": 800}
GAMES = pytest.mark.parametrize("game", ["uno", "shandong"])
ASKED = """() => {
  if (document.querySelector(".lesson .over button")) return "over";
  return document.querySelector("[data-asked]") && "asked";
}"""


CUT_OFF = """() => {
  const panel = document.querySelector(".lesson");
  const text = document.querySelector(".lesson > p").getBoundingClientRect();
  const within = panel.getBoundingClientRect();
  return text.top < within.top - 1 || text.bottom > within.bottom + 1 ? ["the sentence is cut off"] : [];
}"""


TOGETHER = """() => [...document.querySelectorAll(".lesson > p, [data-asked], .panel .play")].every((one) => {
  const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
  const card = one.matches("[role=option]");  // its left edge shows; the next one lies over the rest
  const seen = document.elementFromPoint(left + (card ? 9 : width / 2), top + (card ? 16 : height / 2));
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && one.contains(seen);
})"""
"""The sentence, what it asks for, and the button can all be seen."""


async def begun(one: Person, game: str) -> None:
    await one.open("/")
    await one.page.locator(f"[data-game={game}] .learn").click()
    await at_the_table(one)


async def at_the_table(one: Person) -> None:
    await one.page.locator(".lesson p:not(:empty)").wait_for()
    await one.page.locator(".hand").wait_for()
    await one.page.evaluate(script("link.js"))


async def tap(one: Person) -> None:
    """What is marked, once."""
    marked = one.page.locator("[data-asked]").first
    if await marked.get_attribute("role") == "option":
        await one.tap_card(marked)
    else:
        await marked.click()
    await one.settle()


async def really_playing(one: Person) -> None:
    """A match without a lesson has begun."""
    await one.page.locator(".tablepage[data-phase=playing] .hand .held").first.wait_for()
    await one.until("() => !document.querySelector('.lesson')")


@GAMES
async def test_a_lesson_is_finished_by_taps_on_what_is_marked(crowd: Crowd, game: str):
    one = await crowd.person("Ann")
    await begun(one, game)
    top = await one.page.locator(".tbar").bounding_box()
    sentences = set()
    while await one.until(ASKED) == "asked":
        if (lesson := await one.see("room", "lesson"))["asks"]:  # the mark may be the move's that has just been made
            sentences.add(lesson["says"])
        assert await one.page.locator(".tbar").bounding_box() == top, "nothing moves while the sentences change"
        await tap(one)
    lesson = installed()[game].lesson
    assert lesson is not None
    assert len(sentences) == sum(move.seat == LEARNER for move in lesson.moves)
    await one.page.get_by_role("button", name="Play a real game").click()
    await really_playing(one)


@GAMES
async def test_a_lesson_fits_every_size_while_it_asks_and_when_it_is_over(crowd: Crowd, game: str):
    one = await crowd.person("Ann", color_scheme="light")
    await begun(one, game)
    found, shown = [], await one.until(ASKED)
    while shown:
        for width, height in VIEWPORTS:
            await one.page.set_viewport_size({"width": width, "height": height})
            wrong = await faults(one, axe=shown == "over" and (width, height) in WITH_AXE)
            hidden = await one.page.evaluate(CUT_OFF)
            found += [f"{await one.see('room', 'lesson', 'says')} {width}×{height}: {why}" for why in (*wrong, *hidden)]
        if shown == "over":
            break
        await one.page.set_viewport_size({"width": 390, "height": 844})
        await tap(one)
        shown = await one.until(ASKED)
    assert found == []


KEYS = {
    "DRAW_CARD": "d", "CALL_UNO": "u", "red": "r", "yellow": "y", "green": "g", "blue": "b",
    "declare": "1",  # the first offer
}  # fmt: skip


async def press(one: Person, asks: Json) -> None:
    """The keys for that action, as help lists them."""
    keyboard, payload = one.page.keyboard, asks.get("payload", {})
    if (key := KEYS.get(asks["action"])) is not None:
        await keyboard.press(key)
    else:
        for card in payload.get("cards") or [payload["cardId"]]:
            if await one.page.locator(f"#c-{card}[aria-selected=false]").count():  # Enter again confirms a throw
                await to_card(one, card)
                await keyboard.press("Space")
        await one.settle()
        await keyboard.press("Enter")
    if color := payload.get("chosenColor"):
        await keyboard.press(KEYS[color])
    await one.settle()


async def to_card(one: Person, card: str) -> None:
    """With the arrows."""
    active = "() => document.querySelector('.hand').getAttribute('aria-activedescendant')"
    for way in ("ArrowLeft", "ArrowRight"):
        for _ in range(12):
            if await one.page.evaluate(active) == f"c-{card}":
                return
            await one.page.keyboard.press(way)
    raise AssertionError(f"no key leads to {card}")


@GAMES
async def test_a_lesson_is_finished_by_keys_alone_and_every_sentence_is_said_once(crowd: Crowd, game: str):
    one = await crowd.person("Ann", viewport=DESK)
    await one.context.add_init_script(script("listen.js"))
    page = await one.open("/")
    await page.locator(f"[data-game={game}] .learn").wait_for()
    while not await page.evaluate("(game) => document.activeElement.matches(`[data-game=${game}] .learn`)", game):
        await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await at_the_table(one)
    shown = []
    while await one.until(ASKED) == "asked":
        shown.append(await page.locator(".lesson p").inner_text())
        await press(one, await one.see("room", "lesson", "asks"))
    said = await page.evaluate("() => ears.heard.map(({ text }) => text).join('\\n')")
    assert {sentence: said.count(sentence) for sentence in shown} == dict.fromkeys(shown, 1)
    await page.keyboard.press("Enter")
    assert await page.evaluate("() => document.activeElement.textContent") == "Play a real game"
    await page.keyboard.press("Enter")
    await really_playing(one)


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800)])
async def test_what_is_to_be_buried_is_seen_and_heard_together_with_why_and_how(crowd: Crowd, width: int, height: int):
    one = await crowd.person("Ann", viewport={"width": width, "height": height})
    await one.context.add_init_script(script("listen.js"))
    await begun(one, "shandong")
    await one.until(ASKED)
    await tap(one)
    await one.until("() => document.querySelectorAll('[role=option][data-asked]').length === 4")
    await one.until(TOGETHER)
    sentence = await one.page.locator(".lesson p").inner_text()
    assert "Bury your four clubs: no points" in sentence
    for heard in ("Bury 4: H suggests, Enter buries.", sentence):
        await one.until("(words) => ears.heard.some(({ text }) => text.includes(words))", heard)
    await one.page.keyboard.press("h")
    await one.until("() => document.querySelector('.play[data-asked]')")
    await one.until(TOGETHER)
    assert await one.page.locator("[aria-live=assertive] p").inner_text() == "Chosen: 9 8 6 4 of clubs, 4 of 4."
    await one.page.keyboard.press("Enter")
    await one.until("() => link.store.view.room.lesson.says === 'pair'")


@GAMES
async def test_a_lesson_goes_on_where_the_page_was_left(crowd: Crowd, game: str):
    one = await crowd.person("Ann")
    await begun(one, game)
    for _ in range(3):
        await one.until(ASKED)
        await tap(one)
    await one.until(ASKED)
    sentence = await one.page.locator(".lesson p").inner_text()
    done = await one.see("room", "lesson", "done")
    await one.page.reload()
    await at_the_table(one)
    await one.until(ASKED)
    assert (await one.page.locator(".lesson p").inner_text(), await one.see("room", "lesson", "done")) == (
        sentence,
        done,
    )


async def test_who_tries_something_else_hears_what_is_asked(crowd: Crowd):
    one = await crowd.person("Ann")
    await begun(one, "uno")
    await one.until(ASKED)
    await one.page.locator(".acts .draw").click()
    spoken = one.page.locator("[aria-live=assertive] p")
    await spoken.wait_for(state="attached")
    sentence = await one.page.locator(".lesson p").inner_text()
    told = "You may do that in a game. The lesson asks for something else now."
    assert await spoken.inner_text() == f"{told} {sentence}"
    assert await one.page.locator(".status").inner_text() == told
    assert await one.see("room", "lesson", "done") == 0


async def test_a_lesson_can_be_skipped_and_found_again_in_the_help(crowd: Crowd):
    one = await crowd.person("Ann")
    await begun(one, "uno")
    await one.page.get_by_role("button", name="Skip the lesson").click()
    await one.page.locator(".games .card").first.wait_for()
    assert not await one.page.locator(".continue", has_text="Back to room").count()
    await one.page.get_by_role("button", name="Help").click()
    await one.page.locator("dialog .learn").first.click()
    await at_the_table(one)
    assert not await one.page.locator("dialog[open]").count()
