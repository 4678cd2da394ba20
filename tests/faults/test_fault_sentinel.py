"""A store that sentinels watch: when its primary dies, a replica is promoted, and rooms go on there by themselves."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.store.address import Address
from server.store.admin import ask
from server.store.embedded.binary import bundled
from server.store.store import Store
from server.store.types import Unavailable
from tests.server.store.store_suite import advance, new_room
from tests.support.stores import Server, free_port, server, until

NAME = "paiju"


def start_sentinel(folder: Path, port: int, primary: Server) -> subprocess.Popen[bytes]:
    folder.mkdir()
    (folder / "sentinel.conf").write_text(
        f"port {port}\nbind 127.0.0.1\ndir {folder}\nsentinel monitor {NAME} 127.0.0.1 {primary.port} 1\n"
        f"sentinel down-after-milliseconds {NAME} 500\nsentinel failover-timeout {NAME} 3000\n"
    )
    with (folder / "sentinel.log").open("wb") as log:
        return subprocess.Popen([bundled(), folder / "sentinel.conf", "--sentinel"], stdout=log, stderr=log)


@contextlib.asynccontextmanager
async def sentinel(folder: Path, primary: Server) -> AsyncIterator[Address]:
    """One that decides alone, and soon."""
    port = free_port()
    process = start_sentinel(folder, port, primary)
    address = Address(host="127.0.0.1", port=port)

    async def knows_the_replica() -> bool:
        with contextlib.suppress(Unavailable):
            return b"slaves=1" in await ask(address, "INFO", "sentinel")
        return False

    try:
        await until(knows_the_replica, 30)
        yield Address.parse(f"redis+sentinel://127.0.0.1:{port}/{NAME}")
    finally:
        process.kill()
        process.wait()


async def follow(replica: Server, primary: Server) -> None:
    await replica.ask("REPLICAOF", "127.0.0.1", str(primary.port))

    async def up() -> bool:
        return b"master_link_status:up" in await replica.ask("INFO", "replication")

    await until(up, 20)


async def test_a_room_goes_on_at_the_replica_that_the_sentinels_promote(tmp_path: Path):
    async with (
        server(tmp_path / "primary", port=free_port()) as primary,
        server(tmp_path / "replica", port=free_port()) as replica,
    ):
        await follow(replica, primary)
        async with sentinel(tmp_path / "sentinel", primary) as address:
            store = await Store.open(address, replicas=1)
            room = new_room()
            await advance(store, room, 0, 3)
            primary.kill()

            async def promoted() -> bool:
                try:
                    return (await replica.ask("ROLE"))[0] == b"master"
                except Unavailable:
                    return False  # who is promoted lets its clients go

            await until(promoted, 30)
            # With `replicas=1` nothing is accepted without one: the new primary gets another.
            async with server(tmp_path / "third", port=free_port()) as third:
                await follow(third, replica)
                await until(lambda: store.ready, 10)
                async with asyncio.timeout(10):
                    found = await store.load(room)
                    assert found is not None
                    assert found.version == 3
                    await advance(store, room, 3, 2)
                await store.close()


async def test_sentinels_that_do_not_know_the_name_are_said_in_one_sentence(tmp_path: Path):
    async with (
        server(tmp_path / "primary", port=free_port()) as primary,
        server(tmp_path / "replica", port=free_port()) as replica,
    ):
        await follow(replica, primary)
        async with sentinel(tmp_path / "sentinel", primary) as address:
            (host, port), *_ = address.sentinels
            with pytest.raises(Unavailable, match="No sentinel knows where other is"):
                await Store.open(Address.parse(f"redis+sentinel://{host}:{port}/other"))
