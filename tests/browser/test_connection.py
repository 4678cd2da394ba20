"""Lost connections, pages that are left and reopened, servers that die: the table comes back, and is right."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.architecture.tree import ROOT
from tests.browser.people import Crowd, Person, truthful
from tests.browser.scenes import CALM_UNO, uno
from tests.support.served import HASTY, serve


async def two_at_a_table(crowd: Crowd) -> tuple[Person, Person]:
    """The one who is on turn first."""
    ann, bo = await crowd.person("Ann"), await crowd.person("Bo")
    await bo.join(await ann.room("uno", options=CALM_UNO))
    await ann.ask("start")
    for one in (ann, bo):
        await one.page.locator(".hand .held").first.wait_for()
        await one.watch_truth()
    return (ann, bo) if await ann.page.locator(".your-turn").count() else (bo, ann)


async def draw(one: Person) -> None:
    await one.page.locator(".acts button:not(.uno-call):not(.play)").first.click()
    await one.settle()


async def hand(one: Person) -> list[str]:
    """What the page shows of it."""
    return await one.page.evaluate("() => [...document.querySelectorAll('.hand .held')].map((one) => one.id)")


async def test_a_lost_connection_is_shown_and_what_was_missed_comes_when_it_is_back(crowd: Crowd):
    first, other = await two_at_a_table(crowd)
    held = await hand(other)
    await other.cut(True)
    await other.page.locator(".banner.bad").wait_for()
    assert await hand(other) == held, "the cards stay to be seen"
    await draw(first)
    await other.cut(False)
    await other.page.locator(".banner").wait_for(state="detached")
    await other.settle()
    assert await other.see("table") == await first.see("table")
    assert await truthful([first, other])


async def test_the_others_see_who_is_away(crowd: Crowd):
    first, other = await two_at_a_table(crowd)
    await other.context.close()
    crowd.people.remove(other)
    await first.page.locator(".player .away").wait_for()


async def test_a_reload_shows_the_same_table(crowd: Crowd):
    first, _ = await two_at_a_table(crowd)
    held = await hand(first)
    await first.page.reload()
    await first.page.locator(".your-turn").wait_for()
    await first.page.locator(".hand .held").first.wait_for()
    assert await hand(first) == held
    await first.watch_truth()
    await draw(first)
    assert len(await hand(first)) == len(held) + 1
    assert await truthful([first])


async def test_a_page_that_slept_in_the_background_wakes_up_to_date(crowd: Crowd):
    first, other = await two_at_a_table(crowd)
    browser = await other.context.new_cdp_session(other.page)
    await browser.send("Page.setWebLifecycleState", {"state": "frozen"})
    await draw(first)
    expected = await first.see("table")
    await browser.send("Page.setWebLifecycleState", {"state": "active"})
    await other.until("(turn) => link.store.view.table.turnNumber === turn", expected["turnNumber"])
    await other.settle()
    assert await other.see("table") == await first.see("table")


async def test_of_two_tabs_the_newest_plays_and_the_other_says_so(crowd: Crowd):
    one = await crowd.person("Ann")
    await uno(crowd, one)
    old = one.page
    new = await one.tab(one.path)
    await new.locator(".your-turn").wait_for()
    await old.get_by_text("in another tab or on another device").wait_for()
    await old.get_by_role("alert").get_by_role("button").click()
    await old.locator(".your-turn").wait_for()
    await new.get_by_role("alert").get_by_role("button").wait_for()


@pytest.mark.parametrize("workers", [1, 2])
async def test_the_game_goes_on_without_a_reload_when_the_server_was_killed(
    browser: Browser, tmp_path: Path, workers: int
):
    with serve(tmp_path, workers=workers, program=HASTY, env={"PYTHONPATH": str(ROOT)}) as server:
        crowd = Crowd(browser, server.url)
        try:
            first, other = await two_at_a_table(crowd)
            for one in (first, other):
                one.offline = True
                await one.page.evaluate("() => { globalThis.same = true; }")
            server.kill(with_store=True)
            server.start()
            for one in (first, other):
                await one.until("() => link.state === 'online'")
            await draw(first)
            await other.settle()
            assert await other.see("table") == await first.see("table")
            for one in (first, other):
                assert await one.page.evaluate("() => globalThis.same")
            assert await truthful([first, other])
            assert crowd.problems == []
        finally:
            await crowd.leave()


async def test_a_part_that_another_release_has_removed_reloads_the_page(crowd: Crowd):
    one = await crowd.person("Ann")
    await uno(crowd, one)
    one.offline = True
    await one.page.route("**/views/help.js", lambda route: route.abort(), times=1)
    other = """<meta name="assets" content='{"/static/js/main.js":"/static/dist/chunks/other.js"}'>"""
    await one.page.route(f"{one.url}/", lambda route: route.fulfill(body=other), times=1)
    await one.page.evaluate("() => { globalThis.same = true; }")
    await one.page.locator(".tbar button").last.click()
    await one.until("() => !globalThis.same && document.querySelector('.hand .held')")
    await one.page.locator(".tbar button").last.click()
    await one.page.locator("dialog[open].help").wait_for()


async def test_a_part_that_cannot_be_had_without_a_line_says_so_and_the_hand_stays(crowd: Crowd):
    one = await crowd.person("Ann")
    await uno(crowd, one)
    held = await hand(one)
    await one.cut(True)
    await one.page.locator(".banner.bad").wait_for()
    await one.page.locator(".tbar button").last.click()
    await one.page.get_by_role("alert").get_by_text("connection").wait_for()
    assert await hand(one) == held
