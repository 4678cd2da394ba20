"""The bundled store: our own server in the data folder, shared by all processes that use the folder."""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final

from server.base.tasks import Tasks

from .binary import Binary, find_binary
from .data_folder import NoStore, prepare, short_path

log = logging.getLogger(__name__)

START_TIMEOUT: Final = 60.0
RESTARTS: Final = 5
RESTARTS_WITHIN: Final = 30 * 60.0


def answer_of(path: Path) -> str:
    """The answer to PING of the server behind a socket; empty if there is none."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as door:
            door.settimeout(1)
            door.connect(str(path))
            door.sendall(b"PING\r\n")
            return door.recv(200).decode(errors="replace").strip()
    except OSError:
        return ""


class Embedded:
    """Starts or joins the server and keeps it alive; the last process to leave stops it."""

    def __init__(self, data: Path, binary: Binary | None = None, *, fsync: str = "always") -> None:
        self.data = data.absolute()
        self._binary = binary
        self._fsync = fsync
        self._users: IO[bytes] | None = None
        self._tasks = Tasks()
        self._process: subprocess.Popen[bytes] | None = None
        self._restarts: list[float] = []
        self._socket = self.data / "db.sock"
        self.given_up = ""
        """Why the server is not restarted; empty while all is well."""
        self.on_giving_up: Callable[[], None] = lambda: None

    @property
    def url(self) -> str:
        return f"unix://{self._socket}"

    async def start(self) -> str:
        """Returns the address of a server that answers. Raises NoStore with one clear sentence."""
        self._binary = self._binary or await asyncio.to_thread(find_binary)
        prepare(self.data)
        self._socket = short_path(self.data) / "db.sock"
        self._users = (self.data / "users").open("ab")
        fcntl.flock(self._users, fcntl.LOCK_SH)
        starting = asyncio.ensure_future(asyncio.to_thread(self._ensure))
        try:
            await asyncio.shield(starting)
        except BaseException:
            # The thread cannot be cancelled: wait for it, so that a server started after Ctrl-C is not left behind.
            await asyncio.wait([starting])
            await self.stop()
            raise
        self._tasks.keep(self._supervise, "embedded store")
        return self.url

    async def stop(self) -> None:
        """Leave; the last process stops the server, whose data stays."""
        await self._tasks.close()
        if self._users is not None:
            await asyncio.to_thread(self._leave, self._users)
            self._users = None

    def leave_at_once(self) -> None:
        """`stop` without an event loop, for a process that is about to end."""
        if self._users is not None:
            self._leave(self._users)

    def _leave(self, users: IO[bytes]) -> None:
        with (self.data / "lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            try:
                fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if self._process is not None:
                    self._process.returncode = 0  # it runs on for other processes; this one no longer waits for it
            else:
                self._shut_down()
            users.close()

    def _shut_down(self) -> None:
        pid = self.pid()
        if pid is None:
            return
        os.kill(pid, signal.SIGTERM)
        deadline = time.monotonic() + 10
        while self.pid() is not None and time.monotonic() < deadline:
            time.sleep(0.01)

    def pid(self) -> int | None:
        """The server's process id, if it is alive: it holds a lock as long as it runs, so a stale id is recognised."""
        try:
            with (self.data / "db.pid").open("rb") as held:
                try:
                    fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
                except BlockingIOError:
                    # Empty while it starts; never 0, which would mean our own process group.
                    return int(held.read() or 0) or None
        except FileNotFoundError:
            return None
        process, self._process = self._process, None
        if process is not None:
            process.wait(5)  # it is dead: reap it
        return None

    def _ensure(self) -> None:
        """Join the server or start it: one process at a time, so that the others find it running."""
        with (self.data / "lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            deadline = time.monotonic() + START_TIMEOUT
            process: subprocess.Popen[bytes] | None = None
            if not answer_of(self._socket) and self.pid() is None:
                process = self._launch()
            while not (answer := answer_of(self._socket)) or answer.startswith("-LOADING"):
                if process is not None and process.poll() is not None:
                    raise NoStore(f"The store in {self.data} does not start: {self._last_words()}")
                if time.monotonic() > deadline:
                    raise NoStore(f"The store in {self.data} does not answer: {answer or self._last_words()}")
                time.sleep(0.01)

    def _launch(self) -> subprocess.Popen[bytes]:
        assert self._binary is not None
        self._binary.check_data(self.data)
        # Relative names: the length of the server's own socket path is limited too.
        arguments = {
            "port": "0",
            "unixsocket": "db.sock",
            "unixsocketperm": "700",
            "dir": str(self.data),
            "appendonly": "yes",
            "appendfsync": self._fsync,
            "no-appendfsync-on-rewrite": "no",
            "aof-load-truncated": "yes",
            "save": "",
            "maxmemory": str(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2),
            "maxmemory-policy": "noeviction",
            "client-output-buffer-limit": "pubsub 64mb 16mb 30",
            "daemonize": "no",
        }
        command = [str(self._binary.path)]
        for name, value in arguments.items():
            command += [f"--{name}", value]
        (self.data / "db.sock").unlink(missing_ok=True)
        with (self.data / "db.log").open("ab") as output, (self.data / "db.pid").open("a+b") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            held.truncate(0)
            process = subprocess.Popen(  # noqa: S603 - the program that `find_binary` chose
                command,
                cwd=self.data,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                pass_fds=[held.fileno()],
            )
            held.write(b"%d" % process.pid)
            held.flush()
        self._process = process
        return process

    def _last_words(self) -> str:
        try:
            lines = (self.data / "db.log").read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return "it left no word"
        return next((line for line in reversed(lines) if line.strip()), "it left no word")

    async def _supervise(self) -> None:
        while True:
            await asyncio.sleep(0.25)
            if await asyncio.to_thread(self.pid) is not None:
                continue
            now = time.monotonic()
            self._restarts = [at for at in self._restarts if now - at < RESTARTS_WITHIN]
            if len(self._restarts) >= RESTARTS:
                self.given_up = f"The store has died {RESTARTS} times in half an hour: {self._last_words()}"
                log.critical(self.given_up)
                self.on_giving_up()
                await asyncio.Event().wait()
            self._restarts.append(now)
            log.error("the store died; starting it again: %s", self._last_words())
            try:
                await asyncio.to_thread(self._ensure)
            except NoStore as error:
                log.error("%s", error)
