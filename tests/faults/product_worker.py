"""`paiju serve` for crowds: without the limits that hold people back, and without the guards that WITHOUT names.

A test of faults that still passes without its guard proves nothing. No setting of the product reaches any of this.
"""

from __future__ import annotations

import asyncio
import atexit
import gc
import json
import logging
import os
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import engineio
import msgspec
import socketio

sys.path.append(str(Path(__file__).resolve().parents[2]))  # last: what is served may be a release

from server import app
from server.__main__ import main
from server.base import logs
from server.base.metrics import Metrics
from server.doors import client_socket
from server.doors.door import Door
from server.doors.gate import rate_limits
from server.processes import workers
from server.rooms import decide, match, player_commands
from server.rooms.decision import Who
from server.rooms.document import SCHEMA
from server.rooms.registry import Rooms
from server.store.address import Address
from server.store.commits import Commit, Commits, Failed, Kept
from server.store.entries import Entry
from server.store.store import Store
from server.store.types import Document
from tests.faults.guards import GUARDS, tuned

rate_limits.RATE = rate_limits.BURST = 1e9


def override(module: ModuleType, **constants: object) -> None:
    """What is final in the product has these values here."""
    for name, value in constants.items():
        assert hasattr(module, name), f"{module.__name__} has no {name}"
        setattr(module, name, value)


MANY_ROOMS, MANY_GUESSES = rate_limits.Rate("crowd", 1e6, 10**9), rate_limits.Rate("guesses", 1e6, 10**9)
override(rate_limits, ROOMS_PER_ADDRESS=MANY_ROOMS, ROOMS_PER_PLAYER=MANY_ROOMS)
override(rate_limits, GUESSES_PER_ADDRESS=MANY_GUESSES, GUESSES_AT_ALL=MANY_GUESSES)


def count_what_is_held(self: Metrics, registered: Callable[[Metrics], None] = Metrics.__init__) -> None:
    """In `/metrics`, what a siege must not leave behind."""
    registered(self)
    self.watch("tasks", "tasks", tasks)
    self.watch("descriptors", "open file descriptors", lambda: len(os.listdir("/proc/self/fd")))
    self.watch("sessions", "what the engines keep of a session", sessions)


def tasks() -> int:
    # An arena room that nobody is in any more keeps its own for a minute or two: that belongs to the room.
    return sum(not task.get_name().startswith("arena room ") for task in asyncio.all_tasks())


def sessions() -> int:
    engines = [one for one in gc.get_objects() if isinstance(one, engineio.AsyncServer)]
    servers = [one for one in gc.get_objects() if isinstance(one, socketio.AsyncServer)]
    return sum(len(one.sockets) for one in engines) + sum(len(one.environ) for one in servers)


Metrics.__init__ = count_what_is_held


if os.environ.get("SMALL_KERNEL"):
    # What the kernel holds for a peer that does not read comes before what the product holds.
    listen = workers.listen

    def listen_small(*where: Any, **how: Any) -> socket.socket:
        bound = listen(*where, **how)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
        return bound

    workers.listen = listen_small


if file := os.environ.get("CHECK_TIMES"):
    # How long the server takes for each `check`, written when it ends. What the machine lets it and its store wait
    # for a processor that others use is left out: the kernel counts that.
    check = Rooms.check
    times: list[float] = []
    counted = [Path(f"/proc/{pid}/schedstat") for pid in (os.getpid(), os.environ["STORE_PID"])]

    def served() -> float:
        return time.perf_counter() - sum(int(one.read_text().split()[1]) for one in counted) / 1e9

    async def timed(self: Rooms, room_id: str, who: Who, message: player_commands.Check) -> Any:
        began = served()
        try:
            return await check(self, room_id, who, message)
        finally:
            times.append(served() - began)

    Rooms.check = timed
    atexit.register(lambda: Path(file).write_text(json.dumps(times), encoding="utf-8"))


def without_dedupe() -> None:
    """A resent action is taken for a new one."""

    def act(d: Any, who: Any, message: player_commands.Act) -> Any:
        last = d.room.hot.acts[d.room.seat_of(who.player)].n
        return match.act(d, who, msgspec.structs.replace(message, n=last + 1))

    decide._BY_PLAYERS[player_commands.Act] = act


def without_commit_first() -> None:
    """Actions are answered before they are committed: what many fast servers do."""
    send_now = Commits.send

    def later(self: Commits, commit: Commit, kept: Kept, failed: Failed) -> None:
        loop = asyncio.get_running_loop()
        if b"\xa4kind\xa3act" not in commit.log:
            send_now(self, commit, kept, failed)
            return
        loop.call_later(0.05, send_now, self, commit, lambda: None, lambda _: None)
        loop.call_soon(kept)

    Commits.send = later


def without_cursor() -> None:
    """A cursor that is in no history kept is taken for the newest."""
    since = Store.since

    async def trusting(self: Store, room: str, tag: int) -> list[Entry] | None:
        return await since(self, room, tag) or []

    Store.since = trusting


def without_bound() -> None:
    """Whatever a peer does not read waits for them."""
    override(client_socket, FRAMES_LIMIT=10**12, BYTES_LIMIT=10**12)


def without_quiet() -> None:
    """Whatever is wrong with a packet is logged, with its traceback, as libraries do."""
    logs.Slowed.filter = lambda *_: True
    Door.bad_packet = lambda self: logging.getLogger("paiju.engine").exception("bad packet")


def without_step_back() -> None:
    """An old worker reads and writes rooms that a newer one has written."""
    GUARDS["schema"] = ("commit", "if tonumber(ARGV[2]) < tonumber(room[4]) then return { 4 } end", "")

    def trusting(self: Commits, fields: list[Any]) -> Document:
        version, incarnation, tag, _, hot, cold = fields
        return Document(int(incarnation), int(version), int(tag), hot, cold)

    Commits.document = trusting


def newer() -> None:
    """The next version of the program: it writes the next schema."""
    override(app, SCHEMA=SCHEMA + 1)


SWITCHES: dict[str, Callable[[], None]] = {
    "dedupe": without_dedupe,
    "commit first": without_commit_first,
    "cursor": without_cursor,
    "bound": without_bound,
    "quiet": without_quiet,
    "step back": without_step_back,
    "being old": newer,
}

wanted = [word for word in os.environ.get("WITHOUT", "").split(",") if word]
for word in wanted:
    if word in SWITCHES:
        SWITCHES[word]()
scripts = [word for word in wanted if word in GUARDS] + (["schema"] if "step back" in wanted else [])
if scripts:
    opened = Store.open

    async def careless(address: Address, **how: Any) -> Store:
        return await opened(address, **{**how, "tuning": tuned(scripts)})

    Store.open = careless

if __name__ == "__main__":
    sys.exit(main(["serve", *sys.argv[1:]]))
