"""Connections that ask for nothing are cut; those that do are not (S14)."""

from __future__ import annotations

import asyncio

import pytest

from server.doors.timeouts import Timeouts
from server.store.store import Store
from tests.server.transport.edge_driver import bare, official, serving
from tests.server.transport.raw_socket import raw_socket
from tests.support.stores import until

ASK = b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
REFUSED = b"GET /ws/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
"""At a door, but with nothing that it could open."""
PATIENCE = 0.4


async def answer(one) -> bytes:
    head = await one.reader.readuntil(b"\r\n\r\n")
    size = next(int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length"))
    return await one.reader.readexactly(size)


async def test_who_asks_again_and_again_on_one_connection_keeps_it(store: Store):
    async with serving(store, timeouts=Timeouts(patience=PATIENCE)) as at, raw_socket(at.port) as ann:
        until_when = asyncio.get_running_loop().time() + 4 * PATIENCE
        while asyncio.get_running_loop().time() < until_when:
            ann.writer.write(ASK)
            assert b"live" in await answer(ann)
            await asyncio.sleep(PATIENCE / 8)


@pytest.mark.parametrize(
    "first", [b"", ASK[:20], ASK, ASK + ASK[:20], b"nonsense\r\n\r\n", REFUSED, REFUSED + ASK[:20]]
)
async def test_who_asks_for_nothing_more_is_cut(store: Store, first: bytes):
    async with serving(store, timeouts=Timeouts(patience=PATIENCE)) as at, raw_socket(at.port, first) as mallory:
        async with asyncio.timeout(5):
            await mallory.reader.read()
        await until(lambda: not at.edge.watchdog._asking and not at.edge.gatekeeper.inside)


@pytest.mark.parametrize("edge", ["lean", "stock"])
@pytest.mark.parametrize("door", [official, bare])
async def test_who_has_come_in_may_be_silent(store: Store, door, edge: str):
    async with serving(store, timeouts=Timeouts(patience=PATIENCE), edge=edge) as at, door(at) as ann:
        await asyncio.sleep(4 * PATIENCE)  # the watchdog has come by several times
        assert await ann.ask("time")
        assert len(at.edge.gatekeeper.inside) == 1


@pytest.fixture
def page(tmp_path):
    """A page larger than all the buffers between server and client."""
    (tmp_path / "index.html").write_text("<html><head></head>" + "x" * SIZE)
    (tmp_path / "vendor").mkdir()
    (tmp_path / "vendor" / "vendor.js").write_text("")
    return tmp_path


SIZE = 30_000_000
GET = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: identity\r\n\r\n"


async def test_who_reads_slowly_gets_all_of_it(store: Store, page):
    async with (
        serving(store, timeouts=Timeouts(patience=PATIENCE), static=page) as at,
        raw_socket(at.port, GET) as slow,
    ):
        await slow.reader.readuntil(b"\r\n\r\n")
        began = asyncio.get_running_loop().time()
        for _ in range(SIZE // 1_000_000):
            await slow.reader.readexactly(1_000_000)
            if asyncio.get_running_loop().time() - began < 3 * PATIENCE:
                await asyncio.sleep(PATIENCE / 5)


async def test_a_client_that_does_not_read_its_answer_is_cut(store: Store, page):
    async with serving(store, timeouts=Timeouts(patience=PATIENCE), static=page) as at, raw_socket(at.port, GET):
        await until(lambda: at.server.connections)
        await until(lambda: not at.server.connections)
