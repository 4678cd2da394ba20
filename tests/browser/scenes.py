"""Every screen and state of the client, and how a page gets there."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Awaitable, Callable

from playwright.async_api import TimeoutError

from tests.browser.any_table import by_keys, by_mouse, turn_or_end
from tests.browser.company import MANY, by_its_hints, company, first_that_goes
from tests.browser.people import Crowd, Json, Person, script
from tests.support.doors import Plain

Scene = Callable[[Crowd, Person], Awaitable[None]]

CALM_UNO = {"turnSeconds": 0, "challengeSeconds": 0, "roundBreakSeconds": 0, "unoGraceMs": 0}
CALM_SHANDONG = {
    "dealIntervalMs": 0,
    "declareMs": 600_000,
    "counterMs": 600_000,
    "stickMs": 600_000,
    "stickClaimMs": 0,
    "redealPauseMs": 0,
}


async def home(crowd: Crowd, one: Person) -> None:
    await one.open("/")
    await one.page.locator(".games .card").nth(1).wait_for()


async def create(crowd: Crowd, one: Person) -> None:
    await one.open("/?new=uno")
    await one.page.locator(".foot .primary").wait_for()


async def lobby(crowd: Crowd, one: Person) -> None:
    await one.on_a_network("http://192.168.7.7:8000")
    await one.room("uno", preset="family", bots=2)
    await one.page.locator(".invitation .qr").wait_for()


async def uno(crowd: Crowd, one: Person) -> None:
    """On turn at a table of four."""
    code = (await one.room("uno", options={**CALM_UNO, "maxPlayers": 4})).removeprefix("/r/")
    await company(crowd, code, first_that_goes)
    await one.ask("start")
    await one.page.locator(".your-turn").wait_for()


async def shandong_begun(crowd: Crowd, one: Person) -> None:
    """All cards are dealt, to the reader and to people who play by their hints."""
    code = (await one.room("shandong", preset="calm", options=CALM_SHANDONG)).removeprefix("/r/")
    await company(crowd, code, by_its_hints)
    await one.ask("start")


async def shandong(crowd: Crowd, one: Person) -> None:
    """On turn in the first trick."""
    await shandong_begun(crowd, one)
    await play_shandong(one, until="playing")


async def settings(crowd: Crowd, one: Person) -> None:
    await home(crowd, one)
    await one.page.locator("header button:not(.skip)").nth(1).click()
    await one.page.locator("dialog[open] select").first.wait_for()


async def help_(crowd: Crowd, one: Person) -> None:
    await home(crowd, one)
    await one.page.locator("header button:not(.skip)").nth(2).click()
    await one.page.locator("dialog[open] section summary").first.click()
    await one.page.locator("dialog[open] section p").nth(4).wait_for()


async def options(crowd: Crowd, one: Person) -> None:
    await create(crowd, one)
    await one.page.locator("summary").first.click()


async def invitation(crowd: Crowd, one: Person) -> None:
    host = await crowd.person("Hao")
    link = await host.room("shandong", preset="short")
    await one.open(link)
    await one.page.locator(".invite .primary").wait_for()


async def guest(crowd: Crowd, one: Person) -> None:
    """In the lobby of somebody else, where partners face each other."""
    host = await crowd.person("Hao")
    await one.join(await host.room("shandong", bots=1))


async def uno_ten(crowd: Crowd, one: Person) -> None:
    code = (await one.room("uno", options=CALM_UNO)).removeprefix("/r/")
    await company(crowd, code, first_that_goes, MANY)
    await one.ask("start")
    await one.page.locator(".your-turn").wait_for()


async def uno_many_cards(crowd: Crowd, one: Person) -> None:
    """A hand of fifteen, and a colour to choose."""
    while True:
        await one.room("uno", options={**CALM_UNO, "maxPlayers": 4, "initialCards": 15}, bots=3, start=True)
        await one.page.locator(".your-turn").wait_for()
        wild = one.page.locator(".hand .held.can[id^=c-wild]")
        if await wild.count():
            break
    await one.tap_card(wild.first)
    await one.page.locator(".play").click()
    await one.page.locator(".ask .tile").first.wait_for()


async def uno_challenge(crowd: Crowd, one: Person) -> None:
    """Somebody has laid a wild draw four on the reader."""
    other = Plain("Hao", [crowd.url], random.Random())
    rules = {**CALM_UNO, "maxPlayers": 2, "initialCards": 15}
    four = None
    await other.connect(other.url)
    try:
        while four is None:
            other.belief.cursor = []
            made = await other.ask("create", game="uno", name=other.name, preset="official-500", options=rules)
            await other.enter(made["code"])
            await one.join(f"/r/{made['code']}")
            await other.ask("start")
            await other.until(lambda: other.belief.named("own"))
            legal = other.belief.named("own")["legalActions"]
            four = next((move["cardId"] for move in legal if "wild-draw-four" in str(move["cardId"])), None)
        play = {"cardId": four, "chosenColor": "red"}
        await other.act({"action": "PLAY_CARD", "payload": play})
        await one.page.locator(".challenge button").first.wait_for()
    finally:
        await other.close()


async def hasty_uno(crowd: Crowd, one: Person, rules: dict[str, Json]) -> None:
    """Everybody plays as quickly as they can."""
    code = (await one.room("uno", options=rules)).removeprefix("/r/")
    await company(crowd, code, first_that_goes)
    await one.ask("start")
    await one.page.evaluate(script("hasty.js"))


async def uno_result(crowd: Crowd, one: Person) -> None:
    """Hands open, points, and who is ready for the next round."""
    rules = {**CALM_UNO, "initialCards": 4, "roundBreakSeconds": 60}
    await hasty_uno(crowd, one, {**rules, "scoring": "winner", "targetScore": 9000})
    await one.page.locator(".result").wait_for(timeout=120_000)


async def uno_over(crowd: Crowd, one: Person) -> None:
    await hasty_uno(crowd, one, {**CALM_UNO, "initialCards": 2})
    await one.page.locator(".result").wait_for(timeout=120_000)


async def shandong_bids(crowd: Crowd, one: Person) -> None:
    """Something to declare or to counter with."""
    while True:
        await one.room("shandong", preset="calm", options=CALM_SHANDONG, bots=3, start=True)
        await one.until(
            f"() => ({OFFERS})() || link.store.view?.own?.taken || link.store.view?.table?.trick", seconds=30
        )
        if await one.page.locator(".bid:enabled").count():
            return


async def shandong_bury(crowd: Crowd, one: Person) -> None:
    while True:
        await shandong_begun(crowd, one)
        if await play_shandong(one, until="bottom"):
            await one.page.keyboard.press("h")
            return


async def shandong_result(crowd: Crowd, one: Person) -> None:
    await shandong_begun(crowd, one)
    while "next" not in (offers := await one.until(OFFERS, seconds=60)):
        await act_shandong(one, offers)
        await one.settle()
    await one.page.locator(".result").wait_for()


async def shandong_midway(crowd: Crowd, one: Person) -> None:
    """The last to play to a trick, some tricks later."""
    await shandong_begun(crowd, one)
    while True:
        offers = await one.until(OFFERS, seconds=60)
        trick = await one.see("table", "trick")
        if trick and len(trick["plays"]) == 3 and await one.see("table", "defenderPoints"):
            await one.until("() => document.querySelectorAll('.slot:has(.one)').length === 3")
            return
        await act_shandong(one, offers)
        await one.settle()


async def generic(crowd: Crowd, one: Person) -> None:
    """On turn at a table without client code."""
    await one.room("crazy-eights", bots=3, start=True)
    await one.page.locator(".your-turn").wait_for()


async def generic_picks(crowd: Crowd, one: Person) -> None:
    """On turn with a hand of many cards, some of them chosen."""
    await one.room("doudizhu", bots=2, start=True)
    while await turn_or_end(one) and not await one.page.locator(".hint").count():
        await by_keys(one)
    await one.page.keyboard.press("h")
    await one.page.locator(".play:enabled").wait_for()


async def generic_result(crowd: Crowd, one: Person) -> None:
    """Between two rounds, with the hands laid open."""
    await one.room("doudizhu", bots=2, start=True)
    while await turn_or_end(one):
        await by_keys(one)


async def menu(crowd: Crowd, one: Person) -> None:
    await uno(crowd, one)
    await one.page.locator(".tbar button").first.click()
    await one.page.locator("dialog[open] .list button").first.wait_for()


async def rules(crowd: Crowd, one: Person) -> None:
    """The rules, beside those of the room."""
    await uno(crowd, one)
    await one.page.locator(".tbar button").last.click()
    await one.page.locator("dialog[open] section p").nth(4).wait_for()


async def people(crowd: Crowd, one: Person) -> None:
    await menu(crowd, one)
    await one.page.locator("dialog[open] .list button").first.click()
    await one.page.locator("dialog[open] .person").first.wait_for()


async def chat(crowd: Crowd, one: Person) -> None:
    await uno(crowd, one)
    await one.ask("say", text="<b>Hello</b>")
    await one.page.locator(".tbar button").nth(1).click()
    await one.page.locator("dialog[open] .send").wait_for()


async def elsewhere(crowd: Crowd, one: Person) -> None:
    """The seat was opened in another tab."""
    await uno(crowd, one)
    newer = await one.tab(one.path)
    await newer.locator(".your-turn").wait_for()
    await one.page.locator("[role=alert] button").wait_for()


async def offline(crowd: Crowd, one: Person) -> None:
    await uno(crowd, one)
    await one.cut(True)
    await one.page.locator(".banner").wait_for()


async def watch_again(one: Person) -> None:
    await (
        one.page.get_by_role("button", name="Watch again")
        .or_(one.page.get_by_role("button", name="再看一遍"))
        .click(timeout=180_000)
    )
    await one.page.locator(".watch .game > *").first.wait_for()


async def uno_record(crowd: Crowd, one: Person) -> None:
    """Of a match against bots: only the reader's own cards are seen."""
    await one.room("uno", options={**CALM_UNO, "initialCards": 4, "maxPlayers": 4}, bots=3, start=True)
    await one.page.evaluate(script("hasty.js"))
    await watch_again(one)


