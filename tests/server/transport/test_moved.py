"""A player who is moved to another seat gets a snapshot: a frame does not say who `you` are."""

from __future__ import annotations

import pytest

from tests.server.transport.edge_driver import CREATE, Serving, json_client, official


@pytest.fixture
async def table(at: Serving):
    """Ann is host in seat 0, Ben sits in seat 2, Cid looks on."""
    async with official(at) as ann, official(at) as ben, official(at) as cid:
        code = (await ann.ask("create", **CREATE, bots=1))["code"]
        for person, sit in ((ann, False), (ben, True), (cid, False)):
            await person.ask("enter", room=code, name="Somebody", sit=sit)
        yield ann, ben, cid


async def test_players_whom_the_host_swaps_are_shown_their_new_seats(table):
    ann, ben, cid = table
    before = len(ann.inbox.of("f"))
    await ann.ask("swap", a=0, b=2)
    (mine,), (theirs,) = await ann.inbox.first("s"), await ben.inbox.first("s")
    assert (mine["seat"], theirs["seat"]) == (2, 0)
    frame = await cid.inbox.first("f")
    assert mine["cursor"][0] == theirs["cursor"][0] == frame[0]
    assert len(ann.inbox.of("f")) == before, "the whole comes instead"
    assert not cid.inbox.of("s"), "others hear of it as of anything"


async def test_a_player_who_moves_up_when_a_match_begins_is_shown_their_new_seat(table):
    ann, ben, _ = table
    await ann.ask("bot", seat=1, level=None)
    await ann.ask("start")
    (shown,) = await ben.inbox.first("s")
    assert shown["seat"] == 1
    assert shown["own"] is not None
    now = await ben.ask("sync")
    assert [shown[part] for part in ("table", "own", "cursor")] == [now[part] for part in ("table", "own", "cursor")]


async def test_a_player_who_sits_down_is_answered_and_shown_their_seat(table):
    _, _, cid = table
    assert (await cid.ask("sit"))["seat"] == 3
    (shown,) = await cid.inbox.first("s")
    assert shown["seat"] == 3
    assert not cid.inbox.of("f"), "the whole comes instead"


async def test_the_json_door_says_so_too(at: Serving):
    async with official(at) as ann, json_client(at) as ben:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        await ben.ask("enter", room=code, name="Ben", sit=True)
        await ann.ask("swap", a=0, b=1)
        (shown,) = await ben.inbox.first("snapshot")
        assert shown["seat"] == 0
