"""A match survives a change of phone: the seat goes to another device of its holder, by a link that is good once."""

from __future__ import annotations

from tests.browser.people import Crowd, Person

NEAR = "http://192.168.7.7:8000"


async def link_of(one: Person) -> str:
    """From the menu, as far as the clipboard."""
    await one.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await one.page.locator("header button[aria-label=Menu]").click()
    await one.page.get_by_role("button", name="Go on with another device").click()
    await one.page.locator(".sheet .qr").wait_for()
    await one.page.get_by_role("button", name="Send me the link").click()
    await one.page.get_by_role("button", name="Copied").wait_for()
    return (await one.page.evaluate("() => navigator.clipboard.readText()")).removeprefix(NEAR)


async def test_a_seat_goes_on_with_another_device(crowd: Crowd) -> None:
    laptop, phone, thief = [await crowd.person(name) for name in ("Ann", "Ann's phone", "Eve")]
    await laptop.on_a_network(NEAR)
    await laptop.open()
    await laptop.page.locator("[data-game=uno] .primary").click()
    await laptop.page.locator(".hand .held").nth(6).wait_for()
    link = await link_of(laptop)

    await phone.open(link)
    await phone.page.locator(".hand .held").nth(6).wait_for()
    assert "#" not in phone.page.url
    await laptop.page.get_by_text("You play on your other device now.").wait_for()
    await phone.page.reload()
    await phone.page.locator(".hand .held").nth(6).wait_for()

    await thief.open(link)
    await thief.page.get_by_text("This link has been used or is too old.").wait_for()
    assert "#" not in thief.page.url
    await thief.page.get_by_role("button", name="Try again").click()
    await thief.page.locator(".invite").wait_for()
