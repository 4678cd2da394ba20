"""The author's page: every seat side by side, every step of the match, and why a move is legal or not."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, FrameLocator, Locator, Page, expect

from tests.support.workshop import own_game, workshop

MOVE = re.compile("Draw a card|Pass")


@asynccontextmanager
async def at_the_workshop(browser: Browser, tmp_path: Path, view: str = "") -> AsyncIterator[tuple[Page, Path]]:
    """The page with a fresh table for three, and the package of its game."""
    package, players = own_game(tmp_path), 3
    if view:
        (package / "client").mkdir()
        (package / "client" / "view.js").write_text(view)
    async with workshop(package) as dev:
        context = await browser.new_context(viewport={"width": 1280, "height": 1000}, locale="en-US")
        page = await context.new_page()
        await page.goto(f"{dev.url}/dev")
        await expect(page.get_by_label("Preset").locator("option")).not_to_have_count(0)
        await page.get_by_label("Players").fill(str(players))
        await page.get_by_role("button", name="Deal").click()
        await expect(page.locator("#seats section")).to_have_count(players)
        for seat in range(players):
            await expect(cards(table(page, seat))).to_have_count(5)
        yield page, package
        await context.close()


def seats(page: Page) -> Locator:
    return page.locator("#seats section")


def table(page: Page, seat: int) -> FrameLocator:
    """What is to be seen of that seat now."""
    return seats(page).nth(seat).frame_locator("iframe:visible")


def cards(frame: FrameLocator) -> Locator:
    return frame.locator(".hand .held")


async def acting(page: Page) -> int:
    marked = await seats(page).evaluate_all("all => all.map((one) => one.classList.contains('acting'))")
    assert marked.count(True) == 1
    return int(marked.index(True))


async def hand(page: Page, seat: int) -> list[str | None]:
    return [await card.get_attribute("id") for card in await cards(table(page, seat)).all()]


async def test_every_seat_has_a_frame_of_its_own_and_can_play(browser: Browser, tmp_path: Path) -> None:
    async with at_the_workshop(browser, tmp_path) as (page, _):
        steps = page.locator("#time output")
        for number in range(1, 7):  # each of the three draws, and passes
            seat = await acting(page)
            await table(page, seat).get_by_role("button", name=MOVE).first.click()
            await expect(steps).to_contain_text(f"{number} / {number}, now: seat {seat}")
            await expect(seats(page).nth((seat + (number % 2 == 0)) % 3)).to_have_class("acting")
        hands = [await hand(page, seat) for seat in range(3)]
        assert [len(one) for one in hands] == [6, 6, 6]
        assert len({card for one in hands for card in one}) == 18
        assert await page.evaluate("document.documentElement.scrollWidth") <= 1280


async def test_the_slider_shows_a_step_at_every_seat_and_a_new_table_plays_on_from_there(
    browser: Browser, tmp_path: Path
) -> None:
    async with at_the_workshop(browser, tmp_path) as (page, _):
        at_first = [await hand(page, seat) for seat in range(3)]
        first = await acting(page)
        for number in range(1, 4):
            seat = await acting(page)
            await table(page, seat).get_by_role("button", name=MOVE).first.click()
            await expect(page.locator("#time output")).to_contain_text(f"{number} / {number}, now: ")
        await page.get_by_role("slider", name="Step").fill("1")
        await expect(page.locator("#time output")).to_contain_text(f'1 / 3: seat {first}: {{"type":"draw"}}')
        await expect(cards(table(page, first))).to_have_count(6)
        await page.get_by_role("button", name="◀").click()
        await expect(cards(table(page, first))).to_have_count(5)
        assert [await hand(page, seat) for seat in range(3)] == at_first
        assert await acting(page) == first
        await page.get_by_role("button", name="▶").click()
        await expect(cards(table(page, first))).to_have_count(6)
        drawn = await hand(page, first)
        code = page.url.rpartition("#")[2]
        await page.get_by_role("button", name="Play on from here").click()
        await expect(page).not_to_have_url(re.compile(code))
        await expect(page.locator("#time output")).to_contain_text("0 / 0, now")
        await expect(cards(table(page, first))).to_have_count(6)
        assert await hand(page, first) == drawn
        await table(page, first).get_by_role("button", name="Pass").click()
        await expect(seats(page).nth((first + 1) % 3)).to_have_class("acting")


async def test_an_earlier_step_stays_while_the_table_goes_on(browser: Browser, tmp_path: Path) -> None:
    async with at_the_workshop(browser, tmp_path) as (page, _):
        seat = await acting(page)
        await table(page, seat).get_by_role("button", name=MOVE).first.click()
        steps = page.locator("#time output")
        await expect(steps).to_contain_text("1 / 1, now: ")
        await page.get_by_role("slider", name="Step").fill("0")
        await expect(cards(table(page, seat))).to_have_count(5)
        handles = await seats(page).nth(seat).locator("iframe").element_handles()
        now, past = [await handle.content_frame() for handle in handles]
        assert now is not None
        assert past is not None
        await past.evaluate("window.stays = true")
        passing = "[...document.querySelectorAll('button')].find((one) => one.textContent.includes('Pass')).click()"
        await now.evaluate(passing)
        await expect(steps).to_contain_text("0 / 2: the beginning")
        assert await past.evaluate("window.stays")
        await page.get_by_role("button", name="Now").click()
        await expect(seats(page).nth((seat + 1) % 3)).to_have_class("acting")


async def test_it_says_why_a_move_is_legal_or_not_and_what_everybody_was_told(browser: Browser, tmp_path: Path) -> None:
    async with at_the_workshop(browser, tmp_path) as (page, package):
        seat = await acting(page)
        await table(page, seat).get_by_role("button", name="Draw a card").click()
        look = page.locator("#look")
        line = (package / "rules.py").read_text().partition('Refused("draw.not_now")')[0].count("\n") + 1
        await expect(look.get_by_text(f"draw.not_now · whist/rules.py, line {line}, in apply")).to_be_visible()
        await look.get_by_label("Seat").select_option(str((seat + 1) % 3))
        await look.get_by_label("Action").fill('{"type": "pass"}')
        await look.get_by_role("button", name="Try").click()
        await expect(look.locator("output")).to_contain_text(
            f"It is the turn of {seat}. (turn.not_yours; whist/rules.py"
        )
        await look.get_by_text("What everybody was told").click()
        told = look.locator("section", has=page.get_by_role("heading", name=re.compile(f"Seat {seat}: \\d+ bytes")))
        await expect(told).to_contain_text('"card":')
        others = look.locator("section", has=page.get_by_role("heading", name=re.compile("Those without a seat: ")))
        await expect(others).to_contain_text('{"type":"drew"')
        await expect(others).not_to_contain_text('"card":"')


async def test_an_edit_reaches_every_frame_with_the_same_hands(browser: Browser, tmp_path: Path) -> None:
    async with at_the_workshop(browser, tmp_path) as (page, package):
        held = [await hand(page, seat) for seat in range(3)]
        texts = package / "texts" / "en-US.json"
        texts.write_text(texts.read_text().replace('"Draw a card"', '"Take one"'))
        await expect(table(page, await acting(page)).get_by_role("button", name="Take one")).to_be_visible()
        for seat in range(3):
            await expect(cards(table(page, seat))).to_have_count(5)
        assert [await hand(page, seat) for seat in range(3)] == held
        rules = package / "rules.py"
        rules.write_text(rules.read_text() + "\nDECK = [\n")
        await expect(page.locator("#said")).to_contain_text("whist/rules.py, line ")


async def test_the_gallery_opens_each_state_at_every_seat(browser: Browser, tmp_path: Path) -> None:
    async with at_the_workshop(browser, tmp_path) as (page, _):
        await page.get_by_role("button", name="Gallery").click()
        gallery = page.locator("#gallery")
        drawing = gallery.locator("section", has=page.get_by_role("heading", name="draw or play", exact=True))
        draws = drawing.locator("p", has=page.get_by_text("action draw", exact=True))
        await draws.get_by_role("link", name="Seat 1", exact=True).click(timeout=30_000)
        await expect(page.locator("#time output")).to_contain_text("0 / 1: the beginning")
        assert await acting(page) == 1
        await expect(cards(table(page, 1))).not_to_have_count(0)
        before = await hand(page, 1)
        await page.get_by_role("button", name="▶").click()
        await expect(page.locator("#time output")).to_contain_text('1 / 1, now: seat 1: {"type":"draw"}')
        await expect(cards(table(page, 1))).to_have_count(len(before) + 1)
        await page.get_by_role("button", name="Play on from here").click()
        await expect(page.locator("#time output")).to_contain_text("0 / 0, now")
        await expect(cards(table(page, 1))).to_have_count(len(before) + 1)


async def test_a_view_that_fails_is_told_with_its_line(browser: Browser, tmp_path: Path) -> None:
    view = "export function mount() {\n  throw new Error('no table today');\n}\n"
    async with at_the_workshop(browser, tmp_path, view) as (page, _):
        said = page.locator("#said")
        await expect(said).to_contain_text(re.compile(r"no table today \(/games/whist/client/view\.js:2:\d+\)"))


async def test_it_speaks_the_language_of_the_browser(browser: Browser, tmp_path: Path) -> None:
    async with at_the_workshop(browser, tmp_path) as (page, _):
        context = await browser.new_context(viewport={"width": 1280, "height": 1000}, locale="zh-CN")
        chinese = await context.new_page()
        await chinese.goto(page.url)
        await chinese.get_by_role("button", name="发牌").wait_for()
        await expect(seats(chinese).first.locator("h2")).to_contain_text("座位 0")
        await expect(chinese.locator("#time output")).to_have_text(re.compile(r"^0 / 0，现在"))
        await expect(chinese.locator("#look summary").first).to_have_text("这步为什么合法或不合法")
        for place in ("#head label", "#time button", "#time a"):
            said = await chinese.locator(place).evaluate_all("all => all.map((one) => one.firstChild.textContent)")
            assert said
            assert not re.search("[A-Za-z]{2}", " ".join(said)), said
        await context.close()
