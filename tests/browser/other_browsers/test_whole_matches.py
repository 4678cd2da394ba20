"""A whole match of each of our games in the browsers that are not Chromium, from the home page to the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT
from tests.browser.other_browsers.firefox import firefox
from tests.browser.other_browsers.phone import Phone
from tests.browser.other_browsers.webkit import webkit
from tests.browser.people import Json, script
from tests.support.served import Served

Browser = Callable[[Path], AbstractAsyncContextManager[Phone]]
BROWSERS: dict[str, Browser] = {"firefox": firefox, "webkit": webkit}

OVER = ".over"
UNO = (
    OVER, ".ask .tile", ".challenge button", ".uno-call.can[aria-pressed=false]", ".acts .play",
    ".hand .held.can:not(.chosen)", ".acts .draw",
)  # fmt: skip
"""What the table of UNO offers, what is pressed first."""
NEXT_ROUND = ".result .primary"
AUTO = ".duty ~ .acts .quiet:nth-child(2)"
HINT = ":is(.bury, .duty) ~ .acts button:not(.quiet):not(.play)"
SHANDONG = (
    OVER, NEXT_ROUND, ".bid[data-act]", ".bid-row .pass", ".bid-row [data-offer]",
    ":is(.bury, .duty) ~ .acts .play", HINT,
)  # fmt: skip
"""And that of Shandong."""
SHANDONG_LATER = (OVER, NEXT_ROUND, AUTO, *SHANDONG)
LOOKS = 3
"""How many times the page is looked at before the same thing is pressed."""
SHORT_UNO = {"initialCards": 6, "turnSeconds": 0, "challengeSeconds": 0}
SHORT_SHANDONG = {"startLevel": "K", "dealIntervalMs": 0, "redealPauseMs": 0, "stickClaimMs": 0}
FILL = """(name, value) => {
  const row = document.querySelector(`#option-${name}`).parentElement;
  const field = row.querySelector("input, select");
  field.scrollIntoView();
  field.value = value;
  field.dispatchEvent(new Event("change", { bubbles: true }));
  return row.matches(".changed");
}"""


@asynccontextmanager
async def seen(browser: Browser, folder: Path, name: str) -> AsyncIterator[Phone]:
    """What was seen when it failed is in shots/failed/, as for Chromium."""
    async with browser(folder) as phone:
        try:
            yield phone
        except BaseException:
            shot = ROOT / "shots" / "failed" / f"{name}-{browser.__name__}.png"
            shot.parent.mkdir(parents=True, exist_ok=True)
            shot.write_bytes(await phone.picture())
            raise


async def room(phone: Phone, game: str, preset: int, options: dict[str, Json]) -> None:
    """Makes a room with bots from the home page on, by that preset with these changes, and starts."""
    await phone.until("() => document.querySelector('.game h2')?.textContent")
    await phone.tap(f"[data-game={game}] button:not(.primary):not(.learn)")
    await phone.tap(f".preset:nth-child({preset})")
    for _ in range(3):
        await phone.tap(".stepper button:last-child")
    await phone.tap("details.more summary")
    for name, value in options.items():
        await phone.until(FILL, name, value)
    await phone.tap(".foot .primary")
    await phone.until("() => document.querySelectorAll('.seat.bot').length === 3")
    await phone.tap(".foot .primary")


async def play(phone: Phone, wanted: tuple[str, ...], later: tuple[str, ...]) -> Counter[str]:
    """Presses what the table offers until the match is over, in later rounds in another order; how often what."""
    pressed: Counter[str] = Counter()
    while (found := await phone.find(*wanted))["where"] != OVER:
        pressed[found["where"]] += 1
        if pressed[found["where"]] <= LOOKS:
            await looks_right(phone)
        if found["where"] == NEXT_ROUND:
            wanted = later
        await phone.press(found)
    await phone.until("() => document.querySelector('.result') !== null")
    await looks_right(phone)
    return pressed


async def looks_right(phone: Phone) -> None:
    assert await phone.run(script("layout.js")) == []


@pytest.mark.parametrize("browser", BROWSERS.values(), ids=BROWSERS)
async def test_a_match_of_uno_is_played_with_one_finger(browser: Browser, server: Served, tmp_path: Path):
    async with seen(browser, tmp_path, "uno") as phone:
        await phone.open(server.url)
        await room(phone, "uno", 1, SHORT_UNO)
        pressed = await play(phone, UNO, UNO)
        assert pressed[".hand .held.can:not(.chosen)"] + pressed[".acts .draw"] > 1
        assert await phone.problems() == []


@pytest.mark.parametrize("browser", BROWSERS.values(), ids=BROWSERS)
async def test_a_match_of_shandong_is_played_with_one_finger(browser: Browser, server: Served, tmp_path: Path):
    """The first round; then the reader lets a bot go on."""
    async with seen(browser, tmp_path, "shandong") as phone:
        await phone.open(server.url)
        await room(phone, "shandong", 5, SHORT_SHANDONG)
        pressed = await play(phone, SHANDONG, SHANDONG_LATER)
        assert pressed[HINT] >= 10
        assert await phone.problems() == []
