"""Whole matches by somebody who plays as a bot does that sees the table, and has only heard it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping

import pytest

from games.kit.arena.figures import Ratio
from games.kit.arena.match import play_match
from games.kit.arena.players import maker_of
from games.kit.promise import options_of
from tests.browser.ears import ears
from tests.browser.match_by_ear import NEVER
from tests.browser.matches_by_ear import DESK, HOW, LEVEL, NAME, as_shown, by_ear, by_eye
from tests.browser.people import Crowd, Json
from tests.browser.shandong_by_ear import ShandongByEar

LANGUAGES = ("en-US", "zh-CN")
BOTH = pytest.mark.parametrize("language", LANGUAGES)
ENDS = "Enter: next round|按回车开始下一局"
PRACTICE = {"uno": "ears", "shandong": "match"}
DEALS = {"uno": 20, "shandong": 4}
CALLED: Mapping[str, Mapping[str, Json]] = {"uno": {"unoEnforcement": "off"}, "shandong": {}}
"""Where nobody can forget to call UNO, chance decides nothing but the cards."""
DEALT_FAST: Mapping[str, Mapping[str, Json]] = {"uno": {}, "shandong": {"dealIntervalMs": 20}}
AS_WELL = 0.9
"""So much of the bot's wins."""


@BOTH
@pytest.mark.parametrize(("game", "until"), [("uno", NEVER), ("shandong", ENDS)], ids=list(HOW))
async def test_what_is_heard_is_all_that_the_bot_would_see(crowd: Crowd, game: str, until: str, language: str):
    """A match of UNO, and a round of 山东升级; nightly whole matches of both."""
    match = await by_ear(crowd, game, language, "match-2", until, **DEALT_FAST[game])
    assert match.decided > 5
    assert match.mistaken == []


@BOTH
async def test_whoever_sticks_is_told_what_they_give_back(crowd: Crowd, language: str):
    """A key that leads to the next question used to be answered by silence."""
    one = await crowd.person(NAME, viewport=DESK, locale=language)
    ear = await ears(one)
    await one.room(
        "shandong",
        practice="stick-11",
        bots=3,
        level=LEVEL,
        options={**HOW["shandong"].options, **DEALT_FAST["shandong"]},
    )
    await one.ask("start")
    await ShandongByEar(ear, NAME).play(until="You get .* and give|你换到")


@pytest.mark.nightly
@pytest.mark.timeout(4 * 3600)
@pytest.mark.parametrize("game", list(HOW))
async def test_ears_win_as_often_as_the_bot_that_sees(crowd: Crowd, game: str):
    """On the same deals, in both languages. `DEALS` says on how many."""
    wins, decided, keys = Ratio(), 0, 0
    for number in range(int(os.environ.get("DEALS", DEALS[game]))):
        deal = f"{PRACTICE[game]}-{number}"
        heard = await asyncio.gather(*(by_ear(crowd, game, language, deal, **CALLED[game]) for language in LANGUAGES))
        assert [match.mistaken for match in heard] == [[], []], deal
        by_bot = 0 in by_eye(game, deal, **CALLED[game]).outcome.winners
        wins.add(sum(match.won for match in heard), len(heard) * by_bot)
        decided += sum(match.decided for match in heard)
        keys += sum(match.keys for match in heard)
        low, high = wins.around()
        print(
            f"{game} {deal}: {[match.won for match in heard]} by ear, {by_bot} by eye; in all {wins.much:.0f} and"
            f" {wins.many:.0f} wins, {wins.mean:.2f} ({low:.2f} to {high:.2f}); {decided} decisions, {keys} keys",
            flush=True,
        )
    assert wins.around()[1] >= AS_WELL


@pytest.mark.nightly
@pytest.mark.timeout(1800)
def test_the_order_in_which_cards_were_dealt_is_worth_nothing():
    """Who imitates by ear cannot know it: the bot wins as many matches of UNO without it."""
    wins, uno = Ratio(), HOW["uno"].game
    rules = options_of(uno, "standard", 4, CALLED["uno"])
    for deal in range(2500):
        seatings = [
            [maker_of(uno, LEVEL)] * seat + [as_shown] + [maker_of(uno, LEVEL)] * (3 - seat) for seat in range(4)
        ]
        matches = [play_match(uno, rules, seating, f"share/{deal}".encode()) for seating in seatings]
        wins.add(sum(seat in match.outcome.winners for seat, match in enumerate(matches)), len(matches))
    low, high = wins.share()
    print(f"{wins.mean:.3f} ({low:.3f} to {high:.3f})")
    assert low <= 1 / 4 <= high
