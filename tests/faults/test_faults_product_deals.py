"""A worker dies in the middle of an exchange: the same seed, hashes and nonces go on, and the cards are dealt."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from server.rooms.document import PLAYING, SCHEMA, decode_cold, decode_hot
from server.rooms.fair_deal import pledge_of, secret_of
from server.store.store import Store
from tests.support.served import FROM_SOURCES, Served
from tests.support.stores import Server, until

Json = Any
WORKER = (sys.executable, str(Path(__file__).with_name("exchange_worker.py")))
NONCE = "ab" * 32


class Page:
    """A page that takes part, at the JSON door."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws
        self.dead = False

    async def ask(self, kind: str, **body: Json) -> Json:
        """The answer; nothing once the worker has died."""
        try:
            await self.ws.send_json({"id": 1, "kind": kind, **body})
            while True:
                message = await self.ws.receive(timeout=20)
                if message.type is not aiohttp.WSMsgType.TEXT:
                    self.dead = True
                    return {}
                answer = message.json()
                if answer.get("re") == 1 or answer["kind"] == "hello":
                    return answer.get("ok", answer)
        except ConnectionError:
            self.dead = True
            return {}


async def exchange(url: str) -> None:
    """Two pages go as far as the worker lets them."""
    async with aiohttp.ClientSession() as session:
        pages = [Page(await session.ws_connect(f"{url}/api/v1/ws")) for _ in range(2)]
        for page in pages:
            await page.ask("hello", protocol=1, deals=1)
        ann, ben = pages
        code = (await ann.ask("create", game="crazy-eights", name="Ann"))["code"]
        await ann.ask("enter", room=code)
        await ben.ask("enter", room=code, name="Ben", sit=True)
        await ann.ask("start")
        match = (await ann.ask("sync")).get("room", {}).get("seal", {}).get("match", "")
        for seat, page in enumerate(pages):
            hashed = pledge_of(bytes.fromhex(match), seat, bytes.fromhex(NONCE)).hex()
            await page.ask("pledge", match=match, hash=hashed)
        await ann.ask("nonce", match=match, nonce=NONCE)


@pytest.mark.parametrize(("kind", "hashes", "nonces"), [("start", 0, 0), ("pledge", 1, 0), ("nonce", 2, 1)])
async def test_the_exchange_goes_on_at_another_worker(
    valkey: Server, tmp_path: Path, kind: str, hashes: int, nonces: int
):
    where = f"unix://{valkey.address.path}"
    doomed = Served(tmp_path / "doomed", where, program=WORKER, env={**FROM_SOURCES, "DIES_AT": kind})
    other = Served(tmp_path / "other", where, env={"PAIJU_GAMES": "crazy-eights"})
    store = await Store.open(valkey.address, schema=SCHEMA)
    try:
        await asyncio.to_thread(doomed.start)
        await exchange(doomed.url)
        await until(lambda: doomed.running.poll() is not None)
        (key,) = await store._commands.call("KEYS", "pj1:{s*}:r:" + "?" * 32)
        room = key.decode().rpartition(":")[2]
        left = decode_cold((await store.load(room)).cold).seal
        assert (sum(map(bool, left.hashes)), sum(map(bool, left.nonces))) == (hashes, nonces)
        await asyncio.to_thread(other.start)

        async def dealt() -> bool:
            return decode_cold((await store.load(room)).cold).phase == PLAYING

        await until(dealt)
        found = await store.load(room)
        seal = decode_cold(found.cold).seal
        assert (seal.seed, seal.commitment, seal.hashes, seal.nonces) == (
            left.seed, left.commitment, left.hashes, left.nonces,
        )  # fmt: skip
        given = [bytes.fromhex(text) for text in seal.nonces]
        assert decode_hot(found.hot).secret == secret_of(seal.seed, bytes.fromhex(seal.commitment), given)
        assert not other.errors()
    finally:
        await store.close()
        doomed.end()
        other.end()
