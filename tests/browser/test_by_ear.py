"""Whole rounds by ear: names, focus, live regions and keys alone, in both languages."""

from __future__ import annotations

import pytest

from tests.browser.ear_player import SHANDONG, UNO, Answers, EarPlayer
from tests.browser.ears import ears
from tests.browser.people import Crowd

DESK = {"width": 1280, "height": 800}


@pytest.mark.parametrize("language", ["en-US", "zh-CN"])
@pytest.mark.parametrize(("game", "answers"), [("UNO", UNO), ("升级|Upgrade", SHANDONG)], ids=["uno", "shandong"])
async def test_a_round_by_ear(crowd: Crowd, game: str, answers: Answers, language: str):
    one = await crowd.person("Ann", viewport=DESK, locale=language)
    ear = await ears(one)
    await ear.page.evaluate("() => localStorage.setItem('paiju.prefs', JSON.stringify({ speech: true }))")
    await ear.page.reload()
    await ear.page.locator(".games .card").first.wait_for()
    await ear.tab_to(f"button: .*({game})")
    await ear.press("Enter")
    player = EarPlayer(ear, answers)
    await player.play()
    for heard in ear.told:
        print("   !" if heard.now else "    ", heard.text)
    print(game, language, player.figures())
