"""Guessing codes and passwords costs the guesser, and nobody who belongs in the room (S5)."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from server.doors.gate import guessing, rate_limits
from server.rooms import hashing, passwords
from server.store.allowances import GuessPause
from server.store.keys import room_keys
from server.store.store import Store
from tests.server.transport.edge_driver import CREATE, JsonClient, Refusal, Serving, bare, official, serving
from tests.support.stores import Server, until

WRONG = "234567"


@pytest.fixture
async def at(store: Store) -> AsyncIterator[Serving]:
    """An edge that is told the addresses of those who come."""
    async with serving(store, proxies=("127.0.0.0/8",)) as one:
        yield one


@contextlib.asynccontextmanager
async def coming(at: Serving, address: str, token: str | None = None) -> AsyncIterator[JsonClient]:
    headers = {"X-Forwarded-For": address}
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{at.url}/api/v1/ws", headers=headers) as ws:
        client = JsonClient(ws)
        hello = await client.hello(token)
        client.token = hello["token"]
        yield client
        await ws.close()
        await client.reading


async def refused(client: Any, kind: str, **fields: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        await client.ask(kind, **fields)
    return refusal.value


async def look(at: Serving, code: str, address: str, token: str = "") -> tuple[int, Any]:
    headers = {"X-Forwarded-For": address, **({"Authorization": f"Bearer {token}"} if token else {})}
    async with aiohttp.ClientSession() as web, web.get(f"{at.url}/api/v1/rooms/{code}", headers=headers) as answer:
        return answer.status, await answer.json()


async def room_with_a_past(at: Serving, **create: Any) -> tuple[str, str, str]:
    """Its code, the token of somebody who sits there, and that of somebody who has been there."""
    shown = {"password": create["password"]} if "password" in create else {}
    async with coming(at, "1.1.1.1") as ann, coming(at, "1.1.1.2") as bob, coming(at, "1.1.1.3") as cy:
        code = (await ann.ask("create", **CREATE, **create))["code"]
        await bob.ask("enter", room=code, name="Bob", sit=True, **shown)
        await cy.ask("enter", room=code, name="Cy", **shown)
        await cy.ask("leave")
        return code, bob.token, cy.token


async def empty(store: Store, bucket: rate_limits.Rate, key: str) -> None:
    await store.take(bucket.kind, key, bucket.rate, bucket.burst + 100, bucket.burst + 100)


# --- codes ---


@pytest.mark.parametrize(
    "bucket", [rate_limits.GUESSES_AT_ALL, rate_limits.GUESSES_PER_ADDRESS], ids=["everybody", "address"]
)
async def test_who_belongs_to_a_room_finds_it_while_codes_are_being_guessed(
    at: Serving, store: Store, bucket: rate_limits.Rate
):
    code, sits, has_been = await room_with_a_past(at)
    await empty(store, bucket, "" if bucket is rate_limits.GUESSES_AT_ALL else "6.6.6.6")
    async with coming(at, "6.6.6.6", sits) as bob:
        assert (await bob.ask("enter", room=code))["seat"] == 1
    async with coming(at, "6.6.6.6", has_been) as cy:
        assert (await cy.ask("enter", room=code, name="Cy"))["seat"] is None
    assert (await look(at, code, "6.6.6.6", sits))[0] == 200
    async with coming(at, "6.6.6.6") as eve:
        assert (await refused(eve, "enter", room=code, name="Eve")).code == "rate.limited"


async def test_who_guesses_too_much_cannot_tell_a_hit_from_a_miss(at: Serving, store: Store):
    code, _, _ = await room_with_a_past(at)
    await empty(store, rate_limits.GUESSES_PER_ADDRESS, "6.6.6.6")
    loop = asyncio.get_running_loop()
    async with coming(at, "6.6.6.6") as eve:
        for guess in (code, WRONG):
            began = loop.time()
            refusal = await refused(eve, "enter", room=guess, name="Eve")
            assert (refusal.code, list(refusal.params)) == ("rate.limited", ["retryAfter"])
            assert loop.time() - began >= guessing.SLOWED_S
            status, body = await look(at, guess, "6.6.6.6")
            assert (status, body["refused"]["code"]) == (429, "rate.limited")


async def test_guesses_in_the_same_moment_are_all_paid_for(at: Serving):
    answers = await asyncio.gather(*(look(at, WRONG, "6.6.6.6") for _ in range(60)))
    assert {status for status, _ in answers} <= {404, 429}
    missed = sum(status == 404 for status, _ in answers)
    _, body = await look(at, WRONG, "6.6.6.6")
    rate, burst = rate_limits.GUESSES_PER_ADDRESS.rate, rate_limits.GUESSES_PER_ADDRESS.burst
    assert body["refused"]["retryAfter"] > (missed - burst) / rate * 1000


async def test_a_code_whose_room_is_over_costs_like_one_that_never_was(at: Serving, store: Store, valkey: Server):
    code, token, _ = await room_with_a_past(at)
    room = await store.find(code)
    await valkey.ask("DEL", room_keys(room).room)
    async with coming(at, "6.6.6.6", token) as bob:
        codes = [
            (await refused(bob, "enter", room=code)).code for _ in range(rate_limits.GUESSES_PER_ADDRESS.burst + 1)
        ]
    assert set(codes[:-1]) == {"room.unknown"}
    assert codes[-1] == "rate.limited"


async def test_codes_that_lead_somewhere_are_free(at: Serving):
    code, _, _ = await room_with_a_past(at)
    for _ in range(rate_limits.GUESSES_PER_ADDRESS.burst + 5):
        assert (await look(at, code, "7.7.7.7"))[0] == 200


# --- networks ---


async def test_a_network_of_ipv6_is_one_guesser(at: Serving):
    statuses = [
        (await look(at, WRONG, f"2001:db8:1:2::{n:x}"))[0] for n in range(rate_limits.GUESSES_PER_ADDRESS.burst + 1)
    ]
    assert statuses[-2:] == [404, 429]
    assert (await look(at, WRONG, "2001:db8:1:3::1"))[0] == 404


# --- passwords ---

OPEN = "open sesame"


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses that outlast the test."""
    monkeypatch.setattr(guessing, "PAUSE_BY_ADDRESS", GuessPause("address", 2, 60_000, 60_000))
    monkeypatch.setattr(guessing, "PAUSE_BY_PLAYER", GuessPause("player", 2, 60_000, 60_000))
    monkeypatch.setattr(guessing, "PAUSE_OF_STRANGERS", GuessPause("strangers", 4, 60_000, 60_000))


