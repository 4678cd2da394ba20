"""Shandong Upgrade in four real pages: one round from the deal to the result, with everything that belongs to it."""

from __future__ import annotations

import asyncio

from tests.browser.people import Crowd, Person, script, truthful
from tests.browser.scenes import CALM_SHANDONG, OFFERS, act_shandong

# Two different cards of one side suit, the highest that there are: leading them together is a throw.
THROW = """async () => {
  const { isTrump, kind, RANKS, card, trumpsOf } = await import("/games/shandong/client/cards.js");
  const { table, own } = link.store.view;
  const trumps = trumpsOf(table, own);
  const side = own.hand.filter((id) => !isTrump(id, trumps));
  side.sort((a, b) => RANKS.indexOf(card(b).rank) - RANKS.indexOf(card(a).rank));
  for (const id of side) {
    const other = side.find((one) => card(one).suit === card(id).suit && kind(one) !== kind(id));
    if (other) return [id, other];
  }
  return null;
}"""


HEARD = """() => {
  globalThis.heard = [];
  link.store.watch((view, events) => heard.push(...events.map(({ type }) => type)));
}"""
"""For a page whose frames are not held against snapshots: a snapshot brings no events."""


async def throw(one: Person) -> bool:
    """Leads two cards as a throw, and says yes to the question whether it is meant."""
    cards = await one.page.evaluate(THROW)
    if not cards:
        return False
    for card in cards:
        await one.tap_card(one.page.locator(f"#c-{card}"))
    await one.page.locator(".play:enabled").click()
    await one.page.locator(".play:enabled").click()
    return True


async def play(one: Person, thrown: list[str]) -> None:
    """Does what the page offers, by its hints, until the result is shown; throws once."""
    while "next" not in (offers := await one.until(OFFERS, seconds=120)):
        leads = "play" in offers and not await one.see("table", "trick")
        if leads and one.name not in thrown and await throw(one):
            thrown.append(one.name)
        else:
            await act_shandong(one, offers)
        await one.settle()


async def test_a_whole_round_with_declaring_burying_a_throw_and_the_result(crowd: Crowd):
    host, *others = people = [await crowd.person(name) for name in ("Ann", "Bo", "Chen", "Dee")]
    for _ in range(5):
        link = await host.room("shandong", preset="calm", options={**CALM_SHANDONG, "nextRoundMs": 600_000})
        for other in others:
            await other.join(link)
        for one in people:
            await one.watch_truth()
        await host.ask("start")
        for one in people:
            await one.until("() => link.store.view.table?.phase === 'declaring' && document.querySelector('.bid-row')")
        offers = [one for one in people if await one.page.locator(".bid:enabled").count()]
        if offers:
            break
    assert offers, "nobody in five deals held a joker and a pair"
    eve = await crowd.person("Eve")
    await eve.open(link)
    await eve.page.get_by_role("button", name="Watch").click()
    await eve.page.locator(".tablepage").wait_for()
    await eve.page.evaluate(script("link.js"))
    await eve.page.evaluate(HEARD)
    thrown: list[str] = []
    async with asyncio.timeout(180), asyncio.TaskGroup() as group:
        for one in people:
            group.create_task(play(one, thrown))
    assert thrown
    assert await truthful(people) > 300
    said = set(await eve.page.evaluate("() => heard"))
    assert {"showed", "buried", "played", "trick_won", "round_ended"} <= said, said
    result = await host.see("table", "result")
    for one in people:
        shown = await one.page.locator(".result").inner_text()
        assert str(result["defenderPoints"]) in shown
