"""The store as rooms see it: load, commit, watch, and the clock behind them."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from server.base.tasks import Tasks
from server.store.link.cluster import Cluster, ClusterSubscriptions
from server.store.link.connect import keep
from server.store.link.link import Commands, Link, settle
from server.store.link.store_socket import Argument
from server.store.link.subscriptions import Subscriptions

from .address import Address
from .admin import ServerKind, kind_of
from .allowances import Allowances
from .boards import Boards
from .catch_up import SWEEP, CatchUp
from .claims import Claims
from .clock import Clock
from .commits import Commit, Commits
from .directory import READABLE_FROM, Directory
from .entries import Entry, tag_of, unpack
from .feed import Feed
from .feeds import Feeds
from .heartbeat import Heartbeat
from .keys import SHARDS, room_keys, shard_key
from .presence import Presence
from .record_shelf import RecordShelf
from .recovery import Recovery
from .replays import Replays
from .review_shelf import ReviewShelf
from .scripts import Scripts
from .timers import LEASE, Timers
from .types import Document, Listener, OnWake, Unavailable, Watch

DRIFT: Final = 250
PAGE: Final = 64


@dataclass(frozen=True, slots=True)
class Tuning:
    """Values that no installation needs to change. Tests change them to show that each safeguard is needed."""

    sweep: float = SWEEP
    lease: int = LEASE
    drift: int = DRIFT
    ticks: Callable[[], float] = time.monotonic
    scripts: Scripts = field(default_factory=Scripts)


class Store:
    """One worker's access to the store. Use `await Store.open(address)`."""

    def __init__(
        self, address: Address, kind: ServerKind, schema: int, worker: str, replicas: int, tuning: Tuning
    ) -> None:
        scripts = tuning.scripts
        self.worker = worker
        self.kind = kind
        self._scripts = scripts
        self._tasks = Tasks()
        self._commands: Commands
        if kind.clustered:
            cluster = Cluster(address)
            self._commands = cluster
            self._tasks.keep(cluster.keep, "cluster")
        else:
            link = Link(address)
            self._commands = link
            self._tasks.keep(partial(keep, link), "store")
        self._clock = Clock(tuning.ticks)
        self._heartbeat = Heartbeat(self._commands, scripts, self.worker, self._clock)
        self._timers = Timers(self._commands, scripts, self._clock, lease=tuning.lease, clustered=kind.clustered)
        self._catch_up = CatchUp(self._commands)
        self._feeds = Feeds(self._catch_up)
        self._feeds.on_foreign = self._timers.alarms.forget
        if kind.clustered:
            ears = ClusterSubscriptions(
                cluster, sharded=kind.sharded, on_message=self._feeds.message, on_heard=self._feeds.heard
            )
            self._feeds.ears = ears
            self._tasks.keep(ears.keep, "cluster subscriptions")
        else:
            hearing = Subscriptions(address, sharded=False, on_message=self._feeds.message, on_heard=self._feeds.heard)
            self._feeds.ears = hearing
            self._tasks.keep(partial(keep, hearing), "subscriptions")
        self._recovery = Recovery(self._commands, self._heartbeat, self._tasks, replicas)
        self._commits = Commits(
            self._commands,
            self._clock,
            self._timers.alarms,
            self._feeds,
            kind,
            scripts,
            schema,
            tuning.drift,
            self._recovery,
        )
        # Bound directly: every move calls these.
        self.now = self._clock.now
        self.feeds: Mapping[str, Feed] = self._feeds.rooms
        """The feeds of the rooms that are watched here, by room."""
        self.send = self._commits.send
        self.limits = Allowances(self._commands, scripts)
        self.presence = Presence(self._commands, scripts, self.worker)
        self.boards = Boards(self._commands, scripts, self._clock)
        self.directory = Directory(self._commands, scripts)
        self.marks = Claims(self._commands, scripts)
        self.replays = Replays(self._commands)
        self.records = RecordShelf(self._commands, scripts, clustered=kind.clustered)
        self.reviews = ReviewShelf(self._commands, scripts)
        self.claim_code = self.directory.claim_code
        self.keep_code = self.directory.keep_code
        self.drop_code = self.directory.drop_code
        self.find = self.directory.find
        self.take = self.limits.take
        self._heartbeat.on_beat = self._beaten
        self._sweep = partial(self._catch_up.keep, self._feeds, tuning.sweep)
        self._mirroring: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls,
        address: Address,
        *,
        schema: int = 1,
        readable_from: int = READABLE_FROM,
        worker: str = "",
        replicas: int = 0,
        tuning: Tuning | None = None,
    ) -> Store:
        """A store that is connected and knows the time. With `replicas`, a commit is accepted only when that many have
        it.

        `schema` is the schema of the rooms that we write. Raises Unavailable, or OldWorker if a newer program has
        changed the store so that a program with this schema cannot read the data beside the rooms (`readable_from`).
        """
        kind = await kind_of(address)
        store = cls(address, kind, schema, worker or secrets.token_hex(8), replicas, tuning or Tuning())
        try:
            if isinstance(store._commands, Cluster):
                await store._commands.started()
            await store._heartbeat.beat()
            await store.directory.migrate(schema, readable_from)
        except BaseException:
            await store.close()
            raise
        store._tasks.keep(store._heartbeat.keep, "clock")
        store._tasks.keep(store._sweep, "sweep of the feeds")
        return store

    def _beaten(self) -> None:
        self.presence.beaten(self._heartbeat.known)
        if self.kind.clustered and (self._mirroring is None or self._mirroring.done()):
            self._mirroring = self._tasks.start(self._mirror(), "copies of the beat")

    async def _mirror(self) -> None:
        """Copy the beat to each shard, because a cluster's scripts cannot reach it elsewhere."""
        at, down = self._clock.at, self._clock.down
        work = (self._commands.run(self._scripts.mirror, [shard_key(n, "beat")], at, down) for n in range(SHARDS))
        await asyncio.gather(*work, return_exceptions=True)

    async def close(self) -> None:
        await self._timers.stop()
        if self.ready:
            with contextlib.suppress(Unavailable):
                await self.presence.leave()
        await self._catch_up.close(self._feeds.close())
        await self._tasks.close()

    @property
    def ready(self) -> bool:
        """False if commits are refused at once, without waiting."""
        return self._commands.ready

    @property
    def deaf_for(self) -> float:
        """For how many seconds some of the store's messages cannot reach us; 0 while all is well."""
        return self._feeds.deaf_for

    @property
    def open_rooms(self) -> int:
        return self._timers.open_rooms

    def wake_rooms(self, on_wake: OnWake) -> None:
        """From now on, call `on_wake(room, at)` for rooms whose wake is due."""
        self._timers.start(on_wake)

    async def stop_waking(self) -> None:
        await self._timers.stop()

    async def commit(self, commit: Commit) -> None:
        """Commit, and tell the listeners here. Raises the exceptions that `Commits.send` passes to `failed`."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.send(commit, partial(self._kept, commit, future), partial(settle, future))
        await future

    def _kept(self, commit: Commit, future: asyncio.Future[None]) -> None:
        if (feed := self.feeds.get(commit.room)) is not None:
            feed.own(commit.entry)
        settle(future, None)

    async def load(self, room: str) -> Document | None:
        """The room as it is now. Raises OldWorker if only a newer worker can read it."""
        fields = await self._read("HMGET", room_keys(room).room, "v", "inc", "tag", "sv", "hot", "cold")
        await self._recovery.copied(room_keys(room))
        return None if fields[0] is None else self._commits.document(fields)

    async def _read(self, *command: Argument) -> Any:
        """Ask, and ask once more if the connection was lost meanwhile: reading twice is harmless."""
        try:
            return await self._commands.call(*command)
        except Unavailable as error:
            if not error.unknown:
                raise
        return await self._commands.call(*command)

    async def since(self, room: str, tag: int) -> list[Entry] | None:
        """The entries after the one with that tag; None if that one is not kept, or was never in this history."""
        key, upto = room_keys(room).entries, "+"
        later: list[Entry] = []
        while True:
            page = await self._read("XREVRANGE", key, upto, "-", "COUNT", PAGE)
            for name, (_, data) in page:
                if tag_of(data) == tag:
                    return later[::-1]
                later.append(unpack(data))
                upto = f"({name.decode()}"
            if len(page) < PAGE:
                return None

    async def history(self, room: str, first: int = 1, last: int | None = None) -> list[tuple[int, bytes]]:
        """The command log, or a part of it: (version, logged command)."""
        key, after, upto = room_keys(room).log, f"{first}-0", "+" if last is None else f"{last}-0"
        actions: list[tuple[int, bytes]] = []
        while True:
            page = await self._read("XRANGE", key, after, upto, "COUNT", 1000)
            for name, (_, data) in page:
                actions.append((int(name.partition(b"-")[0]), data))
            if len(page) < 1000:
                return actions
            after = f"({actions[-1][0]}-0"

    def watch(self, room: str, listener: Listener) -> Watch:
        """Follow the room until the watch is closed."""
        return self._feeds.watch(room, listener)

    async def probe(self) -> bool:
        """Does the store answer now? Used for `/readyz`."""
        try:
            async with asyncio.timeout(1):
                await self._heartbeat.beat()
        except (Unavailable, TimeoutError):
            return False
        return True
