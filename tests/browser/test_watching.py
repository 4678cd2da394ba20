"""Matches that are over, watched again: on the phone of somebody else, by touch, by keys, in both languages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.async_api import Route, expect

from server.protocol.apply_patch import patched
from tests.browser.people import Crowd, Json, Person, script
from tests.browser.scenes import CALM_UNO, Scene, generic_record, shandong_record, uno_record

NEAR = "http://192.168.7.7:8123"
STEP = "() => Number(document.querySelector('.watch').dataset.step)"
# What the page makes of a record: every step, from the file or the answer that it was given.
EVERY_STEP = """async (record) => {
  const { Steps } = await import("/static/js/watching/steps.js");
  const steps = new Steps(record, null);
  return steps.told.map((_, step) => steps.at(step));
}"""


GAMES: dict[str, Scene] = {"uno": uno_record, "shandong": shandong_record, "crazy-eights": generic_record}


async def recorded(crowd: Crowd, one: Person, play: Scene) -> str:
    """The path of the record of a match that has just been played."""
    await play(crowd, one)
    return one.path.partition("#")[0]


async def opened(crowd: Crowd, path: str, **device: Json) -> Person:
    """Somebody with the link, at a phone."""
    one = await crowd.person("Eve", **{"has_touch": True, **device})
    await one.on_a_network(NEAR)
    await one.open(path)
    await shown(one)
    return one


async def shown(one: Person) -> None:
    await one.page.locator(".watch .game > *").first.wait_for()


async def at(one: Person, step: int) -> None:
    """The page shows that step."""
    await one.until(f"(step) => ({STEP})() === step", step)


async def moved(one: Person, step: int) -> int:
    """Which other step the page shows."""
    return int(await one.until(f"(step) => ({STEP})() !== step && ({STEP})()", step))


async def record_at(one: Person, path: str) -> Json:
    """What the page was answered."""
    ask = """async (id) => {
      const token = localStorage.getItem("paiju.token");
      const headers = token ? { Authorization: `Bearer ${token}` } : {};
      return (await fetch(`/api/v1/matches/${id}`, { headers })).json();
    }"""
    return await one.page.evaluate(ask, path.removeprefix("/m/"))


def every_step(record: Json) -> list[Json]:
    """The views after each step, by the patches of the protocol's other reader."""
    now = {**record["snapshot"], "time": 0}
    steps = [now]
    for told in record["told"]:
        own = dict(now["own"])
        for seat, mine in told["own"].items():
            own[seat] = patched(own.get(seat), mine["own"])
        halves = {half: patched(now[half], told[half]) for half in ("room", "table")}
        now = {**halves, "own": own, "time": told["time"]}
        steps[told["step"] :] = [now]
    return steps


