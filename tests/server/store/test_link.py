"""What a worker does if the store is slow, gone, full or locked."""

from __future__ import annotations

import asyncio
import ssl
import subprocess
import time

import pytest

from server.store.address import Address
from server.store.store import Store
from server.store.types import Drift, Unavailable
from tests.server.store.store_suite import advance, commit_of, new_room
from tests.support.proxy import proxy
from tests.support.stores import server, until


async def test_a_frozen_store_is_unknown_after_two_seconds_then_refused_at_once(valkey, store):
    room = new_room()
    commit = commit_of(store, room)
    valkey.freeze()
    began = time.monotonic()
    with pytest.raises(Unavailable) as caught:
        await store.commit(commit)
    assert caught.value.unknown
    assert 1.9 < time.monotonic() - began < 3
    await until(lambda: not store.ready)
    began = time.monotonic()
    with pytest.raises(Unavailable) as caught:
        await store.commit(commit_of(store, new_room()))
    assert not caught.value.unknown
    assert time.monotonic() - began < 0.1
    valkey.thaw()
    await until(lambda: store.ready, 3)
    # Sending it again tells what became of it: what arrives late is not done, so that nobody is surprised by it.
    with pytest.raises(Drift):
        await store.commit(commit)
    await store.commit(commit_of(store, room))


async def test_a_short_loss_is_waited_out(valkey, store):
    valkey.kill()
    later = asyncio.create_task(store.load(new_room()))
    await valkey.start()
    assert await later is None


async def test_scripts_that_the_store_forgot_are_sent_again(valkey, store):
    room = new_room()
    await advance(store, room, 0, 1)
    await valkey.ask("SCRIPT", "FLUSH")
    await advance(store, room, 1, 2)
    assert (await store.load(room)).version == 3


async def test_a_full_store_refuses_and_loses_nothing(valkey, store):
    room = new_room()
    told = await advance(store, room, 0, 3)
    await valkey.ask("CONFIG", "SET", "maxmemory", "1")
    with pytest.raises(Unavailable) as caught:
        await advance(store, room, 3, 1)
    assert not caught.value.unknown
    assert (await store.load(room)).version == 3
    await valkey.ask("CONFIG", "SET", "maxmemory", "0")
    await advance(store, room, 3, 1)
    assert (await store.since(room, told[-1].tag))[0].version == 4


async def test_a_cancelled_command_does_not_disturb_those_after_it(store):
    room = new_room()
    await advance(store, room, 0, 1)
    gone = asyncio.ensure_future(store.load(room))
    await asyncio.sleep(0)
    gone.cancel()
    assert (await store.load(room)).version == 1


async def test_commands_under_way_fail_as_unknown_when_the_connection_is_cut(store):
    work = [asyncio.ensure_future(store.commit(commit_of(store, new_room()))) for _ in range(5)]
    await asyncio.sleep(0)
    store._commands._flush()
    store._commands.cut()
    results = await asyncio.gather(*work, return_exceptions=True)
    assert all(isinstance(result, Unavailable) and result.unknown for result in results)
    assert await store.load(new_room()) is None


async def test_a_user_with_few_rights_is_enough(valkey, tmp_path):
    secret = tmp_path / "password"
    secret.write_text("s3cret\n")
    rights = ("on", ">s3cret", "~pj1:*", "&pj1:*", "+@all", "-@admin", "-@dangerous", "+info")
    await valkey.ask("ACL", "SETUSER", "paiju", *rights)
    address = Address.parse(f"unix://paiju@{valkey.address.path}", password_file=secret)
    assert "s3cret" not in repr(address)
    store = await Store.open(address)
    await advance(store, new_room(), 0, 2)
    await store.close()
    with pytest.raises(Unavailable, match="username-password"):
        await Store.open(Address.parse(f"unix://paiju:wrong@{valkey.address.path}"))


async def test_the_number_of_a_database_is_respected(valkey):
    store = await Store.open(Address.parse(f"unix://{valkey.address.path}?db=3"))
    await advance(store, new_room(), 0, 1)
    assert b"db3:" in await valkey.ask("INFO", "keyspace")
    await store.close()


async def test_an_encrypted_connection_needs_a_certificate_that_is_trusted(valkey, tmp_path):
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    request = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-days",
        "2",
    ]
    made = await asyncio.create_subprocess_exec(
        *request, "-keyout", key, "-out", certificate, *names, stderr=subprocess.DEVNULL
    )
    assert await made.wait() == 0
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    async with proxy(valkey.address, tls=context) as door:
        url = f"rediss://localhost:{door.port}"
        store = await Store.open(Address.parse(f"{url}?ssl_ca_certs={certificate}"))
        room = new_room()
        await advance(store, room, 0, 2)
        assert (await store.load(room)).version == 2
        await store.close()
        with pytest.raises(Unavailable, match="certificate"):
            await Store.open(Address.parse(url))


async def test_nobody_at_the_address_is_said_in_one_sentence(tmp_path):
    with pytest.raises(Unavailable, match="cannot be reached"):
        await Store.open(Address(path=str(tmp_path / "nothing.sock")))


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://x", "begins with"),
        ("unix://", "path"),
        ("redis://h/abc", "number"),
        ("redis://h:port", "Port|port"),
        ("redis://h?socket_timeout=3&max_connections=2", "max_connections, socket_timeout"),
        ("redis+sentinel://a,b", "host:port/name"),
        ("unix+sentinel://a/paiju", "begins with"),
    ],
)
def test_a_wrong_address_is_refused_with_the_reason(url, words):
    with pytest.raises(ValueError, match=words):
        Address.parse(url)


def test_an_address_names_its_parts():
    address = Address.parse("redis://ann:p%40ss@example.org:7000/2")
    assert (address.host, address.port, address.db, address.user, address.password) == (
        "example.org",
        7000,
        2,
        "ann",
        "p@ss",
    )
    assert str(address) == "example.org:7000"


def test_an_address_may_name_sentinels():
    address = Address.parse("rediss+sentinel://ann:p%40ss@one:26380,two/paiju?db=2&ssl_cert_reqs=none")
    assert (address.sentinels, address.service) == ((("one", 26380), ("two", 26379)), "paiju")
    assert (address.db, address.user, address.password, address.tls is not None) == (2, "ann", "p@ss", True)
    assert str(address) == "paiju"


async def test_a_server_that_closes_at_once_is_tried_again_gently(tmp_path):
    async with server(tmp_path / "v") as one, proxy(one.address) as door:
        store = await Store.open(door.address)
        door.refuse()
        await until(lambda: not store.ready)
        door.heal()
        await until(lambda: store.ready, 3)
        await advance(store, new_room(), 0, 1)
        await store.close()
