"""The table for any game: three games without a line of client code, and some that have no marks."""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable, Iterator

import pytest
from doudizhu import GAME as DOUDIZHU
from playwright.async_api import Locator, expect

from games.texts import texts
from tests.architecture.tree import ROOT
from tests.browser.any_table import by_keys, by_touch, turn_or_end
from tests.browser.people import Crowd, Person, box_of
from tests.docs.test_your_first_game import FILES
from tests.support.plugins import install
from tests.support.served import HASTY, Served, serve

PHONE = {"width": 360, "height": 740}
BAR = 44
SHORT = {"doudizhu": {"deals": 1}}
SEATS = {"doudizhu": 3, "crazy-eights": 4, "high-card": 4}
MANY = """
from msgspec import Struct
from games import simple
from games.simple import Action, Card, PerOwner, Points, Public, Seat, Secret

class State(Struct):
    hand: PerOwner[list[Card]]
    rest: Secret[list[Card]]
    turn: Public[Seat]
    said: Public[int]

class Say(Action):
    what: int

def deal(options, players, deck, ctx):
    return State([[deck.pop()] for _ in range(players)], deck, 0, 0)

def play(s, seat, move, ctx):
    s.said, s.turn = s.said + 1, (s.turn + 1) % len(s.hand)

GAME = simple.game(
    "many", seats=range(2, 3), State=State, Move=Say, deal=deal, turn=lambda s: s.turn,
    moves=lambda s, seat: [Say(what) for what in range(60)], play=play,
    result=lambda s: Points([0] * len(s.hand)) if s.said == 4 else None,
)
"""
MANY_TEXTS = '{"game.name": "Many", "game.about": "Many moves.", "action.say": "Say {what}", "event.say": "{what}"}'
KINDS = [text for key, text in texts(DOUDIZHU)["en-US"].items() if key.startswith("type.")]
PLAIN = """
from dataclasses import replace
from tests.games.kit.eights import GAME as FIRST
GAME = replace(FIRST, id="plain", package="tests.games.kit.eights")
"""

