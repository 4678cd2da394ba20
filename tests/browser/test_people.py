"""Who may do what to others: bots, kicks, the host's role, and watchers."""

from __future__ import annotations

from tests.browser.people import Crowd, truthful
from tests.browser.scenes import CALM_SHANDONG, CALM_UNO


async def test_the_host_adds_a_bot_and_takes_it_away(crowd: Crowd):
    ann = await crowd.person("Ann")
    await ann.create("uno")
    await ann.page.locator("[data-seat='1']").click()
    await ann.page.locator("dialog[open] .list button").first.click()
    await ann.page.locator("[data-seat='1'].bot").wait_for()
    await ann.page.locator("[data-seat='1']").click()
    await ann.page.get_by_role("button", name="Remove the bot").click()
    await ann.page.locator("[data-seat='1'].empty").wait_for()


async def test_the_host_hands_the_room_over_and_is_sent_out_by_the_next(crowd: Crowd):
    ann, bo = await crowd.person("Ann"), await crowd.person("Bo")
    await bo.join(await ann.create("uno"))
    await ann.page.locator("[data-seat='1'].person").click()
    await ann.page.get_by_role("button", name="Make host").click()
    await bo.page.get_by_role("button", name="Start").wait_for()
    await bo.page.locator("[data-seat='0'].person").click()
    await bo.page.get_by_role("button", name="Remove", exact=True).click()
    await ann.page.get_by_role("alert").get_by_text("removed").wait_for()
    await bo.page.locator("[data-seat='0'].empty").wait_for()


async def test_a_spectator_sees_the_table_and_nobodys_cards(crowd: Crowd):
    ann, eve = await crowd.person("Ann"), await crowd.person("Eve")
    path = await ann.room("uno", options=CALM_UNO, bots=3, start=True)
    await eve.open(path)
    await eve.page.locator("input[name=nickname]").fill("Eve")
    await eve.page.get_by_role("button", name="watch").click()
    await eve.page.locator(".players").wait_for()
    assert await eve.page.locator(".hand").count() == 0
    assert await eve.page.locator(".acts").count() == 0
    await eve.watch_truth()
    assert await eve.see("own") is None
    await ann.page.locator(".your-turn").wait_for()
    for seat in range(4):
        assert await eve.page.locator(f".player[data-seat='{seat}']").count() == 1


async def test_a_name_and_a_message_with_markup_stay_text(crowd: Crowd):
    name = "<img src=x>"
    ann = await crowd.person(name)
    await ann.create("uno")
    await ann.page.locator(".seat.mine").get_by_text(name).wait_for()
    await ann.page.locator(".foot button").first.click()
    await ann.page.locator("dialog[open] input[name=text]").fill("<b onclick=alert(1)>hi</b>")
    await ann.page.keyboard.press("Enter")
    await ann.page.locator("dialog[open] .lines").get_by_text("<b onclick=alert(1)>hi</b>").wait_for()
    assert await ann.page.locator("dialog[open] .lines img").count() == 0


async def test_a_spectator_who_takes_a_seat_is_asked_for_its_password(crowd: Crowd):
    ann, eve = await crowd.person("Ann"), await crowd.person("Eve")
    await eve.open(await ann.room("uno", password="for seats", watchPassword="for watching"))
    await eve.page.locator("input[name=nickname]").fill("Eve")
    await eve.page.locator(".invite input[maxlength='64']").fill("for watching")
    await eve.page.get_by_role("button", name="watch").click()
    await eve.page.locator("[data-seat='1'].empty").click()
    await eve.page.locator("dialog[open] input[name=password]").fill("for watching")
    await eve.page.keyboard.press("Enter")
    await eve.page.locator("dialog[open] [role=alert]").get_by_text("password").wait_for()
    await eve.page.locator("dialog[open] input[name=password]").fill("for seats")
    await eve.page.keyboard.press("Enter")
    await eve.page.locator("[data-seat='1'].mine").wait_for()
    assert await eve.page.locator("dialog[open]").count() == 0


async def test_who_watches_from_the_lobby_on_sees_the_match_begin(crowd: Crowd):
    """All may see every hand: spectators are shown another table than players."""
    ann, eve = await crowd.person("Ann"), await crowd.person("Eve")
    path = await ann.room("shandong", options={**CALM_SHANDONG, "spectatorsSeeAll": True}, bots=3)
    await eve.open(path)
    await eve.page.get_by_role("button", name="watch").click()
    await eve.page.locator(".lobby").wait_for()
    await eve.watch_truth()
    await ann.ask("start")
    await eve.page.locator(".tablepage[data-phase=playing]").wait_for()
    await eve.until("() => link.store.view.table.hands?.some((hand) => hand.length)")
    assert await truthful([eve]) > 0
