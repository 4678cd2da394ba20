"""R3, R4, R6, R17, R19: what was accepted stays, whatever happens to the store."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from pathlib import Path

from server.store.address import Address
from server.store.embedded.launcher import Embedded
from server.store.keys import room_keys
from server.store.store import Store
from server.store.types import Unavailable
from tests.faults.crew import Crew, all_heard, cut_power, make_rooms, watching
from tests.faults.moves import judge, told
from tests.support.stores import Server, connected, server, until


async def killed_again_and_again(folder: Path, crew: Crew, kills: int, **options):
    """Workers move and others watch while the server is killed; the verdict, and what the watchers heard wrong."""
    async with server(folder / "v", **options) as one:
        store = await Store.open(one.address)
        rooms = await make_rooms(store, 20)
        async with watching(one.address, rooms, 6) as watchers:
            await crew.hire(one.address, 2, rooms=rooms)
            for _ in range(kills):
                await crew.some_moves(1_500)
                one.kill()
                await one.start()
            await crew.some_moves(1_500)
            await crew.end()
            verdict = await judge(store, rooms, crew.histories)
            wrong = await all_heard(store, watchers)
        await store.close()
        return verdict, wrong


async def test_r3_no_accepted_move_is_lost_when_the_store_is_killed_five_times(tmp_path, crew):
    verdict, wrong = await killed_again_and_again(tmp_path, crew, 5)
    assert verdict.accepted >= 9_000
    assert verdict.clean, verdict
    assert wrong == []  # R6: 120 watchers heard every move once and in order


async def test_r3_control_a_store_that_keeps_no_file_loses_moves(tmp_path, crew):
    async with server(tmp_path / "v", options={"appendonly": "no"}) as one:
        store = await Store.open(one.address)
        rooms = await make_rooms(store, 2)
        await crew.hire(one.address, 1, rooms=rooms)
        await crew.some_moves(100)
        await crew.end()
        one.kill()
        await one.start()
        await connected(store)
        verdict = await judge(store, rooms, crew.histories)
        assert len(verdict.lost) == verdict.accepted >= 100
        await store.close()


async def power_cuts(folder: Path, crew: Crew, shim: Path, fsync: str, cuts: int):
    env = {"LD_PRELOAD": str(shim)}
    async with server(folder / "v", fsync=fsync, env=env) as one:
        store = await Store.open(one.address)
        rooms = await make_rooms(store, 20)
        await asyncio.sleep(1.1 if fsync == "everysec" else 0)  # the rooms themselves are not what is lost
        await crew.hire(one.address, 2, rooms=rooms)
        unsynced = 0
        for _ in range(cuts):
            await crew.some_moves(1_000)
            unsynced += cut_power(one)
            await one.start()
        await crew.some_moves(100)
        await crew.end()
        verdict = await judge(store, rooms, crew.histories)
        await store.close()
        return verdict, unsynced


async def test_r4_no_accepted_move_is_lost_in_three_power_cuts(tmp_path, crew, shim):
    verdict, _ = await power_cuts(tmp_path, crew, shim, "always", 3)
    assert verdict.accepted >= 3_000
    assert verdict.clean, verdict


async def test_r4_control_syncing_every_second_loses_moves(tmp_path, crew, shim):
    verdict, unsynced = await power_cuts(tmp_path, crew, shim, "everysec", 2)
    assert unsynced > 0
    assert verdict.lost


async def fill_up(one: Server, crew: Crew):
    """Move until the disk is full, then make room again; the verdict."""
    store = await Store.open(one.address)
    rooms = await make_rooms(store, 8)
    await crew.hire(one.address, 1, rooms=rooms)

    async def refuses() -> bool:
        if one.process.poll() is not None:
            return True
        with contextlib.suppress(Unavailable):
            return b"aof_last_write_status:err" in await one.ask("INFO", "persistence")
        return False

    await until(refuses, 30)
    assert "AOF" in (one.folder / "server.log").read_text()
    one.end()
    one.file_limit = 0
    await one.start()
    await crew.some_moves(50)  # it goes on by itself
    await crew.end()
    await until(lambda: store.ready)
    verdict = await judge(store, rooms, crew.histories)
    await store.close()
    return verdict


async def test_r17_a_full_disk_refuses_moves_and_keeps_all_that_were_accepted(tmp_path, crew):
    async with server(tmp_path / "v", file_limit=1_000_000) as one:
        verdict = await fill_up(one, crew)
        assert verdict.accepted > 300
        assert verdict.clean, verdict


async def test_r17_control_without_syncing_the_last_move_before_the_disk_was_full_is_lost(tmp_path, crew):
    async with server(tmp_path / "v", file_limit=1_000_000, fsync="everysec") as one:
        verdict = await fill_up(one, crew)
        assert verdict.lost


async def test_r19_the_embedded_store_keeps_five_thousand_moves_over_ten_kills(tmp_path, crew):
    data = tmp_path / "data"
    rooms: list[str] = []
    for _ in range(10):
        embedded = Embedded(data)
        address = Address.parse(await embedded.start())
        store = await Store.open(address)
        rooms = rooms or await make_rooms(store, 50)
        await crew.hire(address, 1, rooms=rooms)
        await crew.some_moves(500)
        # Server and workers die at once; what is left of us lets the supervisor go.
        await embedded._tasks.close()
        os.kill(embedded.pid(), signal.SIGKILL)
        await crew.workers[-1].kill()
        await store.close()
        await until(lambda: embedded.pid() is None)  # noqa: B023
        await embedded.stop()
    starters = [Embedded(data) for _ in range(8)]
    await asyncio.gather(*(starter.start() for starter in starters))
    assert len({starter.pid() for starter in starters}) == 1
    store = await Store.open(Address.parse(starters[0].url))
    verdict = await judge(store, rooms, crew.histories)
    assert verdict.accepted >= 5_000
    assert verdict.clean, verdict
    # The checker sees a single move that is missing.
    room, version, *_ = told(crew.histories)[-1]
    await store._commands.call("XDEL", room_keys(room).log, f"{version}-0")
    assert len((await judge(store, rooms, crew.histories)).lost) == 1
    await store.close()
    for starter in starters:
        await starter.stop()