async def shandong_record(crowd: Crowd, one: Person, how: str = "") -> None:
    """Of some rounds among people, in a room whose records are open; `how` the reader plays."""
    options = {**CALM_SHANDONG, "startLevel": "K", "nextRoundMs": 1000}
    path = await one.room("shandong", preset="calm", options=options, records="open")
    await company(crowd, path.removeprefix("/r/"), by_its_hints)
    await one.ask("start")
    await one.page.evaluate(how or script("hinted.js"))
    await watch_again(one)


async def generic_record(crowd: Crowd, one: Person) -> None:
    """Of a game without a table of its own, in a practice room."""
    await one.room("crazy-eights", bots=2, start=True, practice="maple")
    while await turn_or_end(one):
        await by_mouse(one)
    await watch_again(one)


async def record_halfway(crowd: Crowd, one: Person) -> None:
    await shandong_record(crowd, one)
    await one.page.keyboard.press("End")
    slider = one.page.locator(".timeline input")
    await slider.fill(str(int(await slider.get_attribute("max") or 0) // 2))


async def mine(crowd: Crowd, one: Person) -> None:
    await uno_record(crowd, one)
    await one.open("/me")
    await one.page.locator(".match").wait_for()


async def lesson(crowd: Crowd, one: Person) -> None:
    await one.room("uno", lesson=True)
    await one.page.locator("[data-asked]").first.wait_for()


MAIN: dict[str, Scene] = {
    "home": home,
    "create": create,
    "lobby": lobby,
    "uno": uno,
    "shandong": shandong,
    "shandong-bids": shandong_bids,
    "shandong-bury": shandong_bury,
    "generic": generic,
    "generic-picks": generic_picks,
    "settings": settings,
    "help": help_,
    "record": record_halfway,
}
"""What everybody sees."""

ALL: dict[str, Scene] = {
    **MAIN,
    "options": options,
    "invitation": invitation,
    "guest": guest,
    "uno-ten": uno_ten,
    "uno-many-cards": uno_many_cards,
    "uno-challenge": uno_challenge,
    "uno-result": uno_result,
    "uno-over": uno_over,
    "shandong-result": shandong_result,
    "generic-result": generic_result,
    "menu": menu,
    "rules": rules,
    "people": people,
    "chat": chat,
    "record-uno": uno_record,
    "record-generic": generic_record,
    "mine": mine,
    "elsewhere": elsewhere,
    "offline": offline,
    "lesson": lesson,
}
"""Every state worth a look."""


async def play_shandong(one: Person, until: str) -> bool:
    """Does what the page offers, with its hints, until it is the reader's turn in that phase; False if it never is."""
    while True:
        await one.settle()
        offers = await one.until(OFFERS, seconds=60)
        if await one.see("table", "phase") == until:
            return True
        if "play" in offers:
            return False
        await act_shandong(one, offers)


OFFERS = """() => {
  const there = (where) => [...document.querySelectorAll(where)].some((one) => !one.disabled);
  if (document.querySelector(".over")) return ["over"];
  const found = [];
  if (there(".result .primary")) found.push("next");
  if (there(".bid-row .primary")) found.push("confirm");
  if (there(".bid-row .bid")) found.push("bid");
  if (there(".bid-row .pass")) found.push("pass");
  if (document.querySelector(".bury")) found.push("bury");
  const { table, seat } = link.store.view;
  if (document.querySelector(".duty") && table?.currentTurn === seat) found.push("play");
  if (table?.phase === "throw_choice" && there(".bid-row button")) found.push("choose");
  return found.length && found;
}"""


async def act_shandong(one: Person, offers: list[str]) -> None:
    page = one.page
    windows = {"confirm": ".bid-row .primary", "bid": ".bid-row .bid", "pass": ".bid-row .pass"}
    if open_ := [where for what, where in windows.items() if what in offers]:
        # In a window everybody may act: somebody else may be quicker, and then the button is gone.
        with contextlib.suppress(TimeoutError):
            await page.locator(f"{open_[0]}:enabled").first.click(timeout=1000)
    elif "bury" in offers or "play" in offers:
        await page.keyboard.press("h")
        await page.locator(".panel .primary:enabled").click()
        if await page.locator(".panel .primary:enabled").count():
            await page.locator(".panel .primary:enabled").click()
    elif "choose" in offers:
        await page.locator(".bid-row button").first.click()
    elif "next" in offers:
        await page.locator(".result .primary").click()
