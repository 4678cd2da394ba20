"""`paiju serve` as a host would run it: real processes, which a test may kill and start again."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.stores import free_port

PAIJU = str(Path(sys.executable).with_name("paiju"))
RELEASE = os.environ.get("RELEASE")
"""The folder of a release that is served in place of the sources."""


HASTY = (sys.executable, str(Path(__file__).with_name("hasty_bots.py")))
"""The product, except for the number of rooms that one address may make, and with bots that do not wait."""

FROM_SOURCES = {"PYTHONPATH": str(Path(__file__).resolve().parents[2])}
"""For tests that take a guard away: a release has it in machine code, where nothing can be taken away."""


def clean_environment(**settings: str) -> dict[str, str]:
    """The environment of a host who has set nothing but these."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PAIJU_", "COV_", "COVERAGE_"))}
    return {**kept, **({"PYTHONPATH": RELEASE} if RELEASE else {}), **settings}


def _command_line(pid: str) -> bytes:
    """Of a process; empty once it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


@dataclass
class Served:
    """One `paiju serve`, with all its processes in a separate process group."""

    folder: Path
    store: str = ""
    workers: int = 1
    port: int = 0
    program: Sequence[str] = (PAIJU, "serve")
    env: Mapping[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None

    @property
    def running(self) -> subprocess.Popen[bytes]:
        """Its process, since it was started."""
        assert self.process is not None
        return self.process

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.folder / f"serve-{self.port}.log"

    def spawn(self) -> Served:
        """Start it, without waiting until it is ready."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.port = self.port or free_port()
        settings = {"PAIJU_STORE": self.store} if self.store else {"PAIJU_DATA": str(self.folder / "data")}
        command = [*self.program, "--quiet", "--host", "127.0.0.1", "--port", str(self.port)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--workers", str(self.workers)],
                env=clean_environment(**settings, **self.env),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        return self

    @property
    def ready(self) -> bool:
        """Does it say that it is ready?"""
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=2) as answer:
                return answer.status == 200
        except (OSError, urllib.error.URLError):
            return False

    def start(self, seconds: float = 60) -> float:
        """Start it and wait until it is ready; how long that took."""
        began = time.monotonic()
        self.spawn()
        while not self.ready:
            if self.running.poll() is not None:
                raise RuntimeError(f"ended with {self.running.returncode}: {self.log.read_text()[-2000:]}")
            assert time.monotonic() < began + seconds, self.log.read_text()[-2000:]
            time.sleep(0.01)
        if RELEASE and "PYTHONPATH" not in self.env:
            libraries = Path(f"/proc/{self.running.pid}/maps").read_text()
            assert f"{Path(RELEASE).resolve()}/" in libraries, "these are the sources, and not the release"
        return time.monotonic() - began

    def workers_pids(self) -> list[int]:
        """The processes that serve, where there are several: the children that run our own program."""
        pid = self.running.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [int(child) for child in children if b"spawn_main" in _command_line(child)]

    def store_pid(self) -> int:
        return int((self.folder / "data" / "db.pid").read_text())

    def kill(self, *, with_store: bool = False) -> None:
        """kill -9 of the whole group; the embedded store has a separate group."""
        pids = [self.store_pid()] if with_store else []
        os.killpg(self.running.pid, signal.SIGKILL)
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        self.running.wait(10)

    def interrupt(self, number: int = signal.SIGINT) -> int:
        """As Ctrl-C does: the signal reaches the whole group. The exit code."""
        os.killpg(self.running.pid, number)
        return self.running.wait(20)

    def terminate(self) -> int:
        """As a service manager stops it."""
        self.running.send_signal(signal.SIGTERM)
        return self.running.wait(20)

    def rss(self) -> int:
        """Bytes of memory that its one process holds."""
        status = Path(f"/proc/{self.running.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) * 1024

    def metrics(self) -> dict[str, float]:
        with urllib.request.urlopen(f"{self.url}/metrics", timeout=5) as answer:
            lines = answer.read().decode().splitlines()
        return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}

    def errors(self) -> list[str]:
        """What it has logged as gone wrong."""
        lines = self.log.read_text(errors="replace").splitlines()
        return [line for line in lines if '"level": "error"' in line or '"trace"' in line or "Traceback" in line]

    def end(self) -> None:
        """Whatever state it is in, nothing of it is left."""
        if self.process is None:
            return
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(10)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)
        if not self.store:
            with contextlib.suppress(OSError, ValueError):
                pid = self.store_pid()
                if b"--appendonly" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    os.kill(pid, signal.SIGKILL)


@contextlib.contextmanager
def serve(folder: Path, **how: Any) -> Iterator[Served]:
    """A server that is ready; it ends with the block."""
    one = Served(folder, **how)
    try:
        one.start()
        yield one
    finally:
        one.end()
