"""Real stores for tests: private servers on a socket or a port, and a cluster of three."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import os
import random
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from server.store.address import Address
from server.store.admin import ask
from server.store.embedded.binary import bundled
from server.store.link.link import Link
from server.store.store import Store
from server.store.types import Unavailable


def free_port() -> int:
    """A port that is free together with the one that a cluster's nodes talk through, 10,000 above."""
    while True:
        port = random.randrange(20_000, 30_000)
        with socket.socket() as door, socket.socket() as bus, contextlib.suppress(OSError):
            door.bind(("127.0.0.1", port))
            bus.bind(("127.0.0.1", port + 10_000))
            return port


async def until(condition: Callable[[], Any], seconds: float = 10.0) -> None:
    """Wait for something to become true (or for an answer that is); the time limit is only for failures."""
    async with asyncio.timeout(seconds):
        while True:
            found = condition()
            if await found if inspect.isawaitable(found) else found:
                return
            await asyncio.sleep(0.005)


async def connected(store: Store) -> None:
    """Wait until there is a connection to the server of this store, which is no cluster."""
    link = store._commands
    assert isinstance(link, Link)
    await until(lambda: link.connected)


@dataclass
class Server:
    """A store server that a test may kill, freeze and start again."""

    folder: Path
    program: str = ""
    fsync: str = "always"
    port: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    env: Mapping[str, str] = field(default_factory=dict)
    file_limit: int = 0
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> Address:
        return Address(host="127.0.0.1", port=self.port) if self.port else Address(path=str(self.folder / "db.sock"))

    async def start(self) -> Server:
        self._spawn()
        async with asyncio.timeout(20):
            while True:
                with contextlib.suppress(Unavailable):
                    await ask(self.address, "PING")
                    return self
                if self.process is None or self.process.poll() is not None:
                    raise RuntimeError((self.folder / "server.log").read_text()[-2000:])
                await asyncio.sleep(0.01)

    def _spawn(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        options = {
            "port": str(self.port),
            "bind": "127.0.0.1",
            "dir": str(self.folder),
            "appendonly": "yes",
            "appendfsync": self.fsync,
            "save": "",
            "maxmemory-policy": "noeviction",
            **({} if self.port else {"unixsocket": "db.sock", "unixsocketperm": "700"}),
            **self.options,
        }
        command = [self.program or str(bundled())]
        for name, value in options.items():
            command += [f"--{name}", value]
        (self.folder / "db.sock").unlink(missing_ok=True)

        def limit_files() -> None:
            import resource

            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (self.file_limit, self.file_limit))

        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                command,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **self.env},
                restore_signals=not self.file_limit,
                preexec_fn=limit_files if self.file_limit else None,
            )

    def kill(self, number: int = signal.SIGKILL) -> None:
        assert self.process is not None
        self.process.send_signal(number)
        self.process.wait(20)

    def freeze(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    async def ask(self, *command: str):
        """An answer over a separate connection; a refusal is raised."""
        return await ask(self.address, *command)

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.kill()


@contextlib.asynccontextmanager
async def server(folder: Path, **settings) -> AsyncIterator[Server]:
    """A server that ends with the block."""
    one = Server(folder, **settings)
    try:
        yield await one.start()
    finally:
        one.end()


@contextlib.asynccontextmanager
async def cluster(folder: Path, nodes: int = 3) -> AsyncIterator[list[Server]]:
    """Three primaries that share the slots."""
    options = {"cluster-enabled": "yes", "cluster-node-timeout": "2000", "cluster-require-full-coverage": "no"}
    servers = [Server(folder / f"node{number}", port=free_port(), options=options) for number in range(nodes)]
    try:
        for one in servers:
            await one.start()
        share = 16384 // nodes + 1
        for number, one in enumerate(servers):
            last = min(16384, share * (number + 1)) - 1
            await one.ask("CLUSTER", "ADDSLOTSRANGE", str(share * number), str(last))
            await one.ask("CLUSTER", "MEET", "127.0.0.1", str(servers[0].port))
        for one in servers:

            async def joined(one: Server = one) -> bool:
                told = await one.ask("CLUSTER", "INFO")
                return b"cluster_state:ok" in told and b"cluster_known_nodes:%d" % nodes in told

            await until(joined, 20)
        yield servers
    finally:
        for one in servers:
            one.end()


@contextlib.asynccontextmanager
async def replica_of(primary: Server, folder: Path) -> AsyncIterator[Server]:
    """One more node of the cluster, which follows that primary and has all that it has."""
    replica = Server(folder, port=free_port(), options=primary.options)
    try:
        await replica.start()
        await replica.ask("CLUSTER", "MEET", "127.0.0.1", str(primary.port))
        name = (await primary.ask("CLUSTER", "MYID")).decode()

        async def replicating() -> bool:
            if name.encode() not in await replica.ask("CLUSTER", "NODES"):
                return False
            await replica.ask("CLUSTER", "REPLICATE", name)
            return b"master_link_status:up" in await replica.ask("INFO", "replication")

        await until(replicating, 20)
        yield replica
    finally:
        replica.end()
