"""What happens is shown on the table where it happens, from seat to seat."""

from __future__ import annotations

from playwright.async_api import expect

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
    # Then nobody moves any more, and the card on top is one that the page has seen the other lay.
    await ann.page.evaluate("""() => {
      const begun = link.store.view.table.turnNumber;
      globalThis.enough = ({ table }) =>
        table.turnNumber > begun && table.lastAction.playerId === 1 && table.lastAction.action === "PLAY_CARD";
    }""")
    await ann.page.evaluate(script("hasty.js"))
    await ann.until("() => link.store.view.own.legalActions.length && enough(link.store.view)")
    await expect(ann.page.locator(".discard .laid-by")).to_have_attribute("title", "by Panda")


async def test_bids_and_passes_are_noted_at_their_seats(crowd: Crowd):
    ann = await crowd.person("Ann")
    await ann.room("shandong", preset="calm", options=CALM_SHANDONG, bots=3)
    await ann.page.evaluate(NOTED)
    await ann.ask("listen", on=True)  # bots wait until the table is drawn
    await ann.ask("start")
    await ann.until("() => noted.length > 0")
    said = await ann.page.evaluate("() => noted")
    assert all(one.split(": ")[1].split()[0] in ("declares", "counters", "sticks", "Pass", "Let") for one in said), said
