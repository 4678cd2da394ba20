"""Many client libraries send their own pings; each pong returns the ping's payload (RFC 6455 5.5.3)."""

from __future__ import annotations

import aiohttp
import pytest
from aiohttp import WSMsgType

from tests.server.transport.edge_driver import Serving


@pytest.mark.parametrize("path", ["/ws/?EIO=4&transport=websocket", "/api/v1/ws"], ids=["native", "json"])
async def test_a_client_s_pings_are_answered(at: Serving, path: str):
    async with aiohttp.ClientSession(at.url) as http, http.ws_connect(path, autoping=False) as ws:
        for carried in (b"", b"still there?", b"x" * 125):
            await ws.ping(carried)
            while (message := await ws.receive(timeout=5)).type is WSMsgType.TEXT:
                pass  # the greeting of the native door
            assert (message.type, bytes(message.data)) == (WSMsgType.PONG, carried)
