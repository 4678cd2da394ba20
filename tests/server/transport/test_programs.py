"""Declared programs and practice rooms: the server marks both, for everybody and permanently."""

from __future__ import annotations

import aiohttp
import pytest

from server.doors.gate.tokens import Tokens
from server.rooms.document import PROGRAM
from tests.server.transport.edge_driver import CREATE, Official, Refusal, Serving, json_client, official

TOKENS = Tokens(b"k" * 32)


def test_a_token_stays_what_it_was_made_as():
    bot, person = TOKENS.identify(None, bot=True), TOKENS.identify(None)
    assert (bot.bot, person.bot) == (True, False)
    assert bot.player.startswith(PROGRAM)
    assert len(bot.player) == len(person.player)
    assert TOKENS.identify(bot.token) == TOKENS.identify(bot.token, bot=True) == bot
    assert TOKENS.identify(person.token, bot=True) == person


def test_a_program_cannot_make_itself_a_person_s_token():
    bot, person = TOKENS.identify(None, bot=True), TOKENS.identify(None)
    for forged in (bot.token.removeprefix("bot."), f"bot.{person.token}", f"bot.{bot.token}"):
        assert TOKENS.known(forged) is None


async def test_a_program_is_shown_as_one_to_everybody_by_either_door(either: Serving):
    ben = Official()
    hello = await ben.connect(either.url, bot=True)
    try:
        assert hello["bot"] is True
        async with json_client(either) as ann, json_client(either) as eve:
            code = (await ann.ask("create", **CREATE))["code"]
            await ann.ask("enter", room=code)
            await ben.ask("enter", room=code, name="Ben", sit=True)
            room = (await eve.ask("enter", room=code, name="Eve"))["room"]
            assert [(seat["name"], seat["sitter"], seat["program"]) for seat in room["seats"][:2]] == [
                ("Ann", "person", False), ("Ben", "person", True),
            ]  # fmt: skip
            await ben.ask("stand")
            room = (await ann.ask("sync"))["room"]
            assert {watcher["name"]: watcher["program"] for watcher in room["watchers"]} == {"Eve": False, "Ben": True}
            # A client with a program's token is a program, whatever it says now.
            async with official(either, hello["token"]) as again:
                await again.ask("enter", room=code)
                room = (await ann.ask("sync"))["room"]
                assert [w["program"] for w in room["watchers"] if w["name"] == "Ben"] == [True]
    finally:
        await ben.close()


async def test_who_says_nothing_or_nonsense_about_it_is_a_person(either: Serving):
    for said in ({}, {"bot": False}, {"bot": "yes"}, {"bot": 1}):
        one = Official()
        assert (await one.connect(either.url, **said))["bot"] is False
        await one.close()


async def test_a_practice_room_is_marked_before_and_after_coming_in(at: Serving):
    async with json_client(at) as ann, aiohttp.ClientSession() as http:
        code = (await ann.ask("create", **CREATE, practice="morning-7"))["code"]
        shown = await ann.ask("enter", room=code)
        assert shown["room"]["practice"] is True
        assert "morning-7" not in str(shown)
        async with http.get(f"{at.url}/api/v1/rooms/{code}") as answer:
            assert (await answer.json())["practice"] is True
        plain = (await ann.ask("create", **CREATE))["code"]
        assert (await ann.ask("enter", room=plain))["room"]["practice"] is False


@pytest.mark.parametrize("seed", ["", "a b", "x" * 49, 7, ["x"]])
async def test_a_seed_is_a_plain_word(at: Serving, seed):
    async with json_client(at) as ann:
        with pytest.raises(Refusal) as refused:
            await ann.ask("create", **CREATE, practice=seed)
        assert (refused.value.code, refused.value.params) == ("message.malformed", {"field": "practice"})
