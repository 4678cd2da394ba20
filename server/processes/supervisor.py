"""The parent of several workers: asks each one whether it is serving, and kills and replaces those that do not."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final

from prometheus_client import CollectorRegistry, Counter, Gauge

from . import private_socket, time_limits
from .watchdog import LOST_LISTENER, LOST_LOOP, OVERDUE

log = logging.getLogger("paiju.workers")

WATCH_S: Final = 0.25
ASK_S: Final = 0.5
"""Seconds between an answer and the next question."""
GRACE_S: Final = 3.0
"""Time for a worker to shut down before its parent kills it."""
FIGURES_S: Final = 2.0
STEADY_S: Final = 60.0
"""If a worker has lived this long, its death does not count as one of a series."""
LONGEST_PAUSE_S: Final = 60

_WHY: Final = {LOST_LISTENER: "listener", LOST_LOOP: "loop", OVERDUE: "overdue"}


class Place:
    """One worker's place: its process, or the pause before the next one."""

    def __init__(self, number: int, start: Callable[[], BaseProcess], meeting: Path) -> None:
        self.number = number
        self._launch = start
        self._meeting = meeting
        self.process: BaseProcess | None = None
        self._due = 0.0
        self._deaths = 0  # in a row
        self._asking: asyncio.Task[None] | None = None
        self.serves = False
        self._answered = self._served = False
        self._silent = self._idle = 0.0  # seconds without an answer, and without serving
        self.killed = ""
        """The reason, if we had to kill it."""

    @property
    def path(self) -> Path:
        """The path of the worker's private socket."""
        assert self.process is not None
        return private_socket.socket_of(self._meeting, self.process.pid or 0)

    def start(self, now: float) -> None:
        self.process = self._launch()
        self._due = now + STEADY_S
        self.serves = self._answered = self._served = False
        self._silent = self._idle = 0.0
        self.killed = ""
        self._asking = asyncio.create_task(self._ask(self.path))

    def look(self, now: float, lived: float) -> str | None:
        """Check the worker, and start or kill it if necessary. Returns the reason if it has died."""
        if self.process is None:
            if now >= self._due:
                self.start(now)
        elif not self.process.is_alive():
            return self._bury(now)
        elif not self.killed:
            self._silent += lived
            self._idle += lived
            self.killed = self._lost()
            if self.killed:
                log.error("killing a worker: it %s", self.killed, extra={"number": self.number})
                self.process.kill()
        return None

    def rest(self) -> None:
        """Stop asking."""
        if self._asking is not None:
            self._asking.cancel()

    def _lost(self) -> str:
        if self._silent > (time_limits.LOST_S + GRACE_S if self._answered else time_limits.START_S):
            return "does not answer"
        if self._idle > (time_limits.END_S + GRACE_S if self._served else time_limits.START_S):
            return "does not serve"
        return ""

    def _bury(self, now: float) -> str:
        """Note the worker's death, and set the pause before the next start. Returns the reason.

        Pauses grow over a series of early deaths, so that workers that die at startup do not keep the machine busy.
        """
        assert self.process is not None
        self.rest()
        self._deaths = 0 if now >= self._due else self._deaths + 1
        seconds = min(2 ** (self._deaths - 2), LONGEST_PAUSE_S) if self._deaths > 1 else 0
        code = self.process.exitcode
        about = {"number": self.number, "exitcode": code, "seconds": seconds}
        log.error("a worker died; replacing it", extra=about)
        self.path.unlink(missing_ok=True)
        self.process.close()
        self.process, self.serves, self._due = None, False, now + seconds
        return "killed" if self.killed else _WHY.get(code or 0, "died")

    async def _ask(self, path: Path) -> None:
        """Keep asking while the worker is alive, without a timeout: only the length of the silence counts."""
        while True:
            with suppress(OSError):  # the worker is still starting, or has just ended
                self.serves = await private_socket.ask(path, private_socket.SERVES) == private_socket.YES
                self._answered, self._silent = True, 0.0
                if self.serves:
                    self._served, self._idle = True, 0.0
            await asyncio.sleep(ASK_S if self._answered else ASK_S / 5)

    async def figures(self) -> bytes:
        """The worker's metrics; empty if it cannot answer."""
        if self.process is None:
            return b""
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(FIGURES_S):
                return await private_socket.ask(self.path, private_socket.FIGURES)
        return b""


class Supervisor:
    """Keeps this many workers running; each process runs `child(*given)`."""

    def __init__(self, number: int, child: Callable[..., None], given: tuple[Any, ...], meeting: Path) -> None:
        spawn = multiprocessing.get_context("spawn")

        def start() -> BaseProcess:
            process = spawn.Process(target=child, args=given, daemon=False)
            process.start()
            return process

        self._places = [Place(n + 1, start, meeting) for n in range(number)]
        self.registry = CollectorRegistry()
        self._replaced = Counter(
            "paiju_worker_replaced", "workers that were replaced", ["worker", "why"], registry=self.registry
        )
        serves = Gauge(
            "paiju_worker_serves", "1 while the worker reports that it is serving", ["worker"], registry=self.registry
        )
        for place in self._places:
            serves.labels(str(place.number)).set_function(lambda place=place: place.serves)  # type: ignore[misc]

    @property
    def figures(self) -> Mapping[int, Callable[[], Awaitable[bytes]]]:
        """For each worker, a function that fetches its metrics."""
        return {place.number: place.figures for place in self._places}

    async def watch(self, stop: asyncio.Event) -> int:
        """Watch until told to stop, then stop the workers. Returns the exit code."""
        before = time.monotonic()
        while not stop.is_set():
            now = time.monotonic()
            # A parent that was suspended (Ctrl-Z) cannot tell whether its children were.
            lived, before = min(now - before, 2 * WATCH_S), now
            for place in self._places:
                if why := place.look(now, lived):
                    self._replaced.labels(str(place.number), why).inc()
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), WATCH_S)
        return await self._end()

    async def _end(self) -> int:
        processes = [place.process for place in self._places if place.process is not None]
        for place in self._places:
            place.rest()
        for process in processes:
            process.terminate()
        deadline = time.monotonic() + time_limits.END_S + GRACE_S
        while any(one.is_alive() for one in processes) and time.monotonic() < deadline:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        late = [process for process in processes if process.is_alive()]
        for process in late:
            log.error("a worker did not stop when told to: killing it", extra={"pid": process.pid})
            process.kill()
        for process in processes:
            process.join()
        return OVERDUE if any(process.exitcode == OVERDUE for process in processes) or late else 0
