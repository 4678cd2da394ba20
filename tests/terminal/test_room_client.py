"""The client for programs follows its room, however closely the server's messages follow one another."""

import pytest_asyncio
from aiohttp import web

from server.client.room_client import RoomClient

ENTERED = {"seat": 0, "act": 0, "room": {"phase": "lobby"}, "table": None, "own": None}
STARTED = {
    "kind": "frame",
    "events": [{"type": "turn_started"}],
    "room": [["phase", "set", "playing"]],
    "table": [[None, "set", {"turn": 1}]],
}
MOVED = {**STARTED, "room": [], "table": [["turn", "set", 2]]}


@pytest_asyncio.fixture
async def hasty():
    """The address of a server whose match begins as soon as somebody enters."""

    async def door(request):
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        async for message in socket:
            asked = message.json()
            if asked["kind"] == "enter":
                # All are there before the client's caller has read the first.
                for told in ({"re": asked["id"], "ok": ENTERED}, STARTED, MOVED):
                    await socket.send_json(told)
        return socket

    app = web.Application()
    app.router.add_get("/api/v1/ws", door)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    yield f"http://{host}:{port}"
    await runner.cleanup()


async def test_what_happens_right_after_somebody_has_entered_is_not_lost(hasty):
    client = RoomClient(hasty)
    await client.connect()
    try:
        await client.enter("ABCD23", "Tess")
        await client.news()
        assert client.gone is None
        assert client.room["phase"] == "playing"
        assert client.table == {"turn": 2}
    finally:
        await client.close()
