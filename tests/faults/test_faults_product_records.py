"""A worker dies at any station of a record's way: the record is there within ten seconds, once, and as it would be."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from server.records.match_record import unpacked
from server.rooms.document import SCHEMA
from server.store.keys import RECORDS, record_key
from server.store.record_shelf import KeptRecord
from server.store.store import Store
from tests.support.served import FROM_SOURCES, Served
from tests.support.stores import Server, until

Json = Any
WORKER = (sys.executable, str(Path(__file__).with_name("record_worker.py")))
WITHIN_S = 10.0
STATIONS = ("ended", "claimed", "being made", "made", "weighed", "kept")


class Person:
    """A program at the JSON door; its messages are answered, or ConnectionError is raised if the worker dies."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse, token: str) -> None:
        self._ws = ws
        self.token = token

    async def __call__(self, kind: str, **body: Json) -> Json:
        while True:
            await self._ws.send_json({"id": 1, "kind": kind, **body})
            answer: dict[str, Json] = {}
            while "re" not in answer:
                message = await self._ws.receive(timeout=20)
                if message.type is not aiohttp.WSMsgType.TEXT:
                    raise ConnectionError
                answer = message.json()
            wait = answer.get("refused", {}).get("retryAfter")
            if not wait:
                return answer.get("ok")
            await asyncio.sleep(wait / 1000)


@contextlib.asynccontextmanager
async def person(url: str, token: str | None = None) -> AsyncIterator[Person]:
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{url}/api/v1/ws") as ws:
        await ws.send_json({"id": 0, "kind": "hello", "protocol": 1, "token": token})
        yield Person(ws, (await ws.receive_json())["token"])


async def play_to_the_end(url: str) -> tuple[str, str]:
    """Two people play a match, until it is over or the worker dies. The room's code, and the token of one of them."""
    async with person(url) as ann, person(url) as ben:
        code = (await ann("create", game="crazy-eights", name="Ann"))["code"]
        with contextlib.suppress(ConnectionError):
            await ann("enter", room=code)
            await ben("enter", room=code, name="Ben", sit=True)
            await ann("start")
            sent = {ann: 0, ben: 0}
            while True:
                for who in sent:
                    seen = await who("sync")
                    if seen["room"]["phase"] == "over":
                        return code, ann.token
                    if seen["own"]["legal"]:
                        sent[who] += 1
                        move = {field: value for field, value in seen["own"]["legal"][0].items() if value is not None}
                        await who("act", n=sent[who], action=move)
        return code, ann.token


async def record_at(url: str, code: str, token: str) -> str:
    async with person(url, token) as ask:
        return (await ask("enter", room=code))["room"]["record"]


@pytest.mark.parametrize("station", STATIONS)
async def test_the_record_is_there_within_ten_seconds(valkey: Server, tmp_path: Path, station: str):
    where = f"unix://{valkey.address.path}"
    doomed = Served(tmp_path / "doomed", where, program=WORKER, env={**FROM_SOURCES, "DIES_AT": station})
    other = Served(tmp_path / "other", where, env={"PAIJU_GAMES": "crazy-eights"})
    try:
        await asyncio.to_thread(doomed.start)
        code, token = await play_to_the_end(doomed.url)
        await until(lambda: doomed.running.poll() is not None)
        await asyncio.to_thread(other.start)
        began = time.monotonic()
        record = await record_at(other.url, code, token)
        assert record
        async with aiohttp.ClientSession() as http:

            async def there() -> bool:
                async with http.get(f"{other.url}/api/v1/matches/{record}") as answer:
                    return answer.status == 200

            await until(there, WITHIN_S)
        print(f"{station}: {time.monotonic() - began:.1f} s")
        store = await Store.open(valkey.address, schema=SCHEMA)
        try:
            kept = await store.records.find(record)
            assert isinstance(kept, KeptRecord)
            assert unpacked(kept.data).id == record
            call = store._commands.call
            assert await call("ZRANGE", RECORDS[0], 0, -1) == [record.encode()], "it is counted once"
            assert int(await call("HGET", RECORDS[1], "")) == len(kept.data)
            assert await store.records.claim() == []
            assert await call("PTTL", record_key(record)) > 0
        finally:
            await store.close()
        assert not other.errors()
    finally:
        doomed.end()
        other.end()
