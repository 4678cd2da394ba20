"""R18: the primary is lost with its disk and a replica takes over."""

from __future__ import annotations

import asyncio
from pathlib import Path

from server.store.store import Store
from tests.faults.crew import Crew, make_rooms
from tests.faults.moves import Verdict, judge
from tests.support.proxy import proxy
from tests.support.stores import Server, free_port, server, until


async def follow(leader: Server, port: int, follower: Server) -> None:
    """The follower has all that the leader has, and gets what comes."""
    await leader.ask("CONFIG", "SET", "repl-diskless-sync-delay", "0")
    await follower.ask("REPLICAOF", "127.0.0.1", str(port))

    async def replicating() -> bool:
        return b"master_link_status:up" in await follower.ask("INFO", "replication")

    await until(replicating, 20)


async def failover(folder: Path, crew: Crew, replicas: int) -> Verdict:
    """The replica is cut off while workers go on, then the primary dies and the replica is promoted."""
    async with (
        server(folder / "primary", port=free_port()) as primary,
        proxy(primary.address) as between,
        server(folder / "replica", port=free_port()) as replica,
        server(folder / "spare", port=free_port()) as spare,
        proxy(primary.address) as door,
    ):
        await follow(primary, between.port, replica)
        store = await Store.open(door.address)
        rooms = await make_rooms(store, 8)
        await crew.hire(door.address, 2, rooms=rooms, replicas=replicas)
        await crew.some_moves(200)
        between.hold()
        await asyncio.sleep(0.5)
        primary.kill()
        door.refuse()
        await replica.ask("REPLICAOF", "NO", "ONE")
        door.behind = replica.address
        await follow(replica, replica.port, spare)
        door.heal()
        await crew.some_moves(100)
        await crew.end()
        verdict = await judge(store, rooms, crew.histories)
        await store.close()
        return verdict


async def test_r18_what_a_replica_has_confirmed_survives_the_loss_of_the_primary(tmp_path, crew):
    verdict = await failover(tmp_path, crew, 1)
    assert verdict.accepted >= 300
    assert verdict.clean, verdict


async def test_r18_control_what_none_has_confirmed_is_lost(tmp_path, crew):
    verdict = await failover(tmp_path, crew, 0)
    assert verdict.lost
