"""Fair deals through the doors: pages that say `deals` exchange nonces, all others see what they always saw."""

from __future__ import annotations

import contextlib
import json
import secrets
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from server.rooms.fair_deal import commitment_of, pledge_of, secret_of
from tests.server.transport.edge_driver import CREATE, JsonClient, Official, Refusal, Serving, json_client, official
from tests.server.transport.test_records import kept, record_of
from tests.server.transport.test_replays import played
from tests.support.stores import until

Json = Any


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Players who say more than twenty things a second."""
    monkeypatch.setattr("server.doors.gate.rate_limits.BURST", 1e9)
    monkeypatch.setattr("server.doors.gate.rate_limits.RATE", 1e9)


@contextlib.asynccontextmanager
async def dealing(at: Serving, deals: Json = 1) -> AsyncIterator[JsonClient]:
    """At the JSON door, with that in its hello."""
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{at.url}/api/v1/ws") as ws:
        client = JsonClient(ws)
        await ws.send_json({"kind": "hello", "protocol": 1, "deals": deals})
        (hello,) = await client.inbox.first("hello")
        client.token = hello["token"]
        yield client
        await ws.close()
        await client.reading


async def seal_of(client: JsonClient, stage: str) -> Json:
    found: list[Json] = []

    async def there() -> bool:
        seal = (await client.ask("sync"))["room"]["seal"]
        found.append(seal)
        return seal is not None and seal["stage"] == stage

    await until(there)
    return found[-1]


async def pledges(client: JsonClient | Official, seat: int, match: str) -> str:
    nonce = secrets.token_bytes(32)
    await client.ask("pledge", match=match, hash=pledge_of(bytes.fromhex(match), seat, nonce).hex())
    return nonce.hex()


async def test_a_match_is_dealt_from_what_all_have_given_and_its_record_proves_it(at: Serving):
    async with dealing(at) as ann, dealing(at) as ben:
        code = (await ann.ask("create", **CREATE, records="open"))["code"]
        await ann.ask("enter", room=code)
        await ben.ask("enter", room=code, name="Ben", sit=True)
        await ann.ask("start")
        seal = await seal_of(ben, "hashes")
        nonces = [await pledges(client, seat, seal["match"]) for seat, client in enumerate((ann, ben))]
        for client, nonce in zip((ann, ben), nonces, strict=True):
            await client.ask("nonce", match=seal["match"], nonce=nonce)
        assert (await ann.ask("sync"))["room"]["phase"] == "playing"
        told = [body for _, values in ann.inbox.told for body in values]
        await played(code, ann, ben)
        record = await kept(at, await record_of(ann))
        deal = record["deal"]
        assert (deal["commitment"], deal["start"], deal["nonces"]) == (seal["commitment"], seal["start"], nonces)
        seed, match = bytes.fromhex(deal["seed"]), bytes.fromhex(deal["match"])
        commitment = commitment_of(seed, match, deal["start"])
        assert commitment.hex() == deal["commitment"]
        assert secret_of(seed, commitment, [bytes.fromhex(nonce) for nonce in nonces]).hex() == record["secret"]
        for secret in (deal["seed"], record["secret"]):
            assert secret not in json.dumps(told)


async def test_a_closed_record_keeps_the_seed(at: Serving):
    async with dealing(at) as ann, json_client(at) as ben:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        await ben.ask("enter", room=code, name="Ben", sit=True)
        await ann.ask("start")
        seal = await seal_of(ann, "hashes")
        assert seal["asked"] == [0]
        nonce = await pledges(ann, 0, seal["match"])
        await ann.ask("nonce", match=seal["match"], nonce=nonce)
        await played(code, ann, ben)
        for token in ("", ann.token):
            deal = (await kept(at, await record_of(ann), token))["deal"]
            assert deal["nonces"] == [nonce, ""]
            assert "seed" not in deal


async def test_the_native_door_takes_part_too_whichever_it_is(either: Serving):
    page = Official()
    page.token = (await page.connect(either.url, deals=1))["token"]
    try:
        code = (await page.ask("create", **CREATE, bots=1))["code"]
        await page.ask("enter", room=code)
        await page.ask("start")
        seal = (await either.rooms.room(await either.rooms.find(code))).cold.seal
        assert seal.asked == (0,)
        await page.ask("nonce", match=seal.match, nonce=await pledges(page, 0, seal.match))
        assert (await either.rooms.room(await either.rooms.find(code))).cold.phase == 1
    finally:
        await page.close()


@pytest.mark.parametrize("deals", [0, 2, 999])
async def test_who_does_not_speak_our_form_of_it_takes_no_part(at: Serving, deals: int):
    async with dealing(at, deals) as ann, official(at) as ben:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code, deals=True)  # only the hello counts
        await ben.ask("enter", room=code, name="Ben", sit=True)
        await ann.ask("start")
        room = (await ann.ask("sync"))["room"]
        assert (room["phase"], room["seal"]) == ("playing", None)


async def test_pages_that_say_nothing_delay_the_start_by_a_second_and_a_half_at_most(at: Serving):
    async with dealing(at) as ann, dealing(at) as ben:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        await ben.ask("enter", room=code, name="Ben", sit=True)
        began = (await ann.ask("time"))["time"]
        at.rooms.store.wake_rooms(at.rooms.wake)
        await ann.ask("start")
        seal = await seal_of(ann, "hashes")
        await pledges(ann, 0, seal["match"])
        with pytest.raises(Refusal, match=r"match\.sealing"):
            await ann.ask("start")
        dealt = await seal_of(ann, "dealt")
        assert dealt["nonces"] == ["", ""]
        room = (await ann.ask("sync"))["room"]
        print(f"dealt {room['epoch'] - began} ms after the start")
        assert room["epoch"] - began <= 1_500
