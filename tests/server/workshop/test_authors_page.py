"""What the author's page asks the workshop: tables by a seed, steps, verdicts, moments. Nobody else is answered."""

import random
import urllib.error
import urllib.request
from contextlib import asynccontextmanager

import pytest

from tests.support.doors import Lean, Plain
from tests.support.served import serve
from tests.support.stores import until
from tests.support.workshop import own_game, workshop


@pytest.fixture
def package(tmp_path):
    return own_game(tmp_path)


class Author:
    """Asks as the page does."""

    def __init__(self, dev):
        self.dev = dev

    async def get(self, path):
        async with self.dev.session.get(f"{self.dev.url}/workshop/tables/{path}") as answer:
            return await answer.json() if answer.content_type == "application/json" else await answer.read()

    async def gallery(self):
        async with self.dev.session.get(f"{self.dev.url}/workshop/galleries/whist") as answer:
            return await answer.json()

    async def whole_gallery(self):
        async def ended():
            return (await self.gallery())["ended"]

        await until(ended, 60)
        return await self.gallery()

    async def send(self, path, **body):
        async with self.dev.session.post(f"{self.dev.url}/workshop/{path}", json=body) as answer:
            return await answer.json()

    async def deal(self, **wanted):
        return (await self.send("tables", game="whist", players=3, **wanted))["code"]

    async def snapshot(self, code):
        async with self.dev.session.get(f"{self.dev.url}/api/v1/matches/workshop-{code}-0") as answer:
            return (await answer.json())["snapshot"]


def bytes_in(said):
    return len(bytes.fromhex(said["hex"]))


class Weighing(Lean):
    """Notes the length of each message as it came off the wire."""

    def __init__(self, *who):
        super().__init__(*who)
        self.weights = []

    def _came(self, message):
        self.weights.append(len(message.data))
        super()._came(message)


@asynccontextmanager
async def everybody(dev, table, door=Plain):
    """The people of a table, with the tokens that their frames have."""
    people = [door(doc["name"], [dev.url], random.Random(doc["seat"])) for doc in table["seats"]]
    try:
        for one, doc in zip(people, table["seats"], strict=True):
            one.token = doc["token"]
            await one.connect(dev.url)
            await one.enter(table["code"])
        yield people
    finally:
        for one in people:
            await one.close()


async def test_a_seed_deals_the_same_cards_again(package):
    async with workshop(package) as dev:
        author = Author(dev)
        one, same, other, any_one = [await author.deal(seed=seed) for seed in ("a", "a", "b", "")]
        hands = [(await author.snapshot(code))["own"] for code in (one, same, other, any_one)]
        assert hands[0] == hands[1]
        assert hands[0] != hands[2]
        assert hands[3] not in hands[:3]


async def test_the_bytes_of_a_step_are_those_that_went_over_the_wire(package):
    async with workshop(package) as dev:
        author = Author(dev)
        table = await author.get(await author.deal(seed="a"))
        [acting] = table["acting"]
        async with everybody(dev, table, Weighing) as people:
            await people[acting].act({"type": "draw"})
            looked = await author.get(f"{table['code']}/steps/1")
            for one, said in zip(people, looked["frames"][1:], strict=True):
                await one.until(lambda: bytes_in(said) in one.weights)  # noqa: B023 - at once
        assert [[event["type"] for event in one["events"]] for one in looked["frames"]] == [["drew"]] * 4


async def test_what_is_listed_is_legal_and_what_is_refused_has_its_line(package):
    async with workshop(package) as dev:
        author = Author(dev)
        code = await author.deal(seed="a")
        table = await author.get(code)
        [acting] = table["acting"]
        looked = await author.get(f"{code}/steps/0")
        assert looked["did"] == "the beginning"
        mine = looked["seats"][acting]
        assert mine["acts"]
        assert len(mine["legal"]) == mine["listed"]
        assert {one["code"] for one in mine["refused"]} >= {"pass.draw_first", "card.no_match"}
        assert all("whist/rules.py, line " in one["at"] for one in mine["refused"])
        for other in {0, 1, 2} - {acting}:
            assert [one["code"] for one in looked["seats"][other]["refused"]] == ["turn.not_yours"]
        said = await author.send(f"tables/{code}/steps/0/try", seat=acting, action={"type": "fly"})
        assert said["code"] == "action.malformed"


