"""Records over HTTP: made when a match ends, shown with as much as the asker may see, opened when all agree."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import gzip
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from crazy_eights import GAME

from server.__main__ import main
from server.protocol.apply_patch import patched
from server.records.match_record import unpacked
from server.store.keys import record_key, shard_key, shard_of_record
from server.store.record_shelf import KeptRecord
from server.store.store import Store
from tests.server.transport.edge_driver import CREATE, JsonClient, Refusal, Serving, json_client, serving
from tests.server.transport.test_replays import match_of, played
from tests.support.stores import until

Json = Any


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Players who say more than twenty things a second."""
    monkeypatch.setattr("server.doors.gate.rate_limits.BURST", 1e9)
    monkeypatch.setattr("server.doors.gate.rate_limits.RATE", 1e9)


async def asked(at: Serving, record: str, token: str = "") -> tuple[int, Json]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    url = f"{at.url}/api/v1/matches/{record}"
    async with aiohttp.ClientSession() as http, http.get(url, headers=headers) as answer:
        return answer.status, await answer.json()


async def kept(at: Serving, record: str, token: str = "") -> Json:
    """The record, once it has been made."""
    found: list[Json] = []

    async def there() -> bool:
        status, body = await asked(at, record, token)
        if status == 200:
            found.append(body)
        else:
            assert (status, body["refused"]["code"]) == (503, "record.pending")
            assert body["refused"]["retryAfter"] > 0
        return status == 200

    await until(there)
    return found[0]


async def record_of(player: JsonClient) -> str:
    for kind, (told,) in player.inbox.told:
        for event in told["events"] if kind == "frame" else ():
            if event["type"] == "room_match_ended":
                return event["record"]
    raise AssertionError("no match has ended")


@contextlib.asynccontextmanager
async def match(at: Serving, **create: Json) -> AsyncIterator[tuple[JsonClient, JsonClient, str]]:
    """Ann and Ben have played one, and both are still there."""
    async with json_client(at) as ann, json_client(at) as ben:
        code = (await ann.ask("create", **{**CREATE, **create}))["code"]
        await ann.ask("enter", room=code)
        await ben.ask("enter", room=code, name="Ben", sit=True)
        await ann.ask("say", text="good luck")
        await ann.ask("start")
        await played(code, ann, ben)
        yield ann, ben, await record_of(ann)


def own_at_end(record: Json, seat: str) -> Json:
    own = record["snapshot"]["own"][seat]
    for told in record["told"]:
        if seat in told["own"]:
            own = patched(own, told["own"][seat]["own"])
    return own


def seats_told(record: Json) -> set[str]:
    return {seat for told in (record["snapshot"], *record["told"]) for seat in told["own"]}


async def test_everybody_may_see_what_they_were_told_and_strangers_the_public_half(at: Serving):
    async with match(at) as (ann, ben, record):
        stranger = await kept(at, record)
        assert (stranger["shows"], stranger["mine"], seats_told(stranger)) == ("public", [], set())
        for seat, player in enumerate((ann, ben)):
            mine = await kept(at, record, player.token)
            assert (mine["shows"], mine["mine"], seats_told(mine)) == ("mine", [seat], {str(seat)})
            assert own_at_end(mine, str(seat)) == (await player.ask("sync"))["own"]
        for seen in (stranger, mine):
            assert [seat["name"] for seat in seen["seats"]] == ["Ann", "Ben"]
            assert seen["outcome"]["winners"] == [seen["outcome"]["ranking"][0]]
            table = seen["snapshot"]["table"]
            for told in seen["told"]:
                table = patched(table, told["table"])
            assert table == (await ann.ask("sync"))["table"]
            last = seen["told"][-1]
            assert last["events"][-1]["type"] == "room_match_ended"
            assert (last["step"], last["room"]) == (seen["steps"], [["phase", "set", "over"]])
            assert not {"secret", "log"} & seen.keys()
            assert "good luck" not in str(seen)


