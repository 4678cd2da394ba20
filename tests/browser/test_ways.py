"""Ways in and ways on: the address that friends can open, and what to do if they cannot enter."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.people import Crowd

NEAR = "http://192.168.7.7:8123"
DRAWN = """async ([url]) => {
  const { qrSquares } = await import("/static/js/ui/qr.js");
  return (await qrSquares(url)).path;
}"""


async def test_the_invitation_names_the_address_that_friends_can_open(crowd: Crowd):
    ann = await crowd.person("Ann")
    await ann.on_a_network(NEAR)
    path = await ann.create("uno")
    await expect(ann.page.locator(".address")).to_have_text(NEAR.removeprefix("http://"))
    await ann.page.locator(".qr path").wait_for()
    drawn = await ann.page.locator(".qr path").get_attribute("d")
    assert drawn == await ann.page.evaluate(DRAWN, [f"{NEAR}{path}"])
    await ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await ann.page.get_by_role("button", name="Invite").click()
    await ann.page.get_by_role("button", name="Copied").wait_for()
    assert await ann.page.evaluate("() => navigator.clipboard.readText()") == f"{NEAR}{path}"


@pytest.mark.parametrize(("locale", "words"), [("en-US", "Friends cannot open this address"), ("zh-CN", "朋友打不开")])
async def test_where_no_friend_can_come_the_page_says_so(crowd: Crowd, locale: str, words: str):
    """The server of these tests listens on its own machine alone."""
    ann = await crowd.person("Ann", locale=locale)
    await ann.create("uno")
    await ann.page.locator(".invitation .notice").get_by_text(re.compile(words)).wait_for()
    assert await ann.page.locator(".qr").count() == 0
    assert await ann.page.locator(".invitation button").count() == 1, "only the one that hides the code"


# --- closed doors ---


async def test_a_wrong_code_leads_on_to_another_one_and_home(crowd: Crowd):
    ann, eve = await crowd.person("Ann"), await crowd.person("Eve")
    path = await ann.create("uno")
    await eve.open("/r/ZZZZ99")
    await eve.page.get_by_role("alert").get_by_text("No room with this code").wait_for()
    await eve.page.get_by_label("Room code").fill(path.removeprefix("/r/").lower())
    await eve.page.get_by_role("button", name="Join").click()
    await eve.page.get_by_role("button", name="Join the game").wait_for()
    await eve.open("/r/ZZZZ98")
    await eve.page.get_by_role("button", name="Home").click()
    await eve.page.locator(".games .card").first.wait_for()


async def test_a_full_room_offers_what_is_left(crowd: Crowd):
    ann, eve = await crowd.person("Ann"), await crowd.person("Eve")
    await eve.open(await ann.room("uno", options={"maxPlayers": 2}, bots=1))
    await eve.page.get_by_text("All seats are taken.").wait_for()
    assert await eve.page.get_by_role("button", name="Join the game").count() == 0
    await eve.page.get_by_role("button", name="watch").click()
    await eve.page.locator(".lobby").get_by_text("All seats are taken: you are watching.").wait_for()
    assert await eve.page.get_by_role("button", name="Sit down").count() == 0
    await ann.ask("bot", seat=1, level=None)
    await eve.page.get_by_role("button", name="Sit down").click()
    await eve.page.locator(".seat.mine").wait_for()


async def test_a_full_room_without_watchers_can_be_tried_again(crowd: Crowd):
    ann, eve = await crowd.person("Ann"), await crowd.person("Eve")
    await eve.open(await ann.room("uno", options={"maxPlayers": 2}, bots=1, spectators="off"))
    await eve.page.get_by_text("All seats are taken.").wait_for()
    assert await eve.page.get_by_role("button", name="watch").count() == 0
    await ann.ask("bot", seat=1, level=None)
    await eve.page.get_by_role("button", name="Try again").click()
    await eve.page.get_by_role("button", name="Join the game").click()
    await eve.page.locator(".seat.mine").wait_for()


async def test_a_room_without_watchers_lets_players_in_by_its_link(crowd: Crowd):
    ann, eve = await crowd.person("Ann"), await crowd.person("Eve")
    await eve.join(await ann.room("uno", spectators="off"))


async def test_a_locked_room_can_be_tried_again_when_it_is_open(crowd: Crowd):
    ann, eve = await crowd.person("Ann"), await crowd.person("Eve")
    path = await ann.room("uno")
    await ann.ask("settings", locked=True)
    await eve.open(path)
    await eve.page.get_by_role("alert").get_by_text("locked this room").wait_for()
    await ann.ask("settings", locked=False)
    await eve.page.get_by_role("button", name="Try again").click()
    await eve.page.get_by_role("button", name="Join the game").wait_for()


async def test_a_wrong_password_is_told_beside_its_field(crowd: Crowd):
    ann, eve = await crowd.person("Ann"), await crowd.person("Eve")
    await eve.open(await ann.room("uno", password="sesame"))
    field = eve.page.get_by_label("Password")
    await field.fill("open")
    await eve.page.get_by_role("button", name="Join the game").click()
    await expect(field).to_have_accessible_description("Wrong password.")
    await expect(field).to_be_focused()
    await field.fill("sesame")
    await eve.page.keyboard.press("Enter")
    await eve.page.locator(".seat.mine").wait_for()


async def test_who_is_kept_out_may_go_elsewhere(crowd: Crowd):
    ann, eve = await crowd.person("Ann"), await crowd.person("Eve")
    path = await ann.room("uno")
    await eve.join(path)
    await ann.ask("kick", seat=1, ban=True)
    await eve.page.get_by_role("button", name="Home").wait_for()
    await eve.open(path)
    await eve.page.get_by_role("alert").get_by_text("You cannot enter this room").wait_for()
    assert await eve.page.get_by_role("button", name="Try again").count() == 0
    await eve.page.get_by_label("Room code").wait_for()
    await eve.page.get_by_role("button", name="Home").click()
    await eve.page.locator(".games .card").first.wait_for()


@pytest.mark.parametrize("path", ["/nonsense", "/r/%E0%A4%A", "/some/where.php"])
async def test_an_unknown_page_leads_on(crowd: Crowd, path: str):
    eve = await crowd.person("Eve")
    await eve.open(path)
    await eve.page.get_by_role("alert").wait_for()
    await eve.page.get_by_label("Room code").wait_for()
    await eve.page.get_by_role("button", name="Home").click()
    await eve.page.locator(".games .card").first.wait_for()
    eve.problems = [one for one in eve.problems if "404" not in one]  # as the browser notes of the page itself