Move = Callable[[Person], Awaitable[None]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Games of other packages beside ours."""
    site = tmp_path_factory.mktemp("site")
    first = {name: text for name, text in FILES.items() if name.startswith("high_card/")}
    install(site, "high-card", "high-card", "high_card:GAME", first)
    words = {f"many_moves/texts/{language}.json": MANY_TEXTS for language in ("zh-CN", "en-US")}
    install(site, "many-moves", "many", "many_moves:GAME", {"many_moves/__init__.py": MANY, **words})
    install(site, "plain-eights", "plain", "plain_eights:GAME", {"plain_eights.py": PLAIN})
    env = {"PYTHONPATH": os.pathsep.join(map(str, [ROOT, site]))}
    with serve(tmp_path_factory.mktemp("generic"), program=HASTY, env=env) as one:
        yield one


async def at_table(crowd: Crowd, game: str, practice: str | None = None, **device: object) -> Person:
    ann = await crowd.person("Ann", viewport=PHONE, has_touch=True, **device)
    bots = SEATS.get(game, 2) - 1
    await ann.room(game, bots=bots, options=SHORT.get(game, {}), start=True, practice=practice)
    await ann.page.locator(".generic .middle").wait_for()
    return ann


async def seen_together(ann: Person) -> None:
    """The hand, what lies on the table and what can be done are on the screen at once, and cover none of each other."""
    page = ann.page
    hand, acts = await box_of(page.locator(".hand")), await box_of(page.locator(".acts"))
    places = [await box_of(one) for one in await page.locator(".zone").all()] + [acts, hand]
    for one in places:
        assert 0 <= one["x"] <= PHONE["width"] + 1 - one["width"], places
        assert BAR <= one["y"] <= PHONE["height"] + 1 - one["height"], places
    for above in places[:-2]:
        assert above["y"] + above["height"] <= acts["y"] + 1, places
    assert acts["y"] + acts["height"] <= hand["y"] + 1, places


@pytest.mark.parametrize("move", [by_touch, by_keys])
@pytest.mark.parametrize("game", ["doudizhu", "crazy-eights", "high-card"])
async def test_a_whole_round_on_a_phone(crowd: Crowd, game: str, move: Move):
    ann = await at_table(crowd, game)
    while await turn_or_end(ann):
        await seen_together(ann)
        await move(ann)
    await expect(ann.page.locator(".result h2")).to_contain_text("won")
    assert await ann.page.locator(".result th[scope=row]").count() == SEATS[game]


async def test_a_result_says_how_the_round_ended(crowd: Crowd):
    ann = await at_table(crowd, "doudizhu")
    while await turn_or_end(ann):
        await by_keys(ann)
    await expect(ann.page.locator(".result > p")).to_contain_text("is out of cards")


async def bid(ann: Person) -> None:
    """Ann becomes the landlord, or plays as a farmer until she is on turn."""
    while await turn_or_end(ann):
        if await ann.page.locator(".hint").count():
            return
        await by_touch(ann)


async def test_a_number_is_set_step_by_step(crowd: Crowd):
    ann = await at_table(crowd, "doudizhu", practice="oak")  # she bids first
    await ann.page.locator(".amount").wait_for()
    more, offer = ann.page.get_by_role("button", name="More"), ann.page.locator(".amount .primary")
    while await more.is_enabled():
        await more.tap()
    await expect(offer).to_have_text("Bid 3")
    await ann.page.keyboard.press("-")
    await expect(offer).to_have_text("Bid 2")
    await ann.page.keyboard.press("+")
    await offer.tap()
    await expect(ann.page.locator(".own-plate")).to_contain_text("Landlord")
    assert await ann.page.locator(".hand .held").count() == 20


async def test_the_button_says_what_the_cards_are_and_a_refusal_says_why_not(crowd: Crowd):
    ann = await at_table(crowd, "doudizhu")
    await bid(ann)
    play = ann.page.locator(".play")
    await ann.page.keyboard.press("h")
    await expect(play).to_have_text(re.compile(rf"^\s*Play ({'|'.join(KINDS)})\s*$"))
    await ann.page.keyboard.press("Escape")
    held = ann.page.locator(".hand .held")
    for card in (held.first, held.last):
        await ann.tap_card(card)
    await expect(ann.page.locator(".status")).to_contain_text("These cards are no combination.")
    await expect(play).to_be_disabled()


async def test_an_eight_asks_for_a_suit(crowd: Crowd):
    ann = await at_table(crowd, "crazy-eights", practice="oak")  # she holds one
    await turn_or_end(ann)
    await ann.tap_card(ann.page.locator(".held.can", has_text=" 8,"))
    await ann.page.locator(".play").tap()
    tiles = ann.page.locator(".ask .tile")
    assert [text[2:] for text in await tiles.all_inner_texts()] == ["spades", "hearts", "clubs", "diamonds"]
    await tiles.nth(1).tap()
    await expect(ann.page.locator(".notes, .result").first).to_contain_text("hearts")


async def test_many_moves_scroll_in_a_part_of_the_screen(crowd: Crowd):
    ann = await at_table(crowd, "many")
    moves: Locator = ann.page.locator(".generic .moves")
    box = await box_of(moves)
    assert await moves.locator("button").count() == 60
    assert box["height"] <= 0.4 * PHONE["height"]
    assert await moves.evaluate("(one) => one.scrollHeight > one.clientHeight")
    last = moves.locator("button").last
    await last.scroll_into_view_if_needed()
    await last.tap()
    await ann.page.locator(".log li").filter(has_text="59").wait_for(state="attached")


async def test_a_game_without_marks_has_a_table_too(crowd: Crowd):
    ann = await at_table(crowd, "plain")
    while await turn_or_end(ann):
        await by_touch(ann)
        if await ann.page.locator(".log li").count() > 3:
            break
    assert await ann.page.locator(".hand .playing-card").count() > 0
    assert await ann.page.locator(".middle .playing-card").count() == 1
    await expect(ann.page.locator(".player .number").first).to_contain_text(re.compile(r"\d"))


async def test_who_watches_sees_the_table_and_no_hand(crowd: Crowd):
    ann = await at_table(crowd, "high-card")
    eve = await crowd.person("Eve", viewport=PHONE)
    await eve.open(ann.path)
    await eve.page.get_by_role("button", name="Watch").click()
    await eve.page.locator(".generic .player").nth(3).wait_for()
    assert await eve.page.locator(".hand, .acts button").count() == 0


async def test_the_table_comes_in_the_readers_language(crowd: Crowd):
    ann = await at_table(crowd, "doudizhu", locale="zh-CN")
    await bid(ann)
    await expect(ann.page.locator(".hint")).to_have_text("提示")
    await expect(ann.page.locator(".own-plate")).to_contain_text("得分")