async def test_when_all_who_played_agree_everybody_may_see_everything(at: Serving):
    async with match(at) as (ann, ben, record), json_client(at) as eve:
        closed = await kept(at, record, ann.token)
        assert (closed["agreed"], closed["people"], closed["mayAgree"]) == (0, 2, True)
        with pytest.raises(Refusal, match=r"record\.not_yours"):
            await eve.ask("agree", record=record)
        assert await ann.ask("agree", record=record) == {"open": False, "agreed": 1, "people": 2}
        assert await ann.ask("agree", record=record) == {"open": False, "agreed": 1, "people": 2}
        assert not (await kept(at, record, ann.token))["mayAgree"]
        assert (await kept(at, record, eve.token))["shows"] == "public"
        assert await ben.ask("agree", record=record) == {"open": True, "agreed": 2, "people": 2}
        opened = await kept(at, record, eve.token)
        assert (opened["shows"], seats_told(opened)) == ("all", {"0", "1"})
        assert len(bytes.fromhex(opened["secret"])) == 32
        assert len(opened["log"]) == opened["steps"]


@pytest.mark.parametrize(
    ("create", "shows"),
    [({"records": "open"}, "all"), ({"practice": "maple"}, "all"), ({"records": "private"}, "public")],
)
async def test_the_room_says_who_may_see_everything(at: Serving, capsys, create: Json, shows: str):
    async with match(at, **create) as (ann, ben, record):
        assert (await kept(at, record))["shows"] == shows
        assert not (await kept(at, record, ann.token))["mayAgree"]
        for player in (ann, ben):
            await player.ask("agree", record=record)
        assert (await kept(at, record))["shows"] == shows
        assert await asyncio.to_thread(main, ["match", "verify", f"{at.url}/m/{record}#3", f"--token={ann.token}"]) == 0
        seen = "verified: " if shows == "all" else "verified what it shows: "
        assert capsys.readouterr().out.splitlines()[-1].startswith(seen)


async def test_what_the_host_decides_during_a_match_is_for_the_next_one(at: Serving):
    async with json_client(at) as ann, json_client(at) as ben:
        code = (await ann.ask("create", **CREATE))["code"]
        assert (await ann.ask("enter", room=code))["room"]["records"] == "ask"
        await ben.ask("enter", room=code, name="Ben", sit=True)
        await ann.ask("start")
        await ann.ask("settings", records="open")
        await played(code, ann, ben)
        record = await record_of(ann)
        assert (await kept(at, record))["records"] == "ask"
        assert (await ann.ask("sync"))["room"]["records"] == "open"


async def test_who_comes_for_a_bot_sees_what_was_told_from_then_on(at: Serving):
    async with json_client(at) as ann, json_client(at) as ben, json_client(at) as cy:
        code = await match_of(ann, ben)
        await cy.ask("enter", room=code, name="Cy")
        await ben.ask("leave")
        await cy.ask("sit", seat=1)
        came = (await cy.ask("sync"))["own"]
        await played(code, ann, cy)
        record = await record_of(ann)
        theirs, former = await kept(at, record, cy.token), await kept(at, record, ben.token)
        assert theirs["mine"] == former["mine"] == [1]
        assert "1" not in theirs["snapshot"]["own"]
        assert "1" in former["snapshot"]["own"]
        (first, *_) = [told["own"]["1"] for told in theirs["told"] if told["own"]]
        assert first["own"] == [[None, "set", came]]
        begun = min(told["step"] for told in theirs["told"] if told["own"])
        assert all(told["step"] <= begun for told in former["told"] if told["own"])
        seats = [told["room"] for told in theirs["told"] if told["room"]]
        assert [[seat["name"] for seat in seats_[0][2]] for seats_ in seats[:-1]][-1] == ["Ann", "Cy"]


async def test_what_is_no_record_is_refused_with_one_code(at: Serving, store: Store, valkey):
    async with match(at) as (ann, _, record):
        await kept(at, record)
        unknown = {"refused": {"code": "record.unknown"}}
        for wrong in ("x", record[:-1], "a" * 26, record.upper(), "%00" * 26):
            assert await asked(at, wrong) == (404, unknown)
        for token in ("x", ann.token + "x"):
            assert await asked(at, record, token) == (401, {"refused": {"code": "token.unknown"}})
        with pytest.raises(Refusal, match=r"record\.unknown"):
            await ann.ask("agree", record="a" * 26)
        await store._commands.call("HSET", record_key(record), "data", b"no record")
        assert await asked(at, record) == (500, {"refused": {"code": "record.damaged"}})
        await valkey.ask("DEL", record_key(record))
        assert await asked(at, record) == (404, unknown)


