"""Only this machine may read figures, and `/readyz` reports dead subscriptions."""

from __future__ import annotations

import aiohttp
import pytest
from aiohttp.test_utils import make_mocked_request

from server.doors.gate.addresses import Addresses
from server.doors.http import api
from server.store.store import Store
from tests.server.transport.edge_driver import CREATE, Serving, official, serving
from tests.support.stores import Server, until


async def asked(url: str, **headers: str) -> int:
    async with aiohttp.ClientSession() as session, session.get(f"{url}/metrics", headers=headers) as answer:
        return answer.status


async def test_a_program_of_this_machine_may_read_them(at: Serving):
    assert await asked(at.url) == 200
    assert await asked(at.url, Host="localhost") == 200


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "X-Forwarded-Host"])
async def test_what_a_balancer_of_this_machine_passes_on_comes_from_elsewhere(at: Serving, header: str):
    assert await asked(at.url, **{header: "127.0.0.1"}) == 403


@pytest.mark.parametrize("headers", [{}, {"X-Forwarded-For": "6.6.6.6"}, {"X-Forwarded-For": "127.0.0.1"}])
async def test_behind_a_balancer_that_is_believed_nobody_is_here(store: Store, headers: dict[str, str]):
    async with serving(store, proxies=("127.0.0.0/8",)) as behind:
        assert await asked(behind.url, **headers) == 403


@pytest.mark.parametrize(
    ("headers", "status"),
    [({"Host": "evil.example"}, 421), ({"Host": "localhost", "Origin": "http://evil.example"}, 403)],
)
async def test_a_page_in_a_browser_of_this_machine_may_not(at: Serving, headers: dict[str, str], status: int):
    assert await asked(at.url, **headers) == status


@pytest.mark.parametrize(
    ("remote", "here"),
    [("127.0.0.1", True), ("127.8.8.8", True), ("::1", True), ("::ffff:127.0.0.1", True), ("192.168.1.5", False),
     ("::ffff:192.168.1.5", False), ("2001:db8::1", False), ("", False), ("nonsense", False)],
)  # fmt: skip
def test_a_client_on_the_network_is_not_local(remote: str, here: bool):
    request = make_mocked_request("GET", "/metrics").clone(remote=remote)
    assert Addresses().from_here(request) is here


async def test_dead_subscriptions_are_told_and_come_back_by_themselves(
    at: Serving, valkey: Server, monkeypatch: pytest.MonkeyPatch
):
    """A store may take commands and refuse subscriptions: moves of other workers would come late, and nobody knew."""
    monkeypatch.setattr(api, "DEAF_S", 0.5)

    async def readiness() -> tuple[int, dict[str, bool]]:
        async with aiohttp.ClientSession() as session, session.get(f"{at.url}/readyz") as answer:
            return answer.status, await answer.json()

    def deaf_for() -> float:
        lines = at.edge.metrics.text().decode().splitlines()
        return next(float(line.split()[1]) for line in lines if line.startswith("paiju_deaf_seconds "))

    async with official(at) as ann:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        await until(lambda: deaf_for() == 0)
        assert await readiness() == (200, {"ready": True, "store": True, "subscriptions": True})
        await valkey.ask("ACL", "SETUSER", "default", "resetchannels")
        await until(lambda: deaf_for() > 0.5)
        assert await readiness() == (503, {"ready": False, "store": True, "subscriptions": False})
        await valkey.ask("ACL", "SETUSER", "default", "allchannels")
        await until(lambda: deaf_for() == 0)
        assert (await readiness())[0] == 200
