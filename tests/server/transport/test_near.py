"""A page that only this machine can open is told the address that friends on the same network can open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import aiohttp
import pytest

from server.doors.http.lan_address import lan_address
from server.store.store import Store
from tests.server.transport.edge_driver import Serving, serving


async def told(at: Serving, headers: Mapping[str, str]) -> Any:
    async with aiohttp.ClientSession() as web, web.get(f"{at.url}/api/v1/games", headers=headers) as answer:
        return (await answer.json()).get("near", "nothing")


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "paiju.localhost", "[::1]"])
async def test_a_player_on_this_machine_is_told_its_address_on_the_network(at: Serving, name: str):
    address = lan_address()
    expected = address and f"http://{address}:{at.port}"
    assert await told(at, {"Host": f"{name}:{at.port}"}) == expected


async def test_a_server_that_only_listens_locally_says_that_there_is_none(store: Store):
    for host in ("127.0.0.1", "localhost", "::1"):
        async with serving(store, host=host) as at:
            assert await told(at, {"Host": f"localhost:{at.port}"}) is None


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "play.example"},
        {"Host": "192.168.1.20:8000"},
        {"Host": "localhost:8000", "X-Forwarded-For": "203.0.113.5"},
        {"Host": "localhost", "X-Forwarded-Host": "play.example"},
        {"Host": "localhost", "Forwarded": "for=203.0.113.5"},
        {"Host": "localhost", "Via": "1.1 balancer"},
    ],
    ids=str,
)
async def test_who_came_by_a_public_name_or_a_balancer_is_not_told(store: Store, headers: dict[str, str]):
    async with serving(store, names=("play.example",)) as at:
        assert await told(at, headers) == "nothing"


async def test_where_the_port_is_another_one_outside_nothing_is_promised(at: Serving):
    """Somebody passes the port on: a tunnel, a container."""
    assert await told(at, {"Host": f"localhost:{at.port + 1}"}) is None