async def holds(one: Person, own: Json) -> None:
    """The page shows that seat's hand."""
    ids = sorted(f"c-{card['id']}" for card in own["hand"])
    hand = "(ids) => [...document.querySelectorAll('.hand .held')].map(({ id }) => id).sort().join() === ids"
    await one.until(hand, ",".join(ids))


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_is_watched_on_somebody_else_s_phone(crowd: Crowd, game: str):
    ann = await crowd.person("Ann")
    path = await recorded(crowd, ann, GAMES[game])
    eve = await opened(crowd, path)
    record = await record_at(eve, path)
    last = record["steps"]
    assert await eve.page.evaluate(EVERY_STEP, record) == every_step(record)
    await at(eve, 0)
    # Step by step, back, by turns, and along the timeline.
    await eve.page.get_by_role("button", name="Next step").tap()
    await at(eve, 1)
    await eve.page.get_by_role("button", name="Previous step").tap()
    await at(eve, 0)
    await eve.page.get_by_role("button", name="Next turn").tap()
    assert await moved(eve, 0) < last
    await eve.page.get_by_label("Timeline").fill(str(last // 2))
    await at(eve, last // 2)
    # Nothing can be done but to look.
    assert await eve.page.locator(".acts button, .moves button, .result .primary").count() == 0
    # One moment is shared, and opened in the other language.
    await eve.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await eve.page.get_by_role("button", name="Link to this moment").tap()
    await eve.page.locator(".caption").get_by_text("copied").wait_for()
    link = await eve.page.evaluate("() => navigator.clipboard.readText()")
    assert link == f"{NEAR}{path}#{last // 2}"
    lin = await opened(crowd, link.removeprefix(NEAR), locale="zh-CN")
    await at(lin, last // 2)
    await lin.page.get_by_role("button", name="下一步").tap()
    await at(lin, last // 2 + 1)
    # A phone on its side has room for everybody's name.
    await eve.page.set_viewport_size({"width": 844, "height": 390})
    widths = "() => [...document.querySelectorAll('.board .player .nick')].map((one) => one.offsetWidth)"
    assert all(width > 20 for width in await eve.page.evaluate(widths))


async def test_a_match_is_watched_by_keys_and_by_ear(crowd: Crowd):
    ann = await crowd.person("Ann")
    path = await recorded(crowd, ann, uno_record)
    eve = await opened(crowd, path, has_touch=False, viewport={"width": 1280, "height": 800})
    press = eve.page.keyboard.press
    last = (await record_at(eve, path))["steps"]
    heard = eve.page.locator("[role=log] p").last
    await press("End")
    await at(eve, last)
    await expect(heard).to_contain_text("The match is over")
    await press("ArrowLeft")
    await at(eve, last - 1)
    await press("Home")
    await at(eve, 0)
    await press("Shift+ArrowRight")
    turn = await moved(eve, 0)
    await expect(heard).to_contain_text(" ")
    timeline = eve.page.get_by_label("Timeline")
    await expect(timeline).to_have_attribute("aria-valuetext", f"Step {turn} of {last}. {await heard.inner_text()}")
    await timeline.focus()
    await press("ArrowRight")
    await at(eve, turn + 1)
    await timeline.blur()
    for _ in range(3):
        await press("+")
    await expect(eve.page.get_by_label("Speed")).to_have_value("8")
    await press(" ")
    await at(eve, last)
    await eve.page.get_by_role("button", name="Play", exact=True).wait_for()
    await eve.until("(hash) => location.hash === hash", f"#{last}")


async def test_the_end_is_no_secret_once_it_was_seen(crowd: Crowd):
    ann = await crowd.person("Ann")
    path = await recorded(crowd, ann, shandong_record)
    ends = ".timeline .notable"
    assert "M" in (await ann.page.locator(ends).get_attribute("d") or ""), "who played knows"
    eve = await opened(crowd, path)
    rounds = eve.page.get_by_role("group", name="Rounds")
    await expect(eve.page.locator(ends)).to_have_attribute("d", "")
    assert await rounds.count() == 0
    await eve.page.keyboard.press("End")
    last = (await record_at(eve, path))["steps"]
    await at(eve, last)
    marks = await eve.page.locator(ends).get_attribute("d")
    assert marks
    # Two taps lead from a round to one of its moments.
    await rounds.get_by_role("button", name="Round 2").tap()
    begun = await moved(eve, last)
    timeline = eve.page.get_by_label("Timeline")
    assert int(await timeline.get_attribute("min") or 0) == begun > 0
    box = await timeline.bounding_box()
    assert box
    await eve.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    end = int(await timeline.get_attribute("max") or 0)
    assert abs(await moved(eve, begun) - (begun + end) / 2) < (end - begun) / 10
    await eve.page.goto(f"{eve.url}{path}#0")
    await eve.page.reload()
    await shown(eve)
    await expect(eve.page.locator(ends)).to_have_attribute("d", marks)
    # Moments of note, in words.
    await eve.page.get_by_role("button", name="Menu").tap()
    await eve.page.locator(".moments button").last.tap()
    await expect(eve.page.locator(".caption")).to_contain_text("The round ends")


async def test_all_hands_are_open_when_who_played_agrees(crowd: Crowd):
    ann = await crowd.person("Ann")
    await ann.room("uno", options={**CALM_UNO, "initialCards": 2, "maxPlayers": 4}, bots=3, start=True)
    await ann.page.evaluate(script("hasty.js"))
    ask = ann.page.get_by_role("button", name="Let everybody see all cards")
    await ask.wait_for(timeout=180_000)
    record = await ann.see("room", "record")
    path = f"/m/{record}"
    eve = await opened(crowd, path)
    assert await eve.page.locator(".hand").count() == 0
    await ask.click()
    await ann.page.get_by_role("button", name="1 of 1 agree").wait_for()
    await eve.page.reload()
    await shown(eve)
    own = (await record_at(eve, path))["snapshot"]["own"]
    await holds(eve, own["0"])
    await eve.page.get_by_role("button", name="Menu").tap()
    await eve.page.get_by_label("Show all hands").check()
    await eve.page.get_by_label("Look from").select_option("2")
    await eve.page.keyboard.press("Escape")
    others = eve.page.locator(".open-hands li")
    await expect(others).to_have_count(3)
    cards = sum(len(own[seat]["hand"]) for seat in ("0", "1", "3"))
    await expect(others.locator(".open-hand > *")).to_have_count(cards)
    await holds(eve, own["2"])
    # From a seat to another one by a tap on it.
    await eve.page.locator("[data-seat='1'] .chip-face").tap()
    await holds(eve, own["1"])


async def test_a_match_is_played_on_from_a_moment(crowd: Crowd):
    ann = await crowd.person("Ann")
    path = await recorded(crowd, ann, shandong_record)
    eve = await opened(crowd, path)
    await eve.page.get_by_label("Timeline").fill("40")
    hand = await eve.page.locator(".hand .held").evaluate_all("(all) => all.map((one) => one.id)")
    await eve.page.get_by_role("button", name="Menu").tap()
    await eve.page.get_by_text("Nobody could choose the cards of this match.").wait_for()
    await eve.page.get_by_role("button", name="With the same cards to come").tap()
    await eve.page.locator(".tablepage:not(.watch) .hand .held").first.wait_for()
    assert eve.path.startswith("/r/")
    assert await eve.page.locator(".hand .held").evaluate_all("(all) => all.map((one) => one.id)") == hand


async def test_a_saved_match_opens_where_nobody_knows_it(crowd: Crowd, tmp_path: Path):
    ann = await crowd.person("Ann")
    path = await recorded(crowd, ann, uno_record)
    record = await record_at(ann, path)
    await ann.page.get_by_role("button", name="Menu").click()
    async with ann.page.expect_download() as download:
        await ann.page.get_by_role("button", name="Save as a file").click()
    saved = tmp_path / "match.json"
    await (await download.value).save_as(saved)
    assert json.loads(saved.read_text()) == record
    eve = await crowd.person("Eve")
    await eve.context.route("**/api/v1/matches/**", lambda route: route.abort())
    await eve.open("/m")
    await eve.page.get_by_label("Open a saved match").set_input_files(saved)
    await shown(eve)
    assert await eve.page.locator(".hand .held").count() == len(record["snapshot"]["own"]["0"]["hand"])
    assert await eve.page.get_by_role("button", name="Link to this moment").count() == 0
    for wrong, what in {
        "{": "damaged",
        "[]": "damaged",
        json.dumps({**record, "told": record["told"][1:]}): "damaged",
        json.dumps({**record, "game": "tarot"}): "no such game",
    }.items():
        saved.write_text(wrong)
        await eve.open("/m")
        await eve.page.get_by_label("Open a saved match").set_input_files(saved)
        await eve.page.get_by_role("alert").get_by_text(what).wait_for()
        assert await eve.page.locator(".watch").count() == 0
    eve.problems = [one for one in eve.problems if "404" not in one]


@pytest.mark.parametrize(
    ("locale", "unknown", "far", "again"),
    [
        ("en-US", "This match has no record", "This match has no step 9999", "Watch from the beginning"),
        ("zh-CN", "没有这场比赛的记", "这场对局没有第 9999 步", "从头看"),
    ],
)
async def test_what_cannot_be_shown_is_said_in_one_sentence(
    crowd: Crowd, locale: str, unknown: str, far: str, again: str
):
    ann = await crowd.person("Ann")
    path = await recorded(crowd, ann, uno_record)
    eve = await crowd.person("Eve", locale=locale)
    await eve.open("/m/gm3nqpfzvx2wyaxk4nzu6t3d2e")
    await eve.page.get_by_role("alert").get_by_text(unknown).wait_for()
    await eve.open(f"{path}#9999")
    await eve.page.get_by_role("alert").get_by_text(far).wait_for()
    await eve.page.get_by_role("button", name=again).click()
    await shown(eve)
    # A token of another server: its owner is somebody with the link.
    await eve.page.evaluate("() => localStorage.setItem('paiju.token', 'x'.repeat(43))")
    await eve.page.reload()
    await shown(eve)
    eve.problems = [one for one in eve.problems if "404" not in one and "401" not in one]


async def test_a_record_that_is_being_made_comes_by_itself(crowd: Crowd):
    ann = await crowd.person("Ann")
    path = await recorded(crowd, ann, uno_record)
    waits = 2

    async def pending(route: Route) -> None:
        nonlocal waits
        waits -= 1
        if waits < 0:
            await route.continue_()
        else:
            await route.fulfill(status=503, json={"refused": {"code": "record.pending", "retryAfter": 300}})

    await ann.context.route("**/api/v1/matches/**", pending)
    await ann.page.goto(ann.url)
    await ann.open(path)
    await ann.page.get_by_role("status").get_by_text("is being made").wait_for()
    await shown(ann)


async def test_my_matches_are_listed_on_my_device_until_i_erase_them(crowd: Crowd):
    ann = await crowd.person("Ann")
    await ann.open("/")
    path = await recorded(crowd, ann, uno_record)
    outcome = (await record_at(ann, path))["outcome"]
    won, points = outcome["winners"] == [0], outcome["scores"][0]
    await ann.open("/")
    await ann.page.get_by_role("link", name="My matches").click()
    told = f"Played: 1 · won: {int(won)} · longest run of wins: {int(won)} · points: {points}"
    await ann.page.get_by_text(told).wait_for()
    await ann.page.locator(".match").click()
    await shown(ann)
    assert ann.path.startswith(path)
    await ann.page.get_by_role("button", name="Back").click()
    await ann.page.evaluate("() => localStorage.removeItem('paiju.matches')")
    await ann.page.reload()
    await ann.page.get_by_text("Played: 1").wait_for()
    await ann.page.get_by_role("button", name="Erase this list").click()
    await ann.page.get_by_text("No match has ended on this device yet.").wait_for()
    await ann.page.reload()
    await ann.page.get_by_text("No match has ended on this device yet.").wait_for()
    assert (await record_at(ann, path))["seats"][0]["name"] == ""
