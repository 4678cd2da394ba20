"""Packages from elsewhere that draw their own table, installed beside a release."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Request, expect

from tests.browser.any_table import by_mouse, turn_or_end
from tests.browser.people import Crowd, Person
from tests.browser.release import Release
from tests.support.plugins import install_as_guest
from tests.support.served import Served, serve

WHOLE = """
import { html, nothing, render } from "/static/vendor/vendor.js";
import { seconds } from "/static/js/table/timer.js";
import { style } from "/static/js/ui/dom.js";
import { icon } from "/static/js/ui/icons.js";
import { stylesheet } from "/static/js/ui/stylesheet.js";

export async function mount(root, api) {
  await stylesheet("/games/whole/client/view.css");
  let table, own, events = 0;
  const draw = () =>
    table &&
    render(
      html`<p class="fancy" ${style({ "--seen": events })}>${icon("clock")} ${seconds(9000)} ${api.name(table.turn)}</p>
        ${own?.legal.map(
          (move) => html`<button class="move" ?disabled=${!api.ready}
            @click=${() => api.act(Object.fromEntries(Object.entries(move).filter(([, value]) => value !== null)))}
            >${api.t(`action.${move.type}`, { card: api.names.cards[move.card] ?? "", suit: "" })}</button>`,
        )}`,
      root,
    );
  return {
    update(nextTable, nextOwn, happened) { table = nextTable; own = nextOwn; events += happened.length; draw(); },
    redraw: draw,
    bar: () => html`<b class="mine">${icon("clock")}</b>`,
    waiting: () => own?.legal.length > 0,
    unmount: () => render(nothing, root),
  };
}
"""

BROKEN = {
    "misspelt": ("export function mount(root, api) { return {", "SyntaxError"),
    "astray": ('import { Hand } from "/static/js/table/paw.js";\nexport const mount = () => new Hand();', "TypeError"),
    "unknown": ('import { Paw } from "/static/js/table/hand.js";\nexport const mount = () => new Paw();', "Paw"),
    "early": ("throw new Error('while it is loaded');", "Error: while it is loaded"),
    "idle": ("export const nothing = 0;", "mount is not a function"),
    "empty": ("export const mount = () => ({});", "mount() returned no update()"),
    "clumsy": ("export function mount() { throw new Error('at once'); }", "Error: at once"),
    "blind": (WHOLE.replace("draw(); }", "own.no.such; draw(); }"), "Cannot read properties of undefined"),
    "bare": (WHOLE.replace("bar: () =>", "bar: () => root.missing.part,\n    menu: () =>"), "Cannot read properties"),
}
"""What a view may do wrong, and what is said of it."""
LATER = {
    "later": WHOLE.replace("redraw: draw", "redraw: draw, key(chord) { if (chord === 'x') throw new Error('later'); }"),
    "stiff": WHOLE.replace("redraw: draw", "redraw() { throw new Error('later'); }"),
}
"""Well at first."""


@pytest.fixture(scope="module")
def served(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The release, and the packages beside it."""
    site = tmp_path_factory.mktemp("site")
    install_as_guest(site, "whole", view_js=WHOLE, view_css=".fancy { outline-width: 3px; }")
    for game, view in {**LATER, **{game: view for game, (view, _) in BROKEN.items()}}.items():
        install_as_guest(site, game, view_js=view)
    env = {"PYTHONPATH": os.pathsep.join([str(release.folder), str(site)])}
    with serve(tmp_path_factory.mktemp("foreign"), program=release.program, env=env) as one:
        yield one
        assert not one.errors()


@pytest_asyncio.fixture(loop_scope="session")
async def ann(browser: Browser, served: Served) -> AsyncIterator[Person]:
    crowd = Crowd(browser, served.url)
    yield await crowd.person("Ann")
    await crowd.leave()


async def at_a_table_with_bots(ann: Person, game: str) -> list[str]:
    """Sits down; the pages that were loaded since, as they come."""
    page = await ann.open("/")
    loads: list[str] = []

    def asked(request: Request) -> None:
        if request.is_navigation_request():
            loads.append(request.url)

    page.on("request", asked)
    await page.locator(f"[data-game={game}] .primary").click()
    await page.locator(".tablepage").wait_for()
    return loads


async def play(ann: Person, moves: str) -> None:
    """Two moves, with all that the others do between them."""
    for _ in range(2):
        before = await ann.page.locator(".log li").count()
        await ann.page.locator(f"{moves}:enabled").first.click()
        await ann.until("(before) => document.querySelectorAll('.log li').length > before", before)


async def play_any(ann: Person) -> None:
    """The same at the table for any game."""
    for _ in range(2):
        await turn_or_end(ann)
        await by_mouse(ann)


async def test_a_package_from_elsewhere_draws_its_own_table_on_a_release(ann: Person):
    loads = await at_a_table_with_bots(ann, "whole")
    await play(ann, ".move")
    fancy = ann.page.locator(".fancy")
    await expect(fancy).to_have_css("outline-width", "3px")
    assert int(await fancy.evaluate("(one) => one.style.getPropertyValue('--seen')")) >= 2
    await expect(ann.page.locator(".gamebar .mine svg")).to_be_visible()
    assert ann.problems == []
    assert loads == []


@pytest.mark.parametrize(("game", "told"), [(game, told) for game, (_, told) in BROKEN.items()])
async def test_where_a_view_fails_the_generic_table_takes_over_and_says_so(ann: Person, game: str, told: str):
    loads = await at_a_table_with_bots(ann, game)
    await ann.page.locator(".banner.bad").get_by_text(told).wait_for()
    await play_any(ann)
    await expect(ann.page.locator(".generic .pile")).to_have_count(2)
    assert loads == []


async def first_move(page: Page) -> None:
    """And the log tells of it."""
    told = await page.locator(".log li").count()
    await page.locator(".move").first.click()
    await page.locator(".log li").nth(told).wait_for(state="attached")


@pytest.mark.parametrize(
    ("game", "deed"),
    [("later", lambda page: page.keyboard.press("x")), ("stiff", first_move)],
)
async def test_a_view_that_fails_in_the_middle_gives_way_then(
    ann: Person, game: str, deed: Callable[[Page], Awaitable[None]]
):
    loads = await at_a_table_with_bots(ann, game)
    await ann.page.locator(".fancy").wait_for()
    assert await ann.page.locator(".banner").count() == 0
    await deed(ann.page)
    await ann.page.locator(".banner.bad").get_by_text("Error: later").wait_for()
    assert await ann.page.locator(".fancy").count() == 0
    await play_any(ann)
    assert loads == []
