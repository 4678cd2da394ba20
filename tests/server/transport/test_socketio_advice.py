"""A Socket.IO client with the wrong settings is told ours, where its library shows errors."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import socketio

from server.doors.socketio import entrance
from server.doors.socketio.advice import ADVICE, json_advice, polled_advice
from tests.server.transport.edge_driver import Serving, entrance_of, official
from tests.server.transport.test_official_js_client import HERE, script  # noqa: F401 - a fixture
from tests.support.stores import until

WEBSOCKET = {"transports": ["websocket"]}
JS: dict[str, tuple[str, dict[str, Any]]] = {
    "all defaults": ("", {}),
    "our path alone": ("", {"path": "/ws"}),
    "our path and parser": ("", {"path": "/ws", "parser": True}),
    "our parser alone": ("", {"parser": True}),
    "the JSON parser": ("", {"path": "/ws", **WEBSOCKET}),
    "another path": ("", {"parser": True, **WEBSOCKET}),
    "another path and the JSON parser": ("", {"path": "/play/", **WEBSOCKET}),
    "another namespace": ("/game", {"path": "/ws", "parser": True, **WEBSOCKET}),
    "another namespace in JSON": ("/game", {"path": "/ws", **WEBSOCKET}),
    "another namespace while polling": ("/game", {}),
    "another namespace while polling in msgpack": ("/game", {"path": "/ws", "parser": True}),
}


@pytest.mark.parametrize("settings", JS)
async def test_the_official_js_client_shows_what_to_use_instead(at: Serving, script: Path, settings: str):  # noqa: F811
    namespace, options = JS[settings]
    program = shutil.copy(HERE / "refused_client.mjs", script.parent)
    process = await asyncio.create_subprocess_exec(
        "node", program, at.url, namespace, json.dumps(options), stdout=asyncio.subprocess.PIPE
    )
    async with asyncio.timeout(30):
        out, _ = await process.communicate()
    assert json.loads(out) == {"message": ADVICE, "seen": []}


PYTHON: dict[str, tuple[str, dict[str, Any]]] = {
    "all defaults": ("default", {}),
    "our path alone": ("default", {"socketio_path": "/ws"}),
    "our path and serializer": ("msgpack", {"socketio_path": "/ws"}),
    "the JSON serializer": ("default", {"socketio_path": "/ws", **WEBSOCKET}),
    "another path": ("msgpack", {**WEBSOCKET}),
    "another namespace": ("msgpack", {"socketio_path": "/ws", "namespaces": ["/game"], **WEBSOCKET}),
}


@pytest.mark.parametrize("settings", PYTHON)
async def test_the_official_python_client_is_told_what_to_use_instead(at: Serving, settings: str):
    serializer, options = PYTHON[settings]
    client = socketio.AsyncClient(serializer=serializer, reconnection=False)
    told: list[Any] = []

    async def refused(why: Any) -> None:
        told.append(why)

    client.on("connect_error", refused, namespace=options.get("namespaces", ["/"])[0])
    with pytest.raises(socketio.exceptions.ConnectionError):
        await client.connect(at.url, **options)
    assert told == [{"message": ADVICE}]
    await client.shutdown()


async def test_a_path_of_ours_is_not_taken_for_one_and_pages_stay_pages(at: Serving):
    async with aiohttp.ClientSession() as session:
        for path, status in (("/nowhere", 404), ("/livez?EIO=4&transport=polling", 200)):
            async with session.get(at.url + path) as answer:
                assert answer.status == status


async def test_what_is_told_is_forgotten(at: Serving, monkeypatch):
    monkeypatch.setattr(entrance, "_PATIENCE", 0.1)
    at_door = entrance_of(at)
    url = f"{at.url}/socket.io/?EIO=4&transport=polling"
    async with aiohttp.ClientSession() as session:
        async with session.get(url) as answer:
            opened = json.loads((await answer.text())[1:])
        async with session.get(f"{url}&sid={opened['sid']}") as answer:
            assert (await answer.read()) == json_advice(""), "even when it posts nothing"
        await until(lambda: not at_door._polling)
        async with session.get(f"{url}&sid={opened['sid']}") as answer:
            assert (answer.status, (await answer.json())["message"]) == (400, ADVICE)
        for n in range(entrance._MOST):
            at_door._polling[str(n)] = asyncio.get_running_loop().create_future()
        async with session.get(url) as answer:
            assert answer.status == 400
    async with official(at) as ann:
        assert "time" in await ann.ask("time")


@pytest.mark.parametrize("posted", [b"", b"b", b"b!!!", b"bwQ==", b"\xff\xfe", b"40/a\x1e1", b"40" + b"/" * 5000])
def test_anything_that_is_posted_is_told_the_same(posted: bytes):
    assert b"socket.io-msgpack-parser" in polled_advice(posted) or posted.startswith(b"b")
    assert b"\x1e" not in polled_advice(posted)
    assert len(polled_advice(posted)) < 1000
