"""Nothing moves under a finger but by the reader's own act, and what flies comes from where it was."""

from __future__ import annotations

import pytest

from tests.browser.company import by_its_hints, company, first_that_goes
from tests.browser.people import Crowd, box_of, script
from tests.browser.scenes import CALM_SHANDONG, CALM_UNO, OFFERS, act_shandong

SIZES = [(360, 740), (740, 360), (1280, 800)]
FLIGHTS = """() => {
  globalThis.flights = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, how) {
    const made = animate.call(this, frames, how);
    if (this.closest(".hand")) {
      made.pause();
      made.currentTime = how.delay;
      const from = document.querySelector(".pile, .field").getBoundingClientRect();
      const box = this.getBoundingClientRect();
      const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
      const [x, y] = middle(box).map((at, i) => at - middle(from)[i]);
      flights.push(Math.round(Math.hypot(x, y)));
      made.currentTime = 0;
      made.play();
    }
    return made;
  };
}"""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_nothing_moves_by_itself_while_a_round_of_shandong_is_dealt_and_played(
    crowd: Crowd, size: tuple[int, int]
):
    width, height = size
    ann = await crowd.person("Ann", viewport={"width": width, "height": height})
    rules = {**CALM_SHANDONG, "dealIntervalMs": 20}
    code = (await ann.room("shandong", preset="calm", options=rules)).removeprefix("/r/")
    await company(crowd, code, by_its_hints)
    await ann.ask("start")
    await ann.page.locator(".compass").wait_for()
    await ann.page.evaluate(script("still.js"))
    for _ in range(12):
        offers = await ann.until(OFFERS, seconds=60)
        if "next" in offers:
            break
        await act_shandong(ann, offers)
        await ann.settle()
    assert await ann.page.evaluate("() => still()") == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_nothing_moves_by_itself_while_others_play_uno(crowd: Crowd, size: tuple[int, int]):
    width, height = size
    ann = await crowd.person("Ann", viewport={"width": width, "height": height})
    code = (await ann.room("uno", options={**CALM_UNO, "maxPlayers": 4})).removeprefix("/r/")
    await company(crowd, code, first_that_goes)
    await ann.ask("start")
    await ann.page.locator(".your-turn").wait_for()
    await ann.page.evaluate(script("still.js"))
    await ann.page.evaluate(script("hasty.js"), 40)
    await ann.until("() => link.store.view.table.turnNumber >= 40 || document.querySelector('.over')", seconds=60)
    assert await ann.page.evaluate("() => still()") == []


async def test_cards_that_are_dealt_come_from_the_deck_itself(crowd: Crowd):
    ann = await crowd.person("Ann", reduced_motion="no-preference", viewport={"width": 1280, "height": 800})
    await ann.room("uno", options=CALM_UNO, bots=1, preset="standard")
    await ann.page.evaluate(FLIGHTS)
    await ann.ask("start")
    await ann.page.locator(".your-turn").wait_for()
    await ann.page.locator(".pile").click()
    await ann.until("() => flights.length > 0")
    assert max(await ann.page.evaluate("() => flights")) <= 2


async def test_who_only_uses_the_keys_sees_where_they_stand_at_once(crowd: Crowd):
    ann = await crowd.person("Ann")
    await ann.room("shandong", preset="calm", options=CALM_SHANDONG, bots=3, start=True)
    await ann.page.locator(".hand .held").nth(5).wait_for()
    await ann.page.keyboard.press("ArrowRight")
    outline = "() => getComputedStyle(document.querySelector('.held.active .playing-card')).outlineStyle"
    assert await ann.page.evaluate(outline) == "solid"
    await ann.page.locator(".hand .held").nth(2).click(position={"x": 9, "y": 16})
    assert await ann.page.evaluate(outline) == "none", "a finger needs no cursor"


async def test_a_lost_line_is_told_without_moving_the_table(crowd: Crowd):
    ann = await crowd.person("Ann")
    await ann.room("uno", options=CALM_UNO, bots=1, start=True)
    await ann.page.locator(".your-turn").wait_for()
    places = [ann.page.locator(where) for where in (".acts", ".pile", ".player", ".hand")]
    before = [await box_of(place) for place in places]
    await ann.cut(True)
    await ann.page.locator(".banner").get_by_text("Reconnecting").wait_for()
    assert [await box_of(place) for place in places] == before
    await ann.cut(False)
    await ann.page.locator(".banner").wait_for(state="detached")
