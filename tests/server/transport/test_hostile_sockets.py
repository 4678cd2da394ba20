"""Thousands of malicious sockets of every kind leave the door as it was before they came."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
from collections.abc import Awaitable, Callable

import pytest

from server.base.logs import not_a_bad_request
from server.doors.strict_decoding import PACKET_LIMIT
from server.doors.timeouts import Timeouts
from server.store.store import Store
from tests.server.transport.edge_driver import CREATE, bare, serving
from tests.server.transport.raw_socket import (
    BINARY,
    CLOSE,
    PING,
    TEXT,
    RawSocket,
    connect,
    event,
    frame,
    packet,
    raw_socket,
    request,
)
from tests.server.transport.test_express_lane import NOTHING, kept
from tests.support.stores import until

SOCKETS = 10_000 if os.environ.get("NIGHTLY") else 2_000
AT_ONCE = 40

Hostile = Callable[[RawSocket], Awaitable[object]]


async def says_nothing(_: RawSocket) -> None:
    """And goes in an orderly way."""


async def reads_to_the_end(mallory: RawSocket) -> None:
    await mallory.reader.read()


async def vanishes(mallory: RawSocket) -> None:
    mallory.reset()


async def vanishes_after_the_handshake(mallory: RawSocket) -> None:
    with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
        await mallory.reader.readuntil(b"\r\n\r\n")
    mallory.reset()


GREETED = request() + connect()
KINDS: dict[str, tuple[bytes, Hostile]] = {
    "no request": (b"", vanishes),
    "half a request": (request()[:60], vanishes),
    "no key": (request(Sec_WebSocket_Key=None), says_nothing),
    "a key too short": (request(Sec_WebSocket_Key="AAAA"), says_nothing),
    "another version": (request(Sec_WebSocket_Version="9"), says_nothing),
    "no upgrade": (request(Upgrade=None), says_nothing),
    "no connection": (request(Connection=None), says_nothing),
    "an unknown session": (request("/ws/?EIO=4&transport=websocket&sid=x"), says_nothing),
    "polling": (request("/ws/?EIO=4&transport=polling", Upgrade=None, Connection="close"), reads_to_the_end),
    "elsewhere": (request("/socket.io/?EIO=4&transport=websocket") + connect(), says_nothing),
    "gone before the handshake": (request(), vanishes),
    "gone after it": (request(), vanishes_after_the_handshake),
    "closed before connecting": (request() + frame(CLOSE), reads_to_the_end),
    "an event first": (request() + event("time", number=1), reads_to_the_end),
    "json": (request() + frame(TEXT, b"40"), reads_to_the_end),
    "another namespace": (request() + packet(type=0, nsp="/admin"), reads_to_the_end),
    "refused": (request() + connect(protocol=9), says_nothing),
    "refused, over and over": (request() + connect(protocol=9) * 80, reads_to_the_end),
    "connected twice": (GREETED + connect(), reads_to_the_end),
    "connected and gone": (GREETED, vanishes_after_the_handshake),
    "disconnected": (GREETED + packet(type=1, nsp="/"), reads_to_the_end),
    "closed by the engine": (GREETED + frame(TEXT, b"1"), reads_to_the_end),
    "closed": (GREETED + frame(CLOSE), reads_to_the_end),
    "closed with half an answer": (GREETED + event("create", CREATE, number=1) + frame(CLOSE), reads_to_the_end),
    "gone with a question open": (GREETED + event("create", CREATE, number=1), vanishes_after_the_handshake),
    "base64": (GREETED + frame(TEXT, b"bgqR0eXBlAqRkYXRhkaR0aW1l"), reads_to_the_end),
    "not utf-8": (GREETED + frame(TEXT, b"\xff"), reads_to_the_end),
    "rubbish": (GREETED + frame(BINARY, b"\xc1"), reads_to_the_end),
    "empty": (GREETED + frame(BINARY), reads_to_the_end),
    "too large": (GREETED + frame(BINARY, b"\0" * (PACKET_LIMIT + 1)), reads_to_the_end),
    "no frame": (GREETED + b"\xff\xff\xff\xff", reads_to_the_end),
    "never finished": (GREETED + frame(BINARY, b"\x83", fin=False) * 50, vanishes_after_the_handshake),
    "a flood of events": (GREETED + event("time", number=1) * 150, reads_to_the_end),
    "a flood of pongs": (GREETED + frame(TEXT, b"3") * 150, reads_to_the_end),
    "a flood of pings": (GREETED + frame(PING) * 150, reads_to_the_end),
}


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


@pytest.mark.alone
async def test_after_thousands_of_hostile_sockets_everything_is_as_it_was(store: Store, caplog):
    seed = random.randrange(2**32)
    print("seed", seed)
    chosen = random.Random(seed)
    timeouts = Timeouts(ping_interval=5, ping_timeout=4, patience=0.5)
    async with serving(store, timeouts=timeouts, sockets_per_address=10_000) as at, bare(at) as ann:
        await ann.ask("time")
        before = kept(at), len(asyncio.all_tasks()), descriptors()
        kinds = [name for name in KINDS for _ in range(SOCKETS // len(KINDS) + 1)]
        chosen.shuffle(kinds)
        assert len(kinds) >= SOCKETS
        free = asyncio.Semaphore(AT_ONCE)

        async def attack(name: str) -> None:
            first, then = KINDS[name]
            async with free:
                try:
                    async with raw_socket(at.port, first) as mallory:
                        await then(mallory)
                except ConnectionError:
                    pass  # cut while it was writing
                except TimeoutError:
                    raise AssertionError(f"{name} was never ended") from None

        await asyncio.gather(*(attack(name) for name in kinds))
        await until(lambda: len(at.edge.door.people) == 1, 30)
        await until(lambda: (kept(at), len(asyncio.all_tasks()), descriptors()) == before, 30)
        assert len(at.edge.door.people) == 1
        assert len(at.edge.gatekeeper._crowd._by_address) == 1
        assert "time" in await ann.ask("time"), "who meant well has noticed nothing"
    assert kept(at) == NOTHING
    assert [record for record in caplog.records if record.exc_info and not_a_bad_request(record)] == []
