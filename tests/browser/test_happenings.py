"""What happens is shown on the table where it happens, from seat to seat."""

from __future__ import annotations

from tests.browser.people import Crowd, script
from tests.browser.scenes import CALM_SHANDONG, CALM_UNO

NOTED = """() => {
  globalThis.noted = [];
  new MutationObserver(() => {
    for (const one of document.querySelectorAll(".note")) {
      const seat = one.closest("[data-seat]").dataset.seat;
      const told = `${seat}: ${one.textContent}`;
      if (noted.at(-1) !== told) noted.push(told);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


MARKED = """() => {
  globalThis.marks = {};
  link.store.watch(({ table: { lastAction } }, events) => {
    if (!events.some((event) => event.type === "card_played")) return;
    marks[lastAction.playerId] ??= document.querySelector(".discard .laid-by")?.title ?? "none";
  });
}"""
"""Keeps the mark on the first card that the page shows of each player, as it is laid: bots go on at once."""


async def test_a_draw_is_noted_at_the_seat_that_drew(crowd: Crowd):
    ann = await crowd.person("Ann")
    await ann.room("uno", options=CALM_UNO, bots=1, preset="standard", start=True)
    await ann.page.locator(".your-turn").wait_for()
    await ann.page.evaluate(NOTED)
    await ann.page.locator(".pile").click()
    await ann.until("() => noted.includes('0: +1')")


async def test_a_played_card_carries_the_mark_of_its_player(crowd: Crowd):
    ann = await crowd.person("Ann")
    await ann.room("uno", options=CALM_UNO, bots=1, preset="standard", start=True)
    await ann.page.locator(".your-turn").wait_for()
    await ann.page.evaluate(MARKED)
    await ann.page.evaluate(script("hasty.js"))
    await ann.until("() => 0 in marks && 1 in marks")
    assert await ann.page.evaluate("() => marks") == {"0": "by Ann", "1": "by Panda"}


async def test_bids_and_passes_are_noted_at_their_seats(crowd: Crowd):
    ann = await crowd.person("Ann")
    await ann.room("shandong", preset="calm", options=CALM_SHANDONG, bots=3)
    await ann.page.evaluate(NOTED)
    await ann.ask("listen", on=True)  # bots wait until the table is drawn
    await ann.ask("start")
    await ann.until("() => noted.length > 0")
    said = await ann.page.evaluate("() => noted")
    assert all(one.split(": ")[1].split()[0] in ("declares", "counters", "sticks", "Pass", "Let") for one in said), said
