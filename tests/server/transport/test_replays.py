"""A replayed match: everything that a seat was told, nothing else, and only to its player."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import aiohttp
import pytest

from server.doors.gate import rate_limits
from server.protocol.apply_patch import patched
from server.store.store import Store
from tests.server.transport.edge_driver import CREATE, JsonClient, Refusal, Serving, json_client
from tests.support.stores import until

Json = Any


def without_tags(messages: list[Json]) -> list[Json]:
    """Each commit draws a new tag; the replay has none."""
    return [{key: value for key, value in message.items() if key != "tag"} for message in messages]


async def match_of(ann: JsonClient, ben: JsonClient) -> str:
    """The code of a room in which the two have begun a match; Ann is the host."""
    code: str = (await ann.ask("create", **CREATE))["code"]
    await ann.ask("enter", room=code)
    await ben.ask("enter", room=code, name="Ben", sit=True)
    await ann.ask("start")
    return code


async def played(code: str, *players: JsonClient) -> None:
    """Everybody draws, or plays the first card that fits, until somebody has won."""
    numbers = {player: (await player.ask("enter", room=code))["act"] for player in players}
    while (room := (await players[0].ask("sync"))["room"])["phase"] == "playing":
        for player in players:
            own = (await player.ask("sync"))["own"]
            if own["legal"]:
                move = {field: value for field, value in own["legal"][0].items() if value is not None}
                with contextlib.suppress(Refusal):
                    await player.ask("act", n=numbers[player] + 1, action=move)
                    numbers[player] += 1
    assert room["matches"] >= 1


async def pages(player: JsonClient, **which: Json) -> list[Json]:
    told, skip = [], 0
    while skip is not None:
        page = await player.ask("replay", skip=skip, **which)
        told += page["told"]
        skip = page["next"]
    return told


async def ready(player: JsonClient) -> None:
    """The end is kept in the background."""

    async def kept() -> bool:
        with contextlib.suppress(Refusal):
            return bool(await player.ask("replay"))
        return False

    await until(kept)


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Players who say more than twenty things a second."""
    monkeypatch.setattr("server.doors.gate.rate_limits.BURST", 1e9)
    monkeypatch.setattr("server.doors.gate.rate_limits.RATE", 1e9)


@pytest.fixture
def generous(monkeypatch):
    for name in ("REPLAYS_PER_PLAYER", "REPLAYS_PER_ADDRESS"):
        monkeypatch.setattr(f"server.doors.replay_pages.{name}", rate_limits.Rate("test", 1e6, 10**6))


async def test_a_replay_is_what_the_seat_was_told_word_by_word(at: Serving, generous, monkeypatch):
    monkeypatch.setattr("server.doors.replay_pages.PAGE", 7)
    async with json_client(at) as ann, json_client(at) as ben, json_client(at) as eve:
        code = (await ann.ask("create", **CREATE, password="open"))["code"]
        await ann.ask("enter", room=code)
        await ben.ask("enter", room=code, name="Ben", sit=True, password="open")
        await ann.ask("start")
        await eve.ask("enter", room=code, name="Eve", password="open")
        await ann.ask("say", text="hello")
        await played(code, ann, ben)
        for player in (ann, ben):
            await ready(player)
            live = [{"kind": kind, **told} for kind, (told,) in player.inbox.told if kind in ("own", "frame")]
            first, *told = await pages(player)
            assert first["kind"] == "snapshot"
            assert len(told) > 10
            begun = next(i for i, one in enumerate(live) if one["kind"] == "frame" and one["pub"] == first["cursor"][0])
            assert without_tags(told) == without_tags(live[begun + 1 :][: len(told)])
            ended = next(i for i, one in enumerate(live) if "room_match_ended" in json.dumps(one))
            assert ended == begun + len(told)
        with pytest.raises(Refusal, match=r"replay\.none"):  # she only watched
            await eve.ask("replay")


