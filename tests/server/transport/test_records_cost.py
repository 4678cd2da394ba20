"""Records take long to read and to write: who asks often waits, and what many ask for is done once."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

import server.doors.record_pages
from server.doors.gate.rate_limits import RECORDS_PER_ADDRESS
from server.records.match_record import unpacked
from server.store.store import Store
from tests.server.records.test_keeping import keeper_of, kept
from tests.server.transport.edge_driver import Refusal, Serving, json_client
from tests.server.transport.test_guessing import empty
from tests.support.stores import until

Json = Any
ASKED = {"agree": {}, "forget": {}, "delete": {}, "fork": {"step": 0, "seat": 0, "name": "Eve"}}
MANY = 6


@pytest.mark.parametrize("kind", ASKED)
async def test_whatever_reads_a_record_counts_towards_the_limit_of_its_address(at: Serving, store: Store, kind: str):
    record = await kept(store)
    async with json_client(at) as eve:
        await empty(store, RECORDS_PER_ADDRESS, "127.0.0.1")
        with pytest.raises(Refusal, match=r"rate\.limited"):
            await eve.ask(kind, record=record, **ASKED[kind])


async def test_two_records_at_a_time_are_read(store: Store, monkeypatch):
    record, keeper = await kept(store), keeper_of(store)
    await store.records.list_for("ann", record, 1, 60_000)
    find = store.records.find
    inside, found, lock, free = [0], 0, threading.Lock(), threading.Event()

    def slow(data: bytes) -> Json:
        with lock:
            inside.append(inside[-1] + 1)
        free.wait(10)
        with lock:
            inside.append(inside[-1] - 1)
        return unpacked(data)

    async def counted(name: str) -> Json:
        nonlocal found
        stored = await find(name)
        found += 1
        return stored

    monkeypatch.setattr("server.records.keeping.unpacked", slow)
    monkeypatch.setattr(store.records, "find", counted)
    asked = [keeper.agree(record, "ann") for _ in range(MANY)]
    running = asyncio.gather(keeper.find(record), keeper.listed("ann", 0), *asked)
    await until(lambda: found == MANY + 2 and inside[-1] >= 2)
    free.set()
    await running
    assert max(inside) == 2


async def test_a_page_that_many_open_is_written_once(at: Serving, store: Store, monkeypatch):
    record, pages = await kept(store), at.edge.door._records
    write, find = server.doors.record_pages._written, pages._keeper.find
    found, written, free = 0, 0, threading.Event()

    def failing_once(*of: Json) -> tuple[bytes, bytes]:
        nonlocal written
        written += 1
        free.wait(10)
        if written == 1:
            raise MemoryError
        return write(*of)

    async def counted(name: str) -> Json:
        nonlocal found
        known = await find(name)
        found += 1
        return known

    monkeypatch.setattr(server.doors.record_pages, "_written", failing_once)
    monkeypatch.setattr(pages._keeper, "find", counted)
    asked = asyncio.gather(*(pages.page(record, None, "6.6.6.6") for _ in range(MANY)), return_exceptions=True)
    await until(lambda: found == MANY)
    free.set()
    assert [type(one) for one in await asked] == [MemoryError] * MANY, "they have waited for the same"
    again = await asyncio.gather(*(pages.page(record, None, "6.6.6.6") for _ in range(MANY)))
    assert again == [again[0]] * MANY
    assert written == 2, "a failure is not kept"
