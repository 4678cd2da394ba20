"""A worker dies in the midst of a review: another one makes it, who asks is told it, and nothing is left behind."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from server.rooms.document import SCHEMA
from server.store.keys import PREFIX, RECORDS
from server.store.record_shelf import KeptRecord
from server.store.review_shelf import PULSE_MS
from server.store.store import Store
from tests.faults.test_faults_product_records import WORKER, play_to_the_end, record_at
from tests.support.served import FROM_SOURCES, Served
from tests.support.stores import Server, until

Json = Any
STATIONS = ("review asked for", "decision judged", "review made", "review kept")
MARKS = (f"{PREFIX}:*:pulse:*", f"{PREFIX}:rv:*")
WITHIN_S = 300.0
"""Other work on the machine makes thoughts long; an idle one needs some ten seconds."""


async def asked(url: str, path: str, token: str) -> tuple[int, Json]:
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as http,
        http.get(f"{url}/api/v1/matches/{path}") as answer,
    ):
        return answer.status, await answer.json()


async def told(url: str, path: str, token: str) -> Json:
    """What comes of asking as often as the answers say."""
    async with asyncio.timeout(WITHIN_S):
        while True:
            status, body = await asked(url, path, token)
            if status == 200:
                return body
            assert body["refused"]["code"] in ("record.pending", "review.pending")
            await asyncio.sleep(body["refused"]["retryAfter"] / 1000)


async def marks(store: Store) -> list[str]:
    """What says that a review is being made."""
    return [key.decode() for pattern in MARKS for key in await store._commands.call("KEYS", pattern)]


async def is_free(store: Store) -> bool:
    return await marks(store) == []


def lives(group: int) -> bool:
    """Does any process of it? Whoever has ended may still wait for its parent."""
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, of = status.read_text().rpartition(")")[2].split()[:3]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(of) == group and state != "Z":
            return True
    return False


@pytest.mark.parametrize("station", STATIONS)
async def test_another_worker_makes_the_review(valkey: Server, tmp_path: Path, station: str):
    where = f"unix://{valkey.address.path}"
    doomed = Served(tmp_path / "doomed", where, program=WORKER, env={**FROM_SOURCES, "DIES_AT": station})
    other = Served(tmp_path / "other", where, env={"PAIJU_GAMES": "crazy-eights"})
    store = await Store.open(valkey.address, schema=SCHEMA)
    try:
        await asyncio.gather(asyncio.to_thread(doomed.start), asyncio.to_thread(other.start))
        code, token = await play_to_the_end(doomed.url)
        record = await record_at(other.url, code, token)
        await told(other.url, record, token)
        wanted = f"{record}/review?seat=0"
        try:
            assert (await asked(doomed.url, wanted, token))[0] == 503
        except aiohttp.ClientError:
            assert station == "review asked for", "it has died before it could answer"
        await until(lambda: doomed.running.poll() is not None, WITHIN_S)
        for mark in await marks(store):
            assert await store._commands.call("PTTL", mark) <= PULSE_MS, "it ends by itself"
        review = await told(other.url, wanted, token)
        assert review["decisions"] > 0
        await until(lambda: is_free(store))
        await until(lambda: not lives(doomed.running.pid))  # nobody thinks for the dead
        kept = await store.records.find(record)
        data = await store.reviews.find(record, 0)
        assert isinstance(kept, KeptRecord)
        assert data
        counted = int(await store._commands.call("HGET", RECORDS[1], ""))
        # Between keeping it and counting it a worker can die: some bytes more are kept than counted.
        assert counted == len(kept.data) + (0 if station == "review kept" else len(data))
        assert not other.errors()
    finally:
        await store.close()
        doomed.end()
        other.end()
