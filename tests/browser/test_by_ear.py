"""Rounds by ear: names, focus, live regions and keys alone, in both languages."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.browser.ear_player import PLAYED, SHANDONG, UNO, Answers, EarPlayer
from tests.browser.ears import ears
from tests.browser.people import Crowd

GOLDEN = Path(__file__).parent / "golden"
LANGUAGES = pytest.mark.parametrize("language", ["en-US", "zh-CN"])
GAMES = pytest.mark.parametrize(("game", "answers"), [("uno", UNO), ("shandong", SHANDONG)], ids=["uno", "shandong"])
BUTTONS = {"uno": "(Play with bots|机器人|电脑).*UNO", "shandong": "(Play with bots|机器人|电脑).*(Upgrade|升级)"}
DESK = {"width": 1280, "height": 800}
CALM = {"uno": {"turnSeconds": 0, "unoGraceMs": 0, "initialCards": 10, "maxPlayers": 4}, "shandong": {"turnMs": 0}}
DEALS = {"uno": "by-ear-4", "shandong": "by-ear"}
"""The reader begins, or cards are dealt for a while: nothing is missed while the page loads. Nobody is down to one card
within ten turns, so that no call falls between the others' plays.
"""
SECONDS = re.compile(r"\d+ (seconds left|秒)")
ANSWERED = ["Alt+ArrowRight", "Alt+ArrowLeft", "Space", "Escape", *"wgtrosclhbjkq7,.", "?", "Escape", *"pxud"]


@LANGUAGES
@GAMES
async def test_what_is_said_in_ten_turns_is_known(crowd: Crowd, game: str, answers: Answers, language: str):
    """A change of the words has to explain itself: `GOLDEN=write` takes down the new ones."""
    one = await crowd.person("Ann", viewport=DESK, locale=language)
    ear = await ears(one)
    await one.room(game, practice=DEALS[game], bots=3, level="baseline", start=True, options=CALM[game])
    player = EarPlayer(ear, answers, patient=False)
    await player.play(cards=10)
    played = [place for place, line in enumerate(ear.transcript) if PLAYED.search(line)]
    text = SECONDS.sub(r"10 \1", "\n".join(ear.transcript[: played[9] + 1]) + "\n")
    golden = GOLDEN / f"{game}-{language}.txt"
    if os.environ.get("GOLDEN") == "write":
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


@GAMES
async def test_every_key_is_answered(crowd: Crowd, game: str, answers: Answers):
    """Those that can do nothing now say why; `press` fails where nothing is said."""
    one = await crowd.person("Ann", viewport=DESK)
    ear = await ears(one)
    await one.room(game, practice=DEALS[game], bots=3, level="baseline", start=True, options=CALM[game])
    player = EarPlayer(ear, answers, patient=False)
    await player.play(cards=1)
    moves = [f"Arrow{way}" for way in ("Left", "Right", "Right", "Left", "Up", "Down", "Up")]
    for key in (*moves, *ANSWERED):
        await ear.press(key)
        if key == "?":
            await ear.page.locator("dialog[open]").wait_for()  # the next key closes it
    await player.play(cards=2)


@GAMES
async def test_a_key_leads_from_the_title_into_the_hand(crowd: Crowd, game: str, answers: Answers):
    """Whoever arrives in the midst of a match stands on its title."""
    one = await crowd.person("Ann", viewport=DESK)
    ear = await ears(one)
    await one.room(game, practice=DEALS[game], bots=3, level="baseline", start=True, options=CALM[game])
    await EarPlayer(ear, answers, patient=False).play(cards=1)
    await one.page.locator("h1").focus()
    ear.focus = await ear.focused()
    assert ear.focus.startswith("heading: ")
    assert (await ear.press("ArrowRight")).startswith("option: ")


async def test_the_games_are_two_keys_from_the_home_page(crowd: Crowd):
    one = await crowd.person("Ann", viewport=DESK)
    ear = await ears(one)
    await ear.page.locator(".games .card").nth(1).wait_for()
    assert await ear.press("Tab") == "button: Skip to the games"
    names = [await ear.press(key) for key in ("Enter", *["Tab"] * 6)]  # a game's: start, strength, create, lesson
    for word in ("Play with bots now: ", "Create a room: "):
        games = {name.partition(word)[2] for name in names if word in name}
        assert games == {"UNO", "Shandong Upgrade"}
    await ear.press("Enter")
    assert ear.focus.startswith("heading: "), "a new screen begins with its title"


async def test_bots_are_asked_to_wait_by_those_who_say_so(crowd: Crowd):
    one = await crowd.person("Ann", viewport=DESK)
    ear = await ears(one)
    await one.room("uno", bots=3)
    await ear.page.evaluate("""() => {
      const ask = link.ask.bind(link);
      globalThis.asked = [];
      link.ask = (kind, fields) => (asked.push([kind, fields?.on]), ask(kind, fields));
    }""")
    asked = "() => asked.filter(([kind]) => kind === 'listen').map(([, on]) => on)"
    await ear.page.evaluate("() => link.ask('start')")
    await ear.page.locator(".hand").wait_for()
    assert await ear.page.evaluate(asked) == []
    for _ in range(2):
        await ear.page.get_by_role("button", name="Menu").click()
        await ear.page.get_by_role("button", name="Settings").click()
        await ear.page.get_by_role("switch", name="Bots wait for my screen reader").click()
        await ear.page.keyboard.press("Escape")
    await one.until(f"() => String(({asked})()) === 'true,false'")


@pytest.mark.nightly
@pytest.mark.timeout(900)  # people listen, and bots wait for them
@LANGUAGES
@GAMES
async def test_a_whole_round_by_ear_keeps_to_its_goals(crowd: Crowd, game: str, answers: Answers, language: str):
    """From the home page on, with bots that wait for the voice."""
    one = await crowd.person("Ann", viewport=DESK, locale=language)
    ear = await ears(one, speech=True)
    await ear.page.locator(".games .card").first.wait_for()
    await ear.press("Tab")
    await ear.press("Enter")
    if not re.search(BUTTONS[game], ear.focus):
        await ear.tab_to(BUTTONS[game])
    await ear.press("Enter")
    player = EarPlayer(ear, answers)
    await player.play()
    figures = player.figures()
    print(game, language, figures)
    print("\n".join(ear.transcript))
    assert figures["keys to the first card"] <= 10, figures
    assert figures["keys a card, median"] <= 3, figures
    assert figures["keys a card, p90"] <= 6, figures
    assert figures["words a minute"] <= 200, figures
    assert figures["seconds late, p90"] <= 1.5, figures
