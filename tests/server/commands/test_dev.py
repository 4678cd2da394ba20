"""`paiju dev`: what an author saves is taken over at the tables that are open, with the same hands."""

import random
import urllib.error
import urllib.request
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from server.base.settings import Settings
from server.doors.face import Doors, SettingsError
from server.workshop.workbench import open_workbench
from tests.support.doors import Plain
from tests.support.served import serve
from tests.support.workshop import own_game, workshop


@pytest.fixture
def package(tmp_path):
    return own_game(tmp_path)


@asynccontextmanager
async def seated(url):
    """Somebody in the middle of a match against a bot."""
    ada = Plain("Ada", [url], random.Random(1))
    try:
        await ada.connect(url)
        made = await ada.ask("create", game="whist", name="Ada", bots=1, practice="page")
        await ada.enter(made["code"], name="Ada", sit=True)
        await ada.ask("start")
        await ada.until(lambda: ada.belief.own and ada.belief.own["hand"])
        yield ada
    finally:
        await ada.close()


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


async def test_a_rule_that_is_saved_holds_at_the_same_table_with_the_same_hands(package):
    async with workshop(package) as dev, seated(dev.url) as ada:
        assert (await dev.told())[0] == "life"
        hand = ada.belief.own["hand"]
        absent = next(name for name in ("AS", "AH", "AC", "AD", "2S", "2H", "2C") if name not in hand)
        for number in range(3):
            code = f"card.never_{number}"
            edit(package / "rules.py", '"card.not_held"' if not number else f'"card.never_{number - 1}"', f'"{code}"')
            assert await dev.told() == ("changed", "whist")
            ada.belief.cursor = []
            await ada.come_back() if not ada.here else await ada.enter(ada.room)
            assert ada.belief.own["hand"] == hand
            assert (await ada.act({"type": "play", "card": absent}))["refused"]["code"] in (code, "turn.not_yours")


async def test_a_mistake_is_told_with_its_line_and_the_old_rules_hold_until_it_is_mended(package):
    async with workshop(package) as dev, seated(dev.url) as ada:
        assert (await dev.told())[0] == "life"
        good = (package / "rules.py").read_text()
        (package / "rules.py").write_text(good + "\nDECK = [\n")
        kind, said = await dev.told()
        assert kind == "wrong"
        assert f"({package}/rules.py, line {len(good.splitlines()) + 2})" in said
        assert (await ada.act({"type": "play", "card": "no card"}))["refused"]["code"] in (
            "card.not_held",
            "turn.not_yours",
        )
        (package / "rules.py").write_text(good)
        assert await dev.told() == ("changed", "whist")
        ada.belief.cursor = []
        await ada.enter(ada.room)


async def test_a_text_is_told_too_and_pages_have_the_script_that_listens(package):
    async with workshop(package) as dev:
        assert (await dev.told())[0] == "life"
        edit(package / "texts" / "en-US.json", '"Draw a card"', '"Take one"')
        assert await dev.told() == ("changed", "whist")
        async with dev.session.get(f"{dev.url}/games/whist/texts/en-US.json") as answer:
            assert (await answer.json())["action.draw"] == "Take one"
        for path in ("/", "/r/ABCDEF"):
            async with dev.session.get(dev.url + path) as answer:
                assert '<script type="module" src="/workshop/page/reload.js"></script></head>' in await answer.text()
        async with dev.session.get(f"{dev.url}/workshop/page/reload.js") as answer:
            assert 'EventSource("/workshop/changes")' in await answer.text()


async def test_nobody_else_can_come_in():
    doors = SimpleNamespace(settings=Settings(host="192.0.2.1"))
    with pytest.raises(SettingsError, match=r"a loopback address only, not on 192\.0\.2\.1"):
        await open_workbench(cast(Doors, doors))


def test_a_table_for_friends_has_no_workshop(tmp_path):
    with serve(tmp_path) as served, pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{served.url}/workshop/changes")
