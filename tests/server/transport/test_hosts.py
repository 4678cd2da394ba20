"""Who may knock: hosts, origins and addresses (reliability S1)."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from server.doors.gate.addresses import Addresses
from server.doors.gate.hosts_and_origins import Hosts
from server.doors.gate.rate_limits import Crowd
from server.store.store import Store
from tests.server.transport.edge_driver import Serving, serving

UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "A" * 22 + "==",
}


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST:8000", "127.0.0.1:1", "192.168.1.20:8000", "[::1]:8000", "play.example", "a.localhost"],
)
def test_our_own_names_and_addresses_are_let_in(host: str):
    assert Hosts(["play.example"]).allow(host)


@pytest.mark.parametrize(
    "host",
    [None, "", "evil.example", "play.example.evil.example", "localhost.evil.example", "evil@localhost", "local host",
     "[::1", "1.2.3.4.5", "play.example:99999:1", "x" * 300, "evil.example:127.0.0.1"],
)  # fmt: skip
def test_any_other_host_is_not_us(host: str | None):
    assert not Hosts(["play.example"]).allow(host)


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        (None, "localhost:8000", True),
        ("http://localhost:8000", "localhost:8000", True),
        ("http://localhost:9000", "localhost:8000", False),
        ("http://192.168.1.20:8000", "192.168.1.20:8000", True),
        ("https://play.example", "127.0.0.1:8000", True),
        ("https://evil.example", "evil.example", False),
        ("http://evil.example", "localhost:8000", False),
        ("null", "localhost:8000", False),
        ("file://", "localhost:8000", False),
        ("chrome-extension://abc", "localhost:8000", False),
        ("http://[", "localhost:8000", False),
        ("", "localhost:8000", False),
    ],
)
def test_a_page_may_talk_to_the_server_that_it_came_from(origin: str | None, host: str, same: bool):
    assert Hosts(["play.example"]).same_origin(origin, host) is same


@pytest.mark.parametrize("path", ["/", "/ws/?EIO=4&transport=websocket", "/api/v1/ws", "/api/v1/games"])
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "evil.example", "Origin": "http://evil.example"}, 421),
        ({"Host": "evil.example", "X-Forwarded-Host": "localhost"}, 421),
        ({"Host": "localhost", "Origin": "http://evil.example"}, 403),
        ({"Host": "localhost", "Origin": "http://evil.example", "X-Forwarded-Host": "evil.example"}, 403),
        ({"Host": "localhost", "Origin": "null"}, 403),
    ],
)
async def test_foreign_hosts_and_pages_are_refused(either: Serving, path: str, headers: dict[str, str], status: int):
    async with aiohttp.ClientSession() as session, session.get(f"{either.url}{path}", headers=UPGRADE | headers) as got:
        assert got.status == status


async def test_balancers_are_believed_about_addresses_and_nobody_else(store: Store):
    forwarded = {"X-Forwarded-For": "6.6.6.6, 9.9.9.9"}
    async with serving(store) as open_, serving(store, proxies=("127.0.0.0/8",)) as behind:
        for at, address in ((open_, "127.0.0.1"), (behind, "9.9.9.9")):
            async with aiohttp.ClientSession() as session:
                ws = await session.ws_connect(f"{at.url}/api/v1/ws", headers=forwarded)
                await ws.send_json({"kind": "hello", "protocol": 1})
                await ws.receive(timeout=5)
                (person,) = at.edge.door.people
                assert person.address == address
                await ws.close()


def request(remote: str, headers: Mapping[str, str] | None = None) -> web.Request:
    return make_mocked_request("GET", "/", headers).clone(remote=remote)


def test_a_chain_of_our_own_balancers_is_followed_to_the_first_stranger():
    knock = request("10.0.0.1", {"X-Forwarded-For": "1.1.1.1, 2.2.2.2, 10.0.0.7"})
    assert Addresses(["10.0.0.0/8"]).of(knock) == "2.2.2.2"
    assert Addresses([]).of(knock) == "10.0.0.1"


@pytest.mark.parametrize(
    ("address", "counts_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::6", "2001:db8:1:3::/64"),
        ("::1", "::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("somewhere", "somewhere"),
        ("", ""),
    ],
)
def test_limits_count_networks_of_ipv6_and_addresses_of_ipv4(address: str, counts_as: str):
    assert Addresses().of(request(address)) == counts_as
    assert Addresses(ipv6_prefix=128).of(request(address)) == (counts_as if ":" not in counts_as else _whole(address))


def _whole(address: str) -> str:
    return f"{address.partition('%')[0]}/128"


def test_a_balancer_is_known_by_its_ipv4_address_in_the_clothes_of_ipv6():
    knock = request("::ffff:10.0.0.1", {"X-Forwarded-For": "2001:db8::1"})
    assert Addresses(["10.0.0.0/8"]).of(knock) == "2001:db8::/64"


async def test_sockets_of_one_network_are_a_crowd(store: Store):
    async with (
        serving(store, proxies=("127.0.0.0/8",), sockets_per_address=2) as at,
        aiohttp.ClientSession() as session,
        contextlib.AsyncExitStack() as open_,
    ):
        for n, lets_in in enumerate([True, True, False]):
            headers = {"X-Forwarded-For": f"2001:db8::{n}"}
            socket = session.ws_connect(f"{at.url}/api/v1/ws", headers=headers)
            if lets_in:
                await open_.enter_async_context(socket)
            else:
                with pytest.raises(aiohttp.WSServerHandshakeError, match="429"):
                    await socket


def test_who_has_left_makes_room_for_another():
    crowd = Crowd(per_address=1, in_all=2)
    assert crowd.admit("a")
    assert not crowd.admit("a")
    assert crowd.admit("b")
    assert not crowd.admit("c")
    crowd.leave("a")
    assert crowd.admit("c")
