"""The table for any game, with six at a table of tricks and bids on a phone."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.async_api import expect

from tests.architecture.tree import ROOT
from tests.browser.any_table import by_touch, turn_or_end
from tests.browser.people import Crowd, Person, box_of
from tests.support.plugins import install
from tests.support.served import HASTY, Served, serve

PHONE = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    site = tmp_path_factory.mktemp("site")
    install(site, "cards-bids", "bids", "tests.games.bids:GAME", {})
    env = {"PYTHONPATH": os.pathsep.join(map(str, [ROOT, site]))}
    with serve(tmp_path_factory.mktemp("bids"), program=HASTY, env=env) as one:
        yield one


async def at_table(crowd: Crowd, seats: int, **options: int) -> Person:
    ann = await crowd.person("Ann", viewport=PHONE, has_touch=True)
    await ann.room("bids", bots=seats - 1, options=options, start=True, practice="oak")
    await ann.page.locator(".generic .middle").wait_for()
    return ann


async def nothing_cut(ann: Person) -> None:
    page = ann.page
    middle, players = await box_of(page.locator(".middle")), await box_of(page.locator(".players"))
    assert await page.locator(".middle").evaluate("(one) => one.scrollHeight <= one.clientHeight + 1")
    assert players["y"] + players["height"] <= middle["y"] + 1
    for one in await page.locator(".zone").all():
        box = await box_of(one)
        assert middle["y"] - 1 <= box["y"]
        assert box["y"] + box["height"] <= middle["y"] + middle["height"] + 1


async def test_six_at_a_phone_see_everything_that_lies_there(crowd: Crowd):
    ann = await at_table(crowd, 6, cards=8, deals=1)
    rows = [round((await box_of(one))["y"]) for one in await ann.page.locator(".generic .player").all()]
    assert [rows.count(row) for row in sorted(set(rows))] == [3, 2]
    for _ in range(4):
        assert await turn_or_end(ann)
        await nothing_cut(ann)
        await by_touch(ann)


async def test_the_last_trick_is_seen_before_the_result_and_with_it_hidden(crowd: Crowd):
    ann = await at_table(crowd, 3, cards=1, deals=1)
    await ann.page.evaluate("""() => new MutationObserver(() => {
        const last = document.querySelector('.zone.last');
        if (last && !document.querySelector('.generic .result')) window.lastSeen = true;
    }).observe(document.body, {subtree: true, childList: true})""")
    while await turn_or_end(ann):
        await by_touch(ann)
    assert await ann.page.evaluate("() => window.lastSeen === true")
    await ann.page.get_by_role("button", name="Show the table").tap()
    await expect(ann.page.locator(".zone.last .lying")).to_have_count(3)


async def test_a_bid_stepped_over_says_why_and_the_next_deal_begins_at_the_least(crowd: Crowd):
    ann = await at_table(crowd, 2, cards=3, deals=2)
    assert await turn_or_end(ann)
    number = ann.page.locator(".amount > b")
    await expect(number).to_have_text("0")
    await ann.page.get_by_role("button", name="More").tap()
    await expect(number).to_have_text("2")
    await expect(ann.page.locator(".status")).to_contain_text("Nobody may bid one.")
    await by_touch(ann)
    while await turn_or_end(ann):
        await by_touch(ann)
    await ann.page.get_by_role("button", name="Next round").tap()
    await ann.page.locator(".generic .result").wait_for(state="detached")
    assert await turn_or_end(ann)
    await expect(number).to_have_text("0")


async def test_a_card_that_may_not_be_played_says_why_and_the_help_has_its_rule(crowd: Crowd):
    ann = await at_table(crowd, 3, cards=8, deals=1)
    page = ann.page
    dim = page.locator(".hand .held.dim")
    while not await page.locator(".hint").count() or not await dim.count():
        assert await turn_or_end(ann)
        if await page.locator(".hint").count() and await dim.count():
            break
        await by_touch(ann)
    await ann.tap_card(dim.first)
    await expect(page.locator(".status")).to_contain_text("Follow the suit that was led.")
    await page.locator(".why").tap()
    await expect(page.locator(".help .sought")).to_contain_text("Suit")
