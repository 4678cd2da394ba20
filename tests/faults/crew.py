"""Worker processes, watchers and power cuts."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from server.store.address import Address
from server.store.entries import Entry
from server.store.store import Store, Tuning
from server.store.types import Watch
from tests.faults.moves import start
from tests.support.served import clean_environment
from tests.support.stores import Server, until

SCRIPT = Path(__file__).with_name("fault_worker.py")


@dataclass
class Worker:
    """A process that moves."""

    name: str
    history: Path
    task: dict
    process: asyncio.subprocess.Process | None = None

    async def start(self) -> Worker:
        pipe = asyncio.subprocess.PIPE
        arguments = (sys.executable, str(SCRIPT), json.dumps(self.task))
        self.process = await asyncio.create_subprocess_exec(
            *arguments, stdin=pipe, stdout=pipe, env=clean_environment()
        )
        return self

    async def ready(self) -> Worker:
        assert self.process is not None
        async with asyncio.timeout(20):
            assert await self.process.stdout.readline() == b"ready\n"
        return self

    def signal(self, number: int) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    async def end(self) -> None:
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.signal(signal.SIGCONT)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.process.communicate(b"\n"), 8)
            if self.process.returncode is None:
                self.process.kill()
                await self.process.communicate(b"")

    async def kill(self) -> None:
        self.signal(signal.SIGKILL)
        await self.process.communicate(b"")


@dataclass
class Crew:
    """The workers of one test."""

    folder: Path
    workers: list[Worker] = field(default_factory=list)

    async def hire(self, address: Address, count: int, **task) -> list[Worker]:
        """This many more workers, ready."""
        place = {"host": address.host, "port": address.port, "path": address.path}
        hired = []
        for _ in range(count):
            name = f"w{len(self.workers)}"
            history = self.folder / f"{name}.history"
            history.touch()
            hired.append(Worker(name, history, {"address": place, "name": name, "history": str(history), **task}))
            self.workers.append(hired[-1])
        await asyncio.gather(*(worker.start() for worker in hired))
        await asyncio.gather(*(worker.ready() for worker in hired))
        return hired

    @property
    def histories(self) -> list[Path]:
        return [worker.history for worker in self.workers]

    @property
    def accepted(self) -> int:
        return sum(history.read_bytes().count(b"\n") for history in self.histories)

    async def some_moves(self, more: int) -> None:
        """Wait until this many more have been accepted."""
        goal = self.accepted + more
        await until(lambda: self.accepted >= goal, 20)

    async def end(self) -> None:
        await asyncio.gather(*(worker.end() for worker in self.workers))


@dataclass
class Watcher:
    """A listener that notes anything but the next version."""

    room: str
    version: int = 0
    tags: list[int] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    resets: int = 0
    watch: Watch | None = None

    def entries(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            if entry.version != self.version + 1:
                self.wrong.append(f"{self.room}: {entry.version} after {self.version}")
            self.version = entry.version
            self.tags.append(entry.tag)

    def reset(self) -> None:
        self.resets += 1


async def make_rooms(store: Store, count: int) -> list[str]:
    rooms = [secrets.token_hex(16) for _ in range(count)]
    await asyncio.gather(*(store.commit(start(store, room)) for room in rooms))
    return rooms


@contextlib.asynccontextmanager
async def watching(address: Address, rooms: Sequence[str], stores: int, **tuning) -> AsyncIterator[list[Watcher]]:
    """A watcher per room and store."""
    opened = [await Store.open(address, tuning=Tuning(**tuning)) for _ in range(stores)]
    watchers: list[Watcher] = []
    for store in opened:
        for room in rooms:
            watcher = Watcher(room)
            watcher.watch = store.watch(room, watcher)
            watchers.append(watcher)
            await watcher.watch.started()
            watcher.version = watcher.watch.version
    try:
        yield watchers
    finally:
        for store in opened:
            await store.close()


async def all_heard(store: Store, watchers: Sequence[Watcher]) -> list[str]:
    """Wait until every watcher is where its room is; returns what any of them heard that was wrong."""
    last = {room: await store.load(room) for room in {watcher.room for watcher in watchers}}
    late: list[Watcher] = list(watchers)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(5):
            while late := [one for one in late if one.version != last[one.room].version]:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
    wrong = [f"{one.room}: at {one.version}, not {last[one.room].version}" for one in late]
    for one in watchers:
        wrong += one.wrong
        if one.resets:
            wrong.append(f"{one.room}: {one.resets} resets")
        if one.tags and one.tags[-1] != last[one.room].tag:
            wrong.append(f"{one.room}: another history")
    return wrong


def cut_power(server: Server) -> int:
    """Kill the server and take away every byte that it had not synced. Returns how many those were."""
    server.kill()
    lost = 0
    for file in (server.folder / "appendonlydir").glob("*.incr.aof"):
        note = file.with_name(file.name + ".synced")
        synced = int(note.read_text()) if note.exists() else 0
        lost += max(0, file.stat().st_size - synced)
        with file.open("r+b") as stored:
            stored.truncate(min(synced, file.stat().st_size))
    return lost