async def test_nobody_is_told_another_s_cards_by_a_replay(at: Serving, generous):
    async with json_client(at) as ann, json_client(at) as ben:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        await ben.ask("enter", room=code, name="Ben", sit=True)
        await ann.ask("start")
        await played(code, ann, ben)
        hands: list[list[Json]] = []
        for player in (ann, ben):
            await ready(player)
            own, seen = None, []
            for message in await pages(player):
                if message["kind"] == "snapshot":
                    own = message["own"]
                elif message["kind"] == "own":
                    own = patched(own, message["own"])
                seen.append(json.dumps(own["hand"]))
            hands.append(seen)
        assert not set(hands[0]) & set(hands[1]) - {"[]"}


async def test_a_running_match_is_not_replayed_and_an_older_one_still_is(at: Serving, generous):
    async with json_client(at) as ann, json_client(at) as ben:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        await ben.ask("enter", room=code, name="Ben", sit=True)
        await ann.ask("start")
        with pytest.raises(Refusal, match=r"replay\.none"):
            await ann.ask("replay")
        await played(code, ann, ben)
        await ready(ann)
        first = await pages(ann)
        await ann.ask("rematch")
        await ben.ask("rematch")
        assert (await ann.ask("replay"))["match"] == 1
        assert await pages(ann, match=1) == first
        with pytest.raises(Refusal, match=r"replay\.none"):
            await ann.ask("replay", match=2)


async def test_who_comes_for_a_bot_is_told_from_then_on(at: Serving, generous):
    """What was told before they sat down was not told to them."""
    async with json_client(at) as ann, json_client(at) as ben, json_client(at) as cy:
        code = await match_of(ann, ben)
        await cy.ask("enter", room=code, name="Cy")
        try:
            await ben.ask("leave")
            await cy.ask("sit", seat=1)
        except Refusal as refused:
            pytest.fail(f"this game lets nobody step in: {refused.code}")
        came = (await cy.ask("sync"))["cursor"][0]
        await played(code, ann, cy)
        await ready(cy)
        told = await pages(cy)
        assert told[0]["kind"] == "snapshot"
        assert told[0]["cursor"][0] == came
        with pytest.raises(Refusal, match=r"room\.not_entered"):
            await ben.ask("replay")
        await ben.ask("enter", room=code, name="Ben")
        assert len(await pages(ben)) < len(await pages(ann))


async def test_over_http_the_token_is_asked_for_and_the_limit_says_when_to_come_again(at: Serving, store: Store):
    async with json_client(at) as ann, json_client(at) as ben, aiohttp.ClientSession() as http:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        await ben.ask("enter", room=code, name="Ben", sit=True)
        await ann.ask("start")
        await played(code, ann, ben)
        url = f"{at.url}/api/v1/rooms/{code}/replay"
        mine = {"Authorization": f"Bearer {ann.token}"}

        async def asked(headers: dict[str, str], query: str = "") -> tuple[int, Json]:
            async with http.get(url + query, headers=headers) as answer:
                return answer.status, await answer.json()

        await until(lambda: _kept(at, code))
        status, page = await asked(mine)
        assert (status, page["match"], page["told"][0]["kind"]) == (200, 1, "snapshot")
        assert page == await ann.ask("replay")
        for nobody in ({}, {"Authorization": "Bearer x"}, {"Authorization": f"Bearer {ann.token}x"}):
            assert await asked(nobody) == (401, {"refused": {"code": "token.unknown"}})
        for wrong in ("?match=x", "?skip=-1", "?match=99999999999999999999"):
            assert (await asked(mine, wrong))[0] == 400
        assert (await asked(mine, "?match=9"))[0] == 404
        for number in range(2, 20):
            async with http.get(f"{url}?match={number}", headers=mine) as answer:
                if answer.status == 429:
                    refused = (await answer.json())["refused"]
                    assert refused["code"] == "rate.limited"
                    assert 0 < refused["retryAfter"] <= 10_000
                    assert 1 <= int(answer.headers["Retry-After"]) <= 10
                    break
        else:
            raise AssertionError("never refused")


async def _kept(at: Serving, code: str) -> bool:
    return await at.rooms.store.replays.find(await at.rooms.find(code), 1) is not None
