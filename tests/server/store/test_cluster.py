"""A cluster that changes under our feet: slots move, nodes die, replicas take over."""

from __future__ import annotations

import asyncio
from pathlib import Path

from redis.crc import key_slot

from server.store.keys import room_keys
from server.store.link.cluster import ClusterSubscriptions
from server.store.store import Store
from server.store.types import Conflict, Drift, Unavailable
from tests.server.store.store_suite import Ear, advance, commit_of, new_room
from tests.support.stores import Server, cluster, replica_of, until


async def with_slot(nodes: list[Server], key: str) -> Server:
    """The node that has the key."""
    for node in nodes:
        for line in (await node.ask("CLUSTER", "NODES")).decode().splitlines():
            if "myself" in line:
                ranges = [part.partition("-") for part in line.split()[8:] if not part.startswith("[")]
                if any(int(first) <= key_slot(key.encode()) <= int(last or first) for first, _, last in ranges):
                    return node
    raise AssertionError(f"nobody has {key}")


async def goes_on(store: Store, room: str) -> int:
    """Commit once more, as rooms do it; the new version."""
    while True:
        try:
            document = await store.load(room)
            assert document is not None
            await store.commit(commit_of(store, room, document.version))
        except (Unavailable, Conflict, Drift):
            await asyncio.sleep(0.05)
        else:
            return document.version + 1


async def test_commits_and_listeners_follow_a_slot_that_moves(tmp_path: Path):
    async with cluster(tmp_path) as nodes:
        store, far = await Store.open(nodes[0].address), await Store.open(nodes[2].address)
        room, ear = new_room(), Ear()
        keys = room_keys(room)
        told = await advance(store, room, 0, 5)
        watch = far.watch(room, ear)
        await watch.started()
        source = await with_slot(nodes, keys.room)
        target = next(node for node in nodes if node is not source)
        names = [(await node.ask("CLUSTER", "MYID")).decode() for node in (source, target)]
        slot = str(key_slot(keys.room.encode()))
        await target.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", names[0])
        await source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", names[1])
        held = [key.decode() for key in await source.ask("CLUSTER", "GETKEYSINSLOT", slot, "100")]
        assert keys.room in held
        await source.ask("MIGRATE", "127.0.0.1", str(target.port), "", "0", "5000", "KEYS", *held)
        document = await far.load(room)  # found by being asked to ask elsewhere
        assert document.version == 5
        for node in (target, source, *nodes):
            await node.ask("CLUSTER", "SETSLOT", slot, "NODE", names[1])
        told += await advance(store, room, 5, 5)
        await until(lambda: ear.heard == told[5:])
        assert [version for version, _ in await far.history(room)] == list(range(1, 11))
        subscriptions = far._feeds.ears
        assert isinstance(subscriptions, ClusterSubscriptions)
        await until(lambda: subscriptions._channels[keys.channel] == target.address)
        told += await advance(store, room, 10, 1)
        await until(lambda: ear.heard == told[5:], 1)  # by a message again, not by the sweep
        await store.close()
        await far.close()


async def test_a_node_that_dies_takes_only_its_own_rooms_along_until_it_is_back(tmp_path: Path):
    async with cluster(tmp_path) as nodes:
        store = await Store.open(nodes[0].address)
        homes: dict[str, Server] = {}
        while len(homes) < 12 or len({home.port for home in homes.values()}) < len(nodes):
            room = new_room()
            homes[room] = await with_slot(nodes, room_keys(room).room)
        rooms, dead = list(homes), nodes[2]
        ears = [Ear() for _ in rooms]
        for room, ear in zip(rooms, ears, strict=True):
            await advance(store, room, 0, 2)
            await store.watch(room, ear).started()
        dead.kill()
        for room in rooms:
            if homes[room] is not dead:
                assert await goes_on(store, room) == 3
        await dead.start()
        for room in rooms:
            if homes[room] is dead:
                assert await goes_on(store, room) == 3
        await until(lambda: all(ear.versions == [3] for ear in ears))
        assert not any(ear.resets for ear in ears)
        await until(lambda: store.ready)
        await store.close()


async def test_a_replica_that_takes_over_is_found(tmp_path: Path):
    async with cluster(tmp_path) as nodes, replica_of(nodes[0], tmp_path / "replica") as replica:
        store = await Store.open(nodes[1].address)
        room, ear = new_room(), Ear()
        while await with_slot(nodes, room_keys(room).room) is not nodes[0]:
            room = new_room()
        await advance(store, room, 0, 3)
        await store.watch(room, ear).started()

        async def copied() -> bool:
            offsets = [await one.ask("INFO", "replication") for one in (nodes[0], replica)]
            numbers = [text.split(b"master_repl_offset:")[1].split()[0] for text in offsets]
            return numbers[0] == numbers[1]

        await until(copied)
        nodes[0].kill()
        async with asyncio.timeout(20):
            assert await goes_on(store, room) == 4
        await until(lambda: ear.versions == [4])
        assert ear.resets == 0
        await store.close()
