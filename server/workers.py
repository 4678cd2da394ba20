"""The processes behind one port: the first one owns the store and watches over the others."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final

from . import app, logs
from .config import Settings

log = logging.getLogger("paiju.workers")

WATCH_S: Final = 0.25
SEND_BUFFER: Final = 262_144  # bytes that the system keeps for a peer that does not read; accepted sockets inherit it
PATIENCE_S: Final = 10.0


class PortTaken(Exception):
    """Somebody else listens there; the message is one sentence."""


def listen(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """A socket bound to that address. With `shared`, other processes of ours may bind it, too."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    if shared:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        raise PortTaken(f"cannot listen on {host} port {port}: {os.strerror(error.errno or 0)}") from None
    bound.setblocking(False)
    return bound


def run(main: Callable[[], Any]) -> None:
    """Run a coroutine on the fastest event loop that is installed."""
    try:
        import uvloop
    except ImportError:
        asyncio.run(main())
    else:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(main())


def stop_on_signals(stop: asyncio.Event, *signals: signal.Signals) -> None:
    loop = asyncio.get_running_loop()
    for number in signals:
        loop.add_signal_handler(number, stop.set)


async def alone(settings: Settings, store_url: str, listening: socket.socket) -> None:
    """One worker in this very process."""
    stop = asyncio.Event()
    stop_on_signals(stop, signal.SIGTERM, signal.SIGINT)
    await app.serve(settings, store_url, listening, stop)


async def together(settings: Settings, store_url: str) -> None:
    """Several workers, each a process; one that dies is replaced."""
    stop = asyncio.Event()
    stop_on_signals(stop, signal.SIGTERM, signal.SIGINT)
    with tempfile.TemporaryDirectory(prefix="paiju-", ignore_cleanup_errors=True) as meeting:
        await _watched(settings, store_url, meeting, stop)


async def _watched(settings: Settings, store_url: str, meeting: str, stop: asyncio.Event) -> None:
    spawn = multiprocessing.get_context("spawn")

    def start() -> BaseProcess:
        process = spawn.Process(target=_child, args=(settings, store_url, os.getpid(), meeting), daemon=False)
        process.start()
        return process

    processes = [start() for _ in range(settings.workers)]
    while not stop.is_set():
        for number, process in enumerate(processes):
            if not process.is_alive():
                log.error("a worker has died and is replaced", extra={"exitcode": process.exitcode})
                processes[number] = start()
        try:
            await asyncio.wait_for(stop.wait(), WATCH_S)
        except TimeoutError:
            continue
    for process in processes:
        process.terminate()
    await asyncio.to_thread(_joined, processes)


def _joined(processes: list[BaseProcess]) -> None:
    for process in processes:
        process.join(PATIENCE_S)
        if process.is_alive():
            process.kill()


def _child(settings: Settings, store_url: str, parent: int, meeting: str) -> None:
    logs.set_up(settings.log.upper())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent says when to stop
    run(lambda: _serve_child(settings, store_url, parent, meeting))
    sys.exit(0)


async def _serve_child(settings: Settings, store_url: str, parent: int, meeting: str) -> None:
    stop = asyncio.Event()
    stop_on_signals(stop, signal.SIGTERM)
    listening = listen(settings.host, settings.port, shared=True)
    watching = asyncio.create_task(_stop_with(parent, stop))
    await app.serve(settings, store_url, listening, stop, Path(meeting))
    watching.cancel()


async def _stop_with(parent: int, stop: asyncio.Event) -> None:
    """A worker does not outlive the process that started it. No signal tells of that everywhere, so it looks."""
    while os.getppid() == parent:  # noqa: ASYNC110 - what is awaited is the death of another process
        await asyncio.sleep(WATCH_S)
    stop.set()
