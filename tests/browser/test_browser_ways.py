"""Ways in and ways on: the address that friends can open, and what to do where a door is closed."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.people import Crowd

NEAR = "http://192.168.7.7:8123"
DRAWN = """async ([url]) => {
  const { qrPath } = await import("/static/js/share.js");
  return (await qrPath(url)).path;
}"""


async def test_the_invitation_names_the_address_that_friends_can_open(crowd: Crowd):
    ann = await crowd.person("Ann")
    await ann.on_a_network(NEAR)
    path = await ann.create("uno")
    await expect(ann.page.locator(".address")).to_have_text(f"{NEAR}{path}".removeprefix("http://"))
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
