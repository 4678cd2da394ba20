"""A session that one worker holds, reached through another one that shares its port."""

from __future__ import annotations

import json
from pathlib import Path

import aiohttp
import pytest

from tests.arena.conftest import Serve, Served

POLL = "/socket.io/?EIO=4&transport=polling"


@pytest.fixture
async def pair(serve: Serve, tmp_path: Path) -> tuple[Served, Served]:
    """The one that holds the session, and the one that is asked."""
    return await serve(meeting=tmp_path), await serve(meeting=tmp_path)


@pytest.fixture
async def http():
    async with aiohttp.ClientSession() as session:
        yield session


async def opened(http: aiohttp.ClientSession, at: Served) -> str:
    async with http.get(at.url + POLL) as answer:
        return json.loads((await answer.text())[1:])["sid"]


async def test_polls_and_posts_reach_the_worker_that_holds_the_session(pair, http):
    holder, asked = pair
    sid = await opened(http, holder)
    url = f"{asked.url}{POLL}&sid={sid}"
    async with http.post(url, data="40") as answer:
        assert (answer.status, await answer.text()) == (200, "OK")
    async with http.get(url) as answer:
        assert (await answer.text()).startswith('40{"sid":')
    async with http.post(url, data="x" * 20_000) as answer:
        assert answer.status == 400


async def test_a_session_is_upgraded_through_another_worker(pair, http):
    holder, asked = pair
    sid = await opened(http, holder)
    address = f"{asked.url}/socket.io/?EIO=4&transport=websocket&sid={sid}"
    async with http.ws_connect(address) as socket:
        await socket.send_str("2probe")
        assert await socket.receive_str() == "3probe"
        await socket.send_str("5")
        await socket.send_str("40")
        while (said := await socket.receive_str()) == "6":
            continue
        assert said.startswith('40{"sid":')
        await socket.send_str('421["joinRoom",{"roomId":"nowhere"}]')
        assert "joinError" in await socket.receive_str()
        async with http.get(f"{asked.url}{POLL}&sid={sid}") as answer:
            assert answer.status == 400  # it has moved to the socket
    with pytest.raises(aiohttp.WSServerHandshakeError):  # and has ended with it
        await http.ws_connect(address)


async def test_a_worker_that_has_gone_takes_its_sessions_along(pair, http, tmp_path):
    holder, asked = pair
    sid = await opened(http, holder)
    (tmp_path / f"{holder.store.worker}.sock").unlink()
    async with http.get(f"{asked.url}{POLL}&sid={sid}") as answer:
        assert answer.status == 400
    for strange in ("nobody.x", "..%2fx.y", "x" * 3000, "%00.x", ".", "."):
        async with http.get(f"{asked.url}{POLL}&sid={strange}") as answer:
            assert answer.status == 400