async def test_a_record_is_told_to_be_pending_until_it_is_made(at: Serving, monkeypatch):
    async def never(*_: Json) -> None:
        return

    monkeypatch.setattr("server.records.keeping.RecordKeeper._make", never)
    async with match(at) as (ann, _, record):
        status, body = await asked(at, record)
        assert (status, body["refused"]["code"]) == (503, "record.pending")
        with pytest.raises(Refusal, match=r"record\.pending"):
            await ann.ask("agree", record=record)


async def listed(at: Serving, token: str, skip: str = "0") -> tuple[int, Json]:
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        aiohttp.ClientSession() as http,
        http.get(f"{at.url}/api/v1/matches?skip={skip}", headers=headers) as got,
    ):
        return got.status, await got.json()


async def test_people_find_the_matches_that_they_have_played(at: Serving):
    async with match(at) as (ann, ben, first), json_client(at) as eve:
        await kept(at, first)
        for client in (ann, ben):
            await client.ask("rematch")
        code = (await ann.ask("sync"))["room"]["code"]
        await played(code, ann, ben)
        second = (await ann.ask("sync"))["room"]["record"]
        whole = await kept(at, second, ann.token)
        status, mine = await listed(at, ann.token)
        assert (status, [one["record"] for one in mine["matches"]]) == (200, [second, first])
        assert mine["matches"][0].items() <= whole.items()
        assert await listed(at, ann.token, "2") == (200, {"matches": [], "next": None})
        assert await listed(at, eve.token) == (200, {"matches": [], "next": None})
        assert (await listed(at, "x"))[0] == 401
        assert (await listed(at, ann.token, "x"))[0] == 400


async def test_who_takes_their_name_away_leaves_the_others_their_record(at: Serving, store: Store):
    async with match(at) as (ann, ben, record), json_client(at) as eve:
        before = await kept(at, record, ann.token)
        with pytest.raises(Refusal, match=r"record\.not_yours"):
            await eve.ask("forget", record=record)
        assert await ben.ask("forget") == {"forgotten": 1}
        after = await kept(at, record, ann.token)
        assert [seat["name"] for seat in after["seats"]] == ["Ann", ""]
        assert after["told"] == before["told"]
        assert (await kept(at, record, ben.token))["shows"] == "public"
        assert await listed(at, ben.token) == (200, {"matches": [], "next": None})
        assert len((await listed(at, ann.token))[1]["matches"]) == 1
        assert await ann.ask("agree", record=record) == {"open": False, "agreed": 1, "people": 2}
        found = await store.records.find(record)
        assert isinstance(found, KeptRecord)
        data = unpacked(found.data)
        assert "Ben" not in str(data.holders)


async def test_a_record_that_was_open_stays_open_without_a_name(at: Serving):
    async with match(at) as (ann, ben, record):
        await kept(at, record)
        for client in (ann, ben):
            await client.ask("agree", record=record)
        await ben.ask("forget", record=record)
        assert (await kept(at, record))["shows"] == "all"


async def test_only_the_host_may_delete_a_record(at: Serving):
    async with match(at) as (ann, ben, record):
        assert (await kept(at, record, ann.token))["mayDelete"]
        assert not (await kept(at, record, ben.token))["mayDelete"]
        with pytest.raises(Refusal, match=r"host\.only"):
            await ben.ask("delete", record=record)
        await ann.ask("delete", record=record)
        assert (await asked(at, record, ann.token))[0] == 404
        assert (await listed(at, ben.token))[1]["matches"] == []


