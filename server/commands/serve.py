"""`paiju serve`: runs the server and its store, and prints the address to give to friends."""

from __future__ import annotations

import logging
import os
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import Final

import msgspec
import segno

from server import app
from server.app import OpenDoors
from server.base import assets, logs
from server.base.settings import Settings, settings
from server.doors.http.lan_address import here_alone, lan_address
from server.processes import workers
from server.processes.watchdog import Watchdog
from server.store import durability_checks
from server.store.embedded.data_folder import NoStore
from server.store.embedded.launcher import Embedded

from ..store.types import OldWorker, Unavailable

log = logging.getLogger("paiju.serve")

CANNOT: Final = (NoStore, Unavailable, OldWorker, workers.PortTaken, ValueError, PermissionError)
"""Exceptions that keep us from serving; the message of each is one sentence."""
CLOSING_S: Final = 15.0
"""Time for the bundled store to write its data and for the process to end."""


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--host", help="address to listen on")
    parser.add_argument("--port", help="port to listen on")
    parser.add_argument("--workers", type=int, help="processes that share the port")
    parser.add_argument("--data", help="data folder of the embedded store")
    parser.add_argument("--relaxed", action="store_true", help="accept a store that may lose the last second")
    parser.add_argument("--quiet", action="store_true", help="do not print the address and its QR code")


def run(chosen: Namespace) -> int:
    given = {name: value for name in ("host", "workers", "data") if (value := getattr(chosen, name)) is not None}
    if chosen.port is not None:
        given["port"] = int(chosen.port)
    wanted = msgspec.structs.replace(settings(), **given)
    logs.set_up(wanted.log.upper())
    try:
        return workers.run(lambda: serving(wanted, relaxed=chosen.relaxed, quiet=chosen.quiet))
    except CANNOT as error:
        print(error, file=sys.stderr)
        return 1


async def serving(wanted: Settings, *, relaxed: bool, quiet: bool, more: Sequence[OpenDoors] = ()) -> int:
    """Serve until told to stop; returns the exit code. `more`: doors that one worker opens besides packages' own."""
    listening = workers.listen(wanted.host, wanted.port)
    wanted = msgspec.structs.replace(wanted, port=listening.getsockname()[1])
    embedded = None if wanted.store else Embedded(wanted.folder)
    url = wanted.store or await embedded_url(embedded)
    if embedded is not None:
        embedded.on_giving_up = _stop
    switch = Watchdog(embedded.leave_at_once if embedded is not None else lambda: None)
    try:
        await _look_at_store(wanted, url, relaxed)
        if not assets.is_built(assets.static_folder()):
            log.warning(assets.UNBUILT)
        if not quiet:
            _welcome(wanted)
        if wanted.workers == 1:
            code = await workers.alone(wanted, url, listening, switch, more)
        else:
            listening.close()
            code = await workers.together(wanted, url, switch)
    finally:
        switch.end_within(CLOSING_S)
        if embedded is not None:
            await embedded.stop()
    if embedded is not None and embedded.given_up:
        raise NoStore(embedded.given_up)
    return code


def _stop() -> None:
    """Stop as if the operator had asked for it."""
    os.kill(os.getpid(), signal.SIGTERM)


async def embedded_url(embedded: Embedded | None) -> str:
    assert embedded is not None
    return await embedded.start()


async def _look_at_store(wanted: Settings, url: str, relaxed: bool) -> None:
    findings = await durability_checks.check(app.store_address(wanted, url), relaxed=relaxed)
    for warning in findings.warnings:
        log.warning(warning)
    if findings.refusals:
        raise Unavailable(" ".join(findings.refusals))


def _welcome(wanted: Settings) -> None:
    """Print the addresses: for this machine, and for friends' phones."""
    print(f"\n  Paiju 牌局   http://localhost:{wanted.port}\n")
    if here_alone(wanted.host):
        return
    if (near := lan_address()) is not None:
        print(f"  On the same network: http://{near}:{wanted.port}\n")
        segno.make(f"http://{near}:{wanted.port}", micro=False).terminal(compact=True)
    sys.stdout.flush()