async def test_a_moment_that_is_saved_is_loaded_as_a_new_table(package):
    async with workshop(package) as dev:
        author = Author(dev)
        code = await author.deal(seed="a")
        table = await author.get(code)
        async with everybody(dev, table) as people:
            await people[table["acting"][0]].act({"type": "draw"})
        moment = await author.get(f"{code}/steps/1/moment")
        headers = {"Content-Type": "application/octet-stream"}
        async with dev.session.post(f"{dev.url}/workshop/moments", data=moment, headers=headers) as answer:
            loaded = (await answer.json())["code"]
        assert (await author.get(loaded))["acting"] == table["acting"]
        async with everybody(dev, await author.get(loaded)) as people:
            assert sorted(len(one.belief.own["hand"]) for one in people) == [5, 5, 6]


async def test_what_cannot_be_done_is_said_in_a_sentence(package):
    async with workshop(package) as dev:
        author = Author(dev)
        code = await author.deal()
        assert (await author.send("tables", game="whist", players=40))["said"].startswith("players.too_many")
        assert (await author.get("NONE"))["said"] == "room.unknown"
        assert (await author.get(f"{code}/steps/7"))["said"] == "fork.step"
        async with dev.session.post(f"{dev.url}/workshop/tables", data="{}") as answer:
            assert answer.status == 415  # a page from elsewhere could send that


def test_a_table_for_friends_has_no_workshop(tmp_path):
    with serve(tmp_path) as served:
        for path in ("/dev", "/workshop/page/workshop.js", "/workshop/tables/ABCDEF", "/api/v1/matches/workshop-A-0"):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(served.url + path)


async def test_a_gallery_is_found_anew_when_the_rules_have_changed(package):
    async with workshop(package) as dev:
        author = Author(dev)

        told = await author.whole_gallery()
        assert {"draw", "draw or play", "pass", "pass or play"} == {one["phase"] for one in told["exhibits"]}
        assert "event recycled" in {one["what"] for one in told["exhibits"]}
        first = told["exhibits"][0]
        looked = await author.get(f"{first['code']}/steps/1")
        assert len(looked["seats"]) == len((await author.get(first["code"]))["seats"])
        assert (await dev.told())[0] == "life"
        rules = package / "rules.py"
        rules.write_text(rules.read_text().replace("events.append(Told(Recycled(", "[].append(Told(Recycled("))
        assert await dev.told() == ("changed", "whist")
        assert "event recycled" not in {one["what"] for one in (await author.whole_gallery())["exhibits"]}


async def test_what_the_rules_raise_at_a_table_is_told_with_its_line_until_it_is_mended(package):
    async with workshop(package) as dev:
        author = Author(dev)
        assert (await dev.told())[0] == "life"
        rules = package / "rules.py"
        sound = rules.read_text()
        rules.write_text(sound.replace("    card = state.stock.pop()\n", '    card = state.stock["no such pile"]\n'))
        assert await dev.told() == ("changed", "whist")
        table = await author.get(await author.deal())
        async with everybody(dev, table) as people:
            for _ in range(2):
                answer = await people[table["acting"][0]].act({"type": "draw"})
                assert answer["refused"]["code"] == "game.failed"
        line = rules.read_text().partition("no such pile")[0].count("\n") + 1
        kind, said = await dev.told()
        assert kind == "wrong"
        assert said.startswith("whist raises TypeError: list indices must be integers")
        assert said.endswith(f"(whist/rules.py, line {line}, in _draw)")
        rules.write_text(sound)
        assert await dev.told() == ("changed", "whist")