async def test_a_host_who_only_watches_may_delete_the_record(at: Serving):
    async with json_client(at) as ann, json_client(at) as ben, json_client(at) as cy:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        for client, name in ((ben, "Ben"), (cy, "Cy")):
            await client.ask("enter", room=code, name=name)
        await ann.ask("stand")
        await ben.ask("sit", seat=0)
        await cy.ask("sit", seat=1)
        await ann.ask("start")
        await played(code, ben, cy)
        record = await record_of(ben)
        watched = await kept(at, record, ann.token)
        assert (watched["mayDelete"], watched["shows"], seats_told(watched)) == (True, "public", set())
        assert not (await kept(at, record, ben.token))["mayDelete"]
        await ann.ask("delete", record=record)
        assert (await asked(at, record))[0] == 404


async def test_a_record_outlives_its_room_and_its_game(at: Serving, store: Store, valkey):
    async with match(at) as (ann, _, record):
        mine = await kept(at, record, ann.token)
        for key in await valkey.ask("KEYS", "*:r:*"):
            await valkey.ask("DEL", key.decode())
    async with serving(store, games={}) as other:
        assert await kept(other, record, ann.token) == mine


@pytest.mark.parametrize(
    ("installed", "why"),
    [
        ({}, "the game crazy-eights is not installed"),
        ({GAME.id: dataclasses.replace(GAME, version=GAME.version + 1)}, "version 1 of crazy-eights is not installed"),
    ],
    ids=["no such game", "another version"],
)
async def test_a_record_waits_for_a_worker_that_has_its_game(
    store: Store, monkeypatch, caplog, installed: Json, why: str
):
    async def never(*_: Json) -> None:
        return

    with monkeypatch.context() as patched_:
        patched_.setattr("server.records.keeping.RecordKeeper._make", never)
        async with serving(store) as at, match(at) as (_, _, record):
            assert (await asked(at, record))[0] == 503
    queue = shard_key(shard_of_record(record), "rq")
    left_to_others: list[bool] = []

    async def due(at: Serving) -> None:
        await store._commands.call("ZADD", queue, 0, record)
        at.edge.door._records._keeper._ended.set()

    async with serving(store, games=installed) as other:
        keeper = other.edge.door._records._keeper
        make = keeper._make

        async def noted(name: str) -> None:
            await make(name)
            left_to_others.append(record in await store.records.claim())
            await due(other)

        monkeypatch.setattr(keeper, "_make", noted)
        await due(other)
        await until(lambda: len(left_to_others) > 1)
        assert (await asked(other, record))[0] == 503
    assert all(left_to_others), "it is theirs at once: the next to look must not be the same worker for ever"
    assert caplog.text.count(why) == 1, "it is said once"
    async with serving(store) as at:
        await due(at)
        assert (await kept(at, record))["record"] == record


async def test_a_record_that_fails_in_the_making_does_not_hold_up_others(at: Serving, monkeypatch, caplog):
    broken = iter([True])
    made = at.edge.door._records._keeper._made

    async def once(record: str, announced: Json) -> Json:
        if next(broken, False):
            raise RuntimeError("a bug")
        return await made(record, announced)

    monkeypatch.setattr(at.edge.door._records._keeper, "_made", once)
    async with match(at) as (_, _, first):

        async def gone() -> bool:
            return (await asked(at, first))[0] == 404

        await until(gone)
    async with match(at) as (_, _, second):
        assert (await kept(at, second))["record"] == second
    assert "a bug" in caplog.text


async def test_it_is_compressed_for_those_who_accept_that(at: Serving):
    async with match(at) as (_, _, record), aiohttp.ClientSession(auto_decompress=False) as http:
        whole = await kept(at, record)
        async with http.get(f"{at.url}/api/v1/matches/{record}", headers={"Accept-Encoding": "identity"}) as answer:
            assert json.loads(await answer.read()) == whole
        async with http.get(f"{at.url}/api/v1/matches/{record}", headers={"Accept-Encoding": "gzip"}) as answer:
            assert json.loads(gzip.decompress(await answer.read())) == whole
            assert "Authorization" in answer.headers["Vary"]


async def test_records_over_the_limit_make_place(store: Store):
    async with serving(store) as at:
        at.edge.door._records._keeper._most = 1
        async with match(at) as (_, _, first):
            await kept(at, first)
        async with match(at) as (_, _, second):
            assert (await kept(at, second))["record"] == second
            assert (await asked(at, first))[0] == 404
