"""Rules that are saved while a match is on: it is played again by them, with the same hands."""

import random
import time
from contextlib import asynccontextmanager
from functools import partial

import pytest

from tests.support.doors import Plain
from tests.support.workshop import own_game, workshop

EDITS = 10


@pytest.fixture
def package(tmp_path):
    return own_game(tmp_path)


def edit(file, *changes):
    text = file.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file.write_text(text)


@asynccontextmanager
async def two_at_a_table(url):
    """Two people in a match in which one of them has drawn a card."""
    people = [Plain(name, [url], random.Random(number)) for number, name in enumerate(("Ada", "Ben"))]
    try:
        for one in people:
            await one.connect(url)
        code = (await people[0].ask("create", game="whist", name="Ada", practice="page"))["code"]
        for one in people:
            await one.enter(code, name=one.name, sit=True)
        await people[0].ask("start")
        for one in people:
            await one.until(partial(dealt, one))
        acting = people[people[0].belief.table["turn"]]
        held = len(acting.belief.own["hand"])
        assert "refused" not in await acting.act({"type": "draw"})
        await acting.until(lambda: len(acting.belief.own["hand"]) == held + 1)
        yield people
    finally:
        for one in people:
            await one.close()


def dealt(one):
    return one.belief.own and one.belief.own["hand"]


def hands(people):
    return [one.belief.own["hand"] for one in people]


async def looked(people):
    for one in people:
        one.belief.cursor = []
        await one.come_back() if not one.here else await one.enter(one.room)
    return hands(people)


async def test_a_state_of_another_shape_comes_from_the_log(package):
    async with workshop(package) as dev, two_at_a_table(dev.url) as people:
        await dev.told()
        held = hands(people)
        edit(package / "state.py", ("    deadline: int", "    deadline: int\n    plays: dict[str, int]"))
        edit(package / "rules.py", ("[], limit, deadline)", "[], limit, deadline, {})"))
        while (await dev.told())[0] != "changed" or await looked(people) != held:
            pass  # the two files may be taken over one by one
        acting = people[people[0].belief.table["turn"]]
        moves = [{name: value for name, value in move.items() if value} for move in acting.belief.own["legal"]]
        assert "refused" not in await acting.act(moves[0])


async def test_rules_that_change_what_has_happened_hold_from_the_beginning(package):
    async with workshop(package) as dev, two_at_a_table(dev.url) as people:
        await dev.told()
        held = hands(people)
        edit(package / "rules.py", ("    card = state.stock.pop()\n", "    card = state.stock.pop(0)\n"))
        assert await dev.told() == ("changed", "whist")
        now = await looked(people)
        assert sum(was == is_now for was, is_now in zip(held, now, strict=True)) == 1
        assert sorted(map(len, now)) == sorted(map(len, held))


async def test_where_a_move_is_refused_now_the_table_stands_as_it_stood_and_that_is_said(package):
    async with workshop(package) as dev, two_at_a_table(dev.url) as people:
        await dev.told()
        held = hands(people)
        edit(package / "rules.py", ("if not can_draw(state):", "if can_draw(state):"))
        assert await dev.told() == ("changed", "whist")
        kind, said = await dev.told()
        line = 1 + (package / "rules.py").read_text().splitlines().index(
            '                raise Refused("draw.not_now")'
        )
        acted = people[0].belief.table["turn"]
        assert kind == "said"
        assert said == (
            f'room {people[0].room}: step 1 (seat {acted}: {{"type":"draw"}}) is refused: draw.not_now '
            f"(whist/rules.py, line {line}, in apply); the table stands as it stood"
        )
        assert await looked(people) == held


async def test_rules_that_cannot_deal_are_not_taken_over_and_the_next_ones_go_on_with_the_same_hands(package):
    async with workshop(package) as dev, two_at_a_table(dev.url) as people:
        await dev.told()
        held = hands(people)
        edit(package / "state.py", ("    deadline: int", "    deadline: int\n    plays: dict[str, int]"))
        assert await dev.told() == ("changed", "whist")
        kind, said = await dev.told()
        assert kind == "said"
        assert "the deal raises TypeError: Missing required argument 'plays' (whist/rules.py, line " in said
        assert said.endswith("; the table goes on by the rules as they were")
        assert await looked(people) == held
        edit(package / "rules.py", ("[], limit, deadline)", "[], limit, deadline, {})"))
        assert await dev.told() == ("changed", "whist")
        assert await looked(people) == held


async def test_where_nothing_can_be_kept_the_cards_are_dealt_again_and_that_is_said(package):
    async with workshop(package) as dev, two_at_a_table(dev.url) as people:
        await dev.told()
        held = hands(people)
        edit(package / "state.py", ("    deadline: int", "    deadline: int\n    plays: dict[str, int] | None"))
        assert (await dev.told())[0] == "changed"
        assert (await dev.told())[1].endswith("by the rules as they were")
        edit(
            package / "rules.py",
            ("[], limit, deadline)", "[], limit, deadline, None)"),
            ("if not can_draw(state):", "if can_draw(state):"),
        )
        assert await dev.told() == ("changed", "whist")
        kind, said = await dev.told()
        assert kind == "said"
        assert "is refused: draw.not_now (whist/rules.py, line " in said
        assert said.endswith("; the cards were dealt again")
        now = await looked(people)
        assert sum(map(len, now)) == sum(map(len, held)) - 1


async def test_what_has_changed_before_the_workshop_opens_again_is_taken_over_when_the_room_is_opened(package):
    async with workshop(package) as dev, two_at_a_table(dev.url) as people:
        held, tokens, code = hands(people), [one.token for one in people], people[0].room
    edit(package / "state.py", ("    deadline: int", "    deadline: int\n    plays: dict[str, int]"))
    edit(package / "rules.py", ("[], limit, deadline)", "[], limit, deadline, {})"))
    async with workshop(package) as dev:
        async with dev.session.get(f"{dev.url}/r/{code}") as answer:
            assert answer.status == 200
        for token, hand in zip(tokens, held, strict=True):
            one = Plain("Somebody", [dev.url], random.Random(1))
            one.token = token
            try:
                await one.connect(dev.url)
                await one.enter(code)
                assert one.belief.own["hand"] == hand
            finally:
                await one.close()


async def test_an_edit_is_taken_over_within_a_second(package):
    async with workshop(package) as dev, two_at_a_table(dev.url) as people:
        await dev.told()
        held, waited = hands(people), []
        for number in range(EDITS):
            name = "card.no_match" if not number else f"card.no_match_{number - 1}"
            edit(package / "rules.py", (f'"{name}"', f'"card.no_match_{number}"'))
            began = time.monotonic()
            assert await dev.told() == ("changed", "whist")
            waited.append(time.monotonic() - began)
            assert await looked(people) == held
        assert max(waited) < 1, waited
