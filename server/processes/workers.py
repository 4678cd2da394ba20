"""Runs the server: as a single process, or as several workers that a parent watches (`supervisor.py`)."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from server import app
from server.base import logs
from server.base.metrics import Metrics
from server.base.settings import Settings

from . import merged_metrics, private_socket, time_limits
from .listening_socket import ListeningSocket, PortTaken, listen
from .supervisor import Supervisor
from .watchdog import LOST_LISTENER, Watchdog

__all__ = ["PortTaken", "alone", "listen", "run", "together"]
log = logging.getLogger("paiju.workers")

LOOK_S: Final = 0.25
X = TypeVar("X")


def run(main: Callable[[], Coroutine[Any, Any, X]]) -> X:
    """Run a coroutine on the fastest installed event loop."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(main())
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(main())


def stop_on_signals(stop: asyncio.Event, switch: Watchdog, seconds: float, *signals: signal.Signals) -> None:
    """On any of these signals, stop within this many seconds."""
    loop = asyncio.get_running_loop()

    def end() -> None:
        if not stop.is_set():
            stop.set()
            switch.end_within(seconds)

    for number in signals:
        loop.add_signal_handler(number, end)


async def alone(
    settings: Settings,
    store_url: str,
    listening: socket.socket,
    switch: Watchdog,
    more: Sequence[app.OpenDoors] = (),
) -> int:
    """Run one worker in this process; returns the exit code."""
    stop = asyncio.Event()
    stop_on_signals(stop, switch, time_limits.END_S, signal.SIGTERM, signal.SIGINT)
    one = Serving(settings, store_url, listening, stop, switch, more)

    async def figures() -> bytes:
        return one.metrics.text()

    async with merged_metrics.serving(settings, {1: figures}):
        return await one.serve()


async def together(settings: Settings, store_url: str, switch: Watchdog) -> int:
    """Run several workers, each in a process, and replace those that do not serve; returns the exit code."""
    stop = asyncio.Event()
    stop_on_signals(stop, switch, time_limits.END_S + 5, signal.SIGTERM, signal.SIGINT)
    # A socket's path may have 103 bytes, and we need 40 of them.
    where = "/tmp" if len(os.fsencode(tempfile.gettempdir())) > 63 else None  # noqa: S108 - nobody else may enter it
    made = tempfile.TemporaryDirectory(prefix="paiju-", dir=where, ignore_cleanup_errors=True)
    with switch.watching(), made as folder:
        supervisor = Supervisor(settings.workers, _child, (settings, store_url, os.getpid(), folder), Path(folder))
        async with merged_metrics.serving(settings, supervisor.figures, supervisor.registry):
            return await supervisor.watch(stop)


class Serving:
    """A worker in this process, and whether it is serving."""

    def __init__(
        self,
        settings: Settings,
        store_url: str,
        listening: socket.socket,
        stop: asyncio.Event,
        switch: Watchdog,
        more: Sequence[app.OpenDoors] = (),
    ) -> None:
        self._settings = settings
        self._store_url = store_url
        self._listener = ListeningSocket(listening)
        self._stop = stop
        self._switch = switch
        self._more = more
        self.metrics = Metrics()
        self._ready = asyncio.Event()
        self._lost = False

    @property
    def answers(self) -> private_socket.Answers:
        """The worker's answers to its parent's questions."""
        return {
            private_socket.SERVES: lambda: private_socket.YES if self._listener.accepts else private_socket.NO,
            private_socket.FIGURES: self.metrics.text,
        }

    async def serve(self, meeting: Path | None = None) -> int:
        """Serve until told to stop, or until nobody can connect any more; returns the exit code."""
        looking = asyncio.create_task(self._look())
        given = (self._settings, self._store_url, self._listener.socket, self._stop)
        try:
            with self._switch.watching():
                await app.serve(
                    *given, meeting=meeting, metrics=self.metrics, more=self._more, on_ready=self._ready.set
                )
        finally:
            looking.cancel()
        return LOST_LISTENER if self._lost else 0

    async def _look(self) -> None:
        await self._ready.wait()
        while self._listener.accepts:  # noqa: ASYNC110 - there is no event for its loss
            await asyncio.sleep(LOOK_S)
        if not self._stop.is_set():
            log.critical("the listener is lost: this worker ends", extra={"exitcode": LOST_LISTENER})
            self._lost = True
            self._stop.set()
            self._switch.end_within(time_limits.END_S)


def _child(settings: Settings, store_url: str, parent: int, folder: str) -> None:
    logs.set_up(settings.log.upper())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent says when to stop
    switch = Watchdog()
    code = run(lambda: _serve_child(settings, store_url, parent, Path(folder), switch))
    if os.getppid() != parent:
        shutil.rmtree(folder, ignore_errors=True)  # the parent can no longer do it
    sys.exit(code)


async def _serve_child(settings: Settings, store_url: str, parent: int, meeting: Path, switch: Watchdog) -> int:
    stop = asyncio.Event()
    stop_on_signals(stop, switch, time_limits.END_S, signal.SIGTERM)
    one = Serving(settings, store_url, listen(settings.host, settings.port, shared=True), stop, switch)
    async with private_socket.answering(private_socket.socket_of(meeting, os.getpid()), one.answers):
        watching = asyncio.create_task(_stop_with(parent, stop, switch))
        try:
            return await one.serve(meeting)
        finally:
            watching.cancel()


async def _stop_with(parent: int, stop: asyncio.Event, switch: Watchdog) -> None:
    """Stop when the parent has died. Not every system signals its death, so this polls."""
    while os.getppid() == parent:  # noqa: ASYNC110 - there is no event for the death of another process
        await asyncio.sleep(LOOK_S)
    stop.set()
    switch.end_within(time_limits.END_S)