async def guess(client: Any, code: str, password: str = "wrong", **fields: Any) -> Refusal:
    return await refused(client, "enter", room=code, name="Eve", password=password, **fields)


async def test_who_waits_as_long_as_they_were_told_may_guess_again(at: Serving, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(guessing, "PAUSE_BY_ADDRESS", GuessPause("address", 1, 3_000, 60_000))
    code, _, _ = await room_with_a_past(at, password=OPEN)
    async with coming(at, "6.6.6.6") as eve:
        assert [(await guess(eve, code)).code for _ in range(2)] == ["room.password"] * 2
        refusal = await guess(eve, code)
        assert refusal.code == "rate.limited"
        assert 0 < refusal.params["retryAfter"] <= 3_000
        await asyncio.sleep(refusal.params["retryAfter"] / 1000)
        assert (await guess(eve, code)).code == "room.password"
        assert (await guess(eve, code)).params["retryAfter"] > 3_000, "the next pause is longer"


@pytest.mark.usefixtures("strict")
async def test_neither_another_name_nor_another_address_is_a_way_around(at: Serving):
    code, _, _ = await room_with_a_past(at, password=OPEN)
    async with coming(at, "6.6.6.6") as eve:
        assert [(await guess(eve, code)).code for _ in range(4)] == ["room.password"] * 3 + ["rate.limited"]
        token = eve.token
    async with coming(at, "6.6.6.6") as eve_anew, coming(at, "9.9.9.9", token) as eve_elsewhere:
        assert (await guess(eve_anew, code, OPEN)).code == "rate.limited"
        assert (await guess(eve_elsewhere, code, OPEN)).code == "rate.limited"
    async with coming(at, "9.9.9.9") as cy:
        await cy.ask("enter", room=code, name="Cy", password=OPEN)


@pytest.mark.usefixtures("strict")
async def test_simultaneous_guesses_cannot_get_around_the_limit_either(at: Serving):
    code, _, _ = await room_with_a_past(at, password=OPEN)
    async with contextlib.AsyncExitStack() as stack:
        many = [await stack.enter_async_context(coming(at, "6.6.6.6")) for _ in range(12)]
        refusals = await asyncio.gather(*(guess(eve, code) for eve in many))
    assert sorted(refusal.code for refusal in refusals) == ["rate.limited"] * 9 + ["room.password"] * 3


@pytest.mark.usefixtures("strict")
async def test_no_stranger_can_lock_a_room_for_those_who_belong_there(at: Serving):
    code, sits, has_been = await room_with_a_past(at, password=OPEN)
    for n in range(5):
        async with coming(at, f"6.6.6.{n}") as eve:
            assert (await guess(eve, code)).code == "room.password"
    async with coming(at, "7.7.7.7") as stranger:
        assert (await guess(stranger, code, OPEN)).code == "rate.limited"
    async with coming(at, "7.7.7.8", sits) as bob:
        assert (await bob.ask("enter", room=code))["seat"] == 1
    async with coming(at, "7.7.7.9", has_been) as cy:
        assert (await cy.ask("enter", room=code, name="Cy", sit=True, password=OPEN))["seat"] == 2


@pytest.mark.usefixtures("strict")
async def test_the_right_password_is_free(at: Serving):
    code, _, _ = await room_with_a_past(at, password=OPEN)
    async with coming(at, "6.6.6.6") as eve:
        await guess(eve, code)
        for _ in range(6):
            await eve.ask("enter", room=code, name="Eve", password=OPEN)
            await eve.ask("leave")
            await forgiven(at)


@pytest.mark.usefixtures("strict")
async def test_the_right_password_does_not_make_wrong_ones_undone(at: Serving):
    """Otherwise, anyone with the password for watching could guess at the one for seats forever."""
    code, _, _ = await room_with_a_past(at, password=OPEN, watchPassword="see")
    async with coming(at, "6.6.6.6") as eve:
        codes = []
        for _ in range(4):
            codes.append((await guess(eve, code, sit=True)).code)
            with contextlib.suppress(Refusal):
                await eve.ask("enter", room=code, name="Eve", password="see")
                await eve.ask("leave")
                await forgiven(at)
    assert codes == ["room.password"] * 3 + ["rate.limited"]


@pytest.mark.usefixtures("strict")
async def test_wrong_passwords_for_a_seat_cost_a_watcher_too(at: Serving):
    code, _, _ = await room_with_a_past(at, password=OPEN, watchPassword="see")
    async with coming(at, "6.6.6.6") as eve, coming(at, "6.6.6.7") as cy:
        for one in (eve, cy):
            await one.ask("enter", room=code, name="One", password="see")
        assert (await refused(eve, "sit")).code == "room.password"
        codes = [(await refused(eve, "sit", password="wrong")).code for _ in range(4)]
        assert codes == ["room.password"] * 3 + ["rate.limited"]
        assert await cy.ask("sit", password=OPEN) == {"seat": 2}


async def forgiven(at: Serving) -> None:
    """What is done in the background has been done."""
    await until(lambda: not at.edge.door._admitting._tasks)


@pytest.mark.parametrize("edge", ["lean", "stock"])
async def test_a_password_goes_through_every_door_and_stays_there(store: Store, valkey: Server, edge: str):
    secrets = {"password": "sesame-seats", "watchPassword": "sesame-watching"}
    async with serving(store, edge=edge) as at, official(at) as ann, official(at) as bob, bare(at) as cy:
        code = (await ann.ask("create", **CREATE, **secrets))["code"]
        await ann.ask("enter", room=code)
        await bob.ask("enter", room=code, name="Bob", sit=True, password=secrets["password"])
        await cy.ask("enter", {"room": code, "name": "Cy", "password": secrets["watchPassword"]})
        assert await cy.ask("sit", {"password": secrets["password"]}) == {"seat": 2}
        await ann.ask("settings", password="sesame-new-seats")
        await cy.ask("stand", {})
        await ann.ask("settings", password=None, watchPassword="sesame-new-watching")
        assert (await refused(bob, "sit", password="sesame-wrong")).code == "seat.taken_already"
    kept = b"".join(path.read_bytes() for path in valkey.folder.rglob("*") if path.is_file())
    assert b"Bob" in kept
    assert b"sesame" not in kept


async def test_hashing_is_rationed_and_those_who_need_no_password_do_not_wait_for_it(at: Serving, store: Store):
    code, sits, _ = await room_with_a_past(at, password=OPEN)
    await empty(store, rate_limits.HASHES_PER_ADDRESS, "6.6.6.6")
    async with coming(at, "6.6.6.6", sits) as bob, coming(at, "6.6.6.6") as eve:
        assert (await bob.ask("enter", room=code, password=OPEN))["seat"] == 1
        assert (await guess(eve, code, OPEN)).code == "rate.limited"
        assert (await refused(bob, "settings", password="mine now")).code == "rate.limited"


async def test_a_worker_goes_on_serving_while_passwords_are_hashed(at: Serving, monkeypatch: pytest.MonkeyPatch):
    code, _, _ = await room_with_a_past(at, password=OPEN)
    begun, served = threading.Event(), threading.Event()

    def slow(password: str, room_id: str) -> passwords.Digest:
        begun.set()
        assert served.wait(10)
        return passwords.digest_of(password, room_id)

    monkeypatch.setattr(hashing, "digest_of", slow)
    async with coming(at, "6.6.6.6") as eve, coming(at, "7.7.7.7") as bob:
        guessing = asyncio.create_task(guess(eve, code))
        await until(begun.is_set)
        await bob.ask("time")
        served.set()
        assert (await guessing).code == "room.password"


async def test_watchers_are_told_why_they_are_shown_out(at: Serving):
    async with coming(at, "1.1.1.1") as ann, coming(at, "1.1.1.2") as bob, coming(at, "1.1.1.3") as cy:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        await bob.ask("enter", room=code, name="Bob", sit=True)
        await cy.ask("enter", room=code, name="Cy")
        await ann.ask("settings", watchPassword="new")
        assert await cy.inbox.first("gone") == [{"code": "room.password"}]
        assert (await refused(cy, "say", text="still here")).code == "room.not_entered"
        await cy.ask("enter", room=code, name="Cy", password="new")
        await ann.ask("settings", spectators="off")
        assert await cy.inbox.first("gone", skip=1) == [{"code": "room.no_spectators"}]
        await bob.ask("say", text="a seat stays a seat")
