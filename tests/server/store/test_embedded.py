"""The bundled store: one server per data folder, whatever dies, and a clear sentence if there can be none."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import sys
from pathlib import Path

import pytest

from server.store.address import Address
from server.store.durability_checks import check
from server.store.embedded.binary import Binary, bundled, find_binary
from server.store.embedded.data_folder import NoStore
from server.store.embedded.launcher import RESTARTS, Embedded, answer_of
from server.store.store import Store
from tests.server.store.store_suite import advance, new_room
from tests.support.stores import connected, server, until

USER = """
import asyncio, json, sys
from pathlib import Path
from server.store.embedded.launcher import Embedded

async def main():
    store = Embedded(Path(sys.argv[1]))
    url = await store.start()
    print(json.dumps([url, store.pid()]), flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    await store.stop()

asyncio.run(main())
"""


@contextlib.asynccontextmanager
async def running(data: Path, count: int = 1):
    """Processes that use the folder at the same time."""
    pipe = asyncio.subprocess.PIPE
    command = (sys.executable, "-c", USER, str(data))
    users = [await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe) for _ in range(count)]
    try:
        yield users
    finally:
        for user in users:
            if user.returncode is None:
                user.kill()
            await user.communicate(b"")


async def said(user: asyncio.subprocess.Process) -> list:
    return json.loads(await user.stdout.readline())


@pytest.fixture
async def data(tmp_path: Path):
    """A data folder; whatever server is left in it ends with the test."""
    folder = tmp_path / "data"
    yield folder
    left = Embedded(folder)
    if folder.exists() and (pid := left.pid()) is not None:
        os.kill(pid, signal.SIGKILL)
        await until(lambda: left.pid() is None)


async def test_eight_starters_make_one_server_and_the_last_to_leave_stops_it(data):
    async with running(data, 8) as users:
        told = [await said(user) for user in users]
        assert len({(url, pid) for url, pid in told}) == 1
        for user in users[:7]:
            await user.communicate(b"")
        assert answer_of(data / "db.sock") == "+PONG"
        await users[7].communicate(b"")
        assert Embedded(data).pid() is None


async def test_moves_survive_kill_9_and_a_restart_by_the_supervisor(data):
    embedded = Embedded(data)
    store = await Store.open(Address.parse(await embedded.start()))
    room = new_room()
    for turn in range(3):
        await advance(store, room, turn * 20, 20)
        pid = embedded.pid()
        os.kill(pid, signal.SIGKILL)
        await until(lambda: embedded.pid() not in (None, pid))  # noqa: B023
        await connected(store)
        assert (await store.load(room)).version == (turn + 1) * 20
    await store.close()
    await embedded.stop()
    assert (data.stat().st_mode & 0o777, embedded.pid()) == (0o700, None)


async def test_the_server_outlives_the_process_that_started_it_and_is_joined_again(data):
    async with running(data) as (user,):
        _, pid = await said(user)
        user.kill()
        await user.communicate(b"")
        embedded = Embedded(data)
        await embedded.start()
        assert embedded.pid() == pid
        await embedded.stop()
        assert embedded.pid() is None


async def test_a_server_that_keeps_dying_is_given_up_with_the_reason(data):
    embedded = Embedded(data)
    await embedded.start()
    for _ in range(RESTARTS + 1):
        await until(lambda: embedded.pid() is not None)
        os.kill(embedded.pid(), signal.SIGKILL)
        await until(lambda: embedded.pid() is None)
    await until(lambda: embedded.given_up)
    assert "died 5 times in half an hour" in embedded.given_up
    await embedded.stop()


async def test_a_long_path_goes_through_a_short_link(tmp_path):
    data = tmp_path / ("long" * 30) / "data"
    embedded = Embedded(data)
    url = await embedded.start()
    assert len(url) < 100
    store = await Store.open(Address.parse(url))
    await advance(store, new_room(), 0, 1)
    await store.close()
    await embedded.stop()
    Path(url.removeprefix("unix://")).parent.unlink()


async def test_its_settings_pass_the_checks(data):
    embedded = Embedded(data)
    found = await check(Address.parse(await embedded.start()))
    assert found.refusals == found.warnings == ()
    assert found.kind.startswith("valkey 9")
    await embedded.stop()


async def test_a_weak_store_is_refused_in_clear_sentences_or_announced_as_relaxed(tmp_path):
    options = {"maxmemory-policy": "allkeys-lru"}
    async with server(tmp_path / "weak", fsync="everysec", options=options) as weak:
        found = await check(weak.address)
        assert found.refusals == (
            "Accepted moves of the last second are lost on power failure: set `appendfsync always`.",
            "A full store throws rooms away: set `maxmemory-policy noeviction`.",
        )
        relaxed = await check(weak.address, relaxed=True)
        assert relaxed.refusals == ()
        assert relaxed.warnings[0].startswith("Relaxed: ")
        await weak.ask("CONFIG", "SET", "appendonly", "no")
        await weak.ask("ACL", "SETUSER", "default", "-config")
        hidden = await check(weak.address)
        assert hidden.refusals == ("Accepted moves are lost when the store stops: set `appendonly yes`.",)
        assert len(hidden.warnings) == 2


async def test_a_folder_that_is_a_file_is_refused_in_one_sentence(tmp_path):
    (tmp_path / "data").write_text("not a folder")
    with pytest.raises(NoStore, match=r"^The data folder .* cannot be used: File exists\.$"):
        await Embedded(tmp_path / "data").start()


async def test_data_that_another_program_wrote_is_refused_in_one_sentence(data):
    (data / "appendonlydir").mkdir(parents=True)
    (data / "appendonlydir" / "appendonly.aof.1.base.rdb").write_bytes(b"REDIS0012\xfa")
    with pytest.raises(NoStore, match=r"was written by Redis, which valkey .* cannot read"):
        await Embedded(data).start()
    (data / "appendonlydir" / "appendonly.aof.1.base.rdb").write_bytes(b"VALKEY080\xfa")
    with pytest.raises(NoStore, match="was written by Valkey"):
        await Embedded(data, Binary(Path("redis-server"), "redis", (8, 0))).start()


async def test_data_that_is_damaged_is_refused_with_the_servers_own_words(data):
    (data / "appendonlydir").mkdir(parents=True)
    (data / "appendonlydir" / "appendonly.aof.manifest").write_text("nonsense\n")
    with pytest.raises(NoStore, match="does not start: "):
        await Embedded(data).start()


async def test_without_any_server_program_the_refusal_says_what_to_do(monkeypatch):
    monkeypatch.setattr("server.store.embedded.binary.bundled", lambda: None)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(NoStore, match="install valkey-server"):
        await asyncio.to_thread(find_binary)


async def test_an_old_server_program_is_passed_over(monkeypatch, tmp_path):
    old = tmp_path / "redis-server"
    old.write_text("#!/bin/sh\necho 'Redis server v=6.0.16 sha=0 malloc=libc bits=64 build=0'\n")
    old.chmod(0o755)
    monkeypatch.setattr("server.store.embedded.binary.bundled", lambda: None)
    monkeypatch.setenv("PATH", f"{tmp_path}:/nowhere:{Path(shutil.which('sh')).parent}")
    monkeypatch.setattr("shutil.which", lambda name: str(old) if name == "redis-server" else None)
    with pytest.raises(NoStore, match=r"is only 6\.0\.16"):
        await asyncio.to_thread(find_binary)


def test_the_bundled_program_is_there():
    assert bundled().is_file()
    assert find_binary().name == "valkey"
