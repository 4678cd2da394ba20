"""Commands to a cluster: each goes to the node with its slot, and follows when the slot moves."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from redis.crc import key_slot

from server.base.tasks import Tasks
from server.store.address import Address
from server.store.scripts import Script
from server.store.types import Unavailable

from .connect import keep
from .link import TIMEOUT, Heard, Link
from .run_script import run
from .store_socket import Argument, Reply
from .subscriptions import Subscriptions

log = logging.getLogger(__name__)

SLOTS: Final = 16_384
PATIENCE: Final = 4.0
"""For how many seconds a command follows a moving slot or waits for a failover."""
REFRESH: Final = 15.0


@lru_cache(maxsize=1 << 14)
def slot_of(key: str) -> int:
    return key_slot(key.encode())


class Cluster:
    """The nodes and their slots. redis-py's cluster pipeline cannot run scripts, so each node has a Link."""

    def __init__(self, address: Address) -> None:
        self._seed = address
        self._loop = asyncio.get_running_loop()
        self._tasks = Tasks()
        self._links: dict[Address, Link] = {}
        self._running: dict[Address, asyncio.Task[None]] = {}
        self._slots: list[Address | None] = [None] * SLOTS
        self._stale = asyncio.Event()
        self._known = asyncio.Event()
        self.on_change: Callable[[], None] = lambda: None
        """Called when slots have moved."""

    @property
    def ready(self) -> bool:
        if not self._known.is_set():
            return True
        return all(self._links[address].ready for address in set(self._slots) if address is not None)

    def call(self, *command: Argument) -> Awaitable[Any]:
        key = command[3] if command[0] in ("EVALSHA", "EVAL") else command[1] if len(command) > 1 else ""
        return self._follow(slot_of(str(key)), command)

    def run(self, script: Script, keys: Sequence[str], *arguments: Argument) -> Awaitable[Any]:
        return run(self.call, script, keys, arguments)

    def node_of(self, key: str) -> Address | None:
        return self._slots[slot_of(key)]

    def send(self, key: str, packed: bytes, heard: Heard) -> None:
        link = self.link_of(key)
        if link is None:
            self._loop.call_soon(heard, Unavailable("This part of the cluster has no server."))
        else:
            link.send(key, packed, heard)

    def link_of(self, key: str) -> Link | None:
        address = self.node_of(key)
        return None if address is None else self._links[address]

    async def _follow(self, slot: int, command: tuple[Argument, ...]) -> Any:
        deadline = self._loop.time() + PATIENCE
        while True:
            try:
                if (address := self._slots[slot]) is None:
                    raise Unavailable("This part of the cluster has no server.")
                return await self._links[address].call(*command)
            except Reply as error:
                kind, _, rest = str(error).partition(" ")
                if kind == "ASK":
                    return await self._asking(rest, command)
                if kind != "MOVED":
                    raise
                self._slots[slot] = self._linked(self._place(rest.partition(" ")[2]))
                self._stale.set()
                if self._loop.time() > deadline:
                    raise Unavailable("The cluster is being changed.") from None
            except Unavailable as error:
                self._stale.set()
                if error.unknown or self._loop.time() > deadline:
                    raise
                await asyncio.sleep(0.1)

    async def _asking(self, rest: str, command: tuple[Argument, ...]) -> Any:
        link = self._links[self._linked(self._place(rest.partition(" ")[2]))]
        # Both leave in one write, with nothing between them.
        _, answer = await asyncio.gather(link.call("ASKING"), link.call(*command))
        return answer

    def _place(self, text: str) -> Address:
        host, _, port = text.rpartition(":")
        return self._seed.at(host, int(port))

    def _linked(self, address: Address) -> Address:
        if address not in self._links:
            link = Link(address, TIMEOUT)
            self._links[address] = link
            self._running[address] = self._tasks.start(keep(link), f"cluster node {address}")
        return address

    async def keep(self) -> None:
        """Keep learning the slots: when something has moved, and every now and then."""
        try:
            while True:
                self._stale.clear()
                learnt = await self._learn()
                try:
                    async with asyncio.timeout(REFRESH if learnt else 0.5):
                        await self._stale.wait()
                except TimeoutError:
                    pass
                await asyncio.sleep(0.1)
        finally:
            await self._tasks.close()

    async def _learn(self) -> bool:
        self._linked(self._seed)
        links = sorted(self._links.values(), key=lambda link: (link.failures, not link.connected))
        for link in links:
            try:
                ranges = await link.call("CLUSTER", "SLOTS")
            except (Unavailable, Reply):
                continue
            if ranges:
                self._adopt(link.address, ranges)
                return True
        return False

    def _adopt(self, teller: Address, ranges: list[Any]) -> None:
        before, slots = self._slots, list[Address | None]([None] * SLOTS)
        for first, last, master, *_ in ranges:
            host = (master[0] or b"").decode() or teller.host
            address = self._linked(self._seed.at(host, master[1]))
            slots[first : last + 1] = [address] * (last + 1 - first)
        self._slots = slots
        self._known.set()
        used = {address for address in slots if address is not None} | {self._seed}
        for address in set(self._links) - used:
            del self._links[address]
            self._running.pop(address).cancel()
        if slots != before:
            self.on_change()

    async def started(self) -> None:
        """Returns once the slots are known. Raises Unavailable."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._known.wait()
        except TimeoutError:
            raise Unavailable("No node of the cluster knows its slots.") from None

    def refresh(self) -> None:
        """Ask for the slots again."""
        self._stale.set()


class ClusterSubscriptions:
    """Subscriptions, each on the node with the channel's slot."""

    def __init__(
        self,
        cluster: Cluster,
        *,
        sharded: bool,
        on_message: Callable[[str, bytes], None],
        on_heard: Callable[[str], None],
    ) -> None:
        self._cluster = cluster
        self._sharded = sharded
        self._on_message = on_message
        self._on_heard = on_heard
        self._tasks = Tasks()
        self._nodes: dict[Address, Subscriptions] = {}
        self._running: dict[Address, asyncio.Task[None]] = {}
        self._channels: dict[str, Address | None] = {}
        self._wrong = asyncio.Event()
        self._moved: set[Address] = set()
        cluster.on_change = self._wrong.set

    @property
    def deaf_for(self) -> float:
        """For how many seconds subscriptions have been dead, on the node with the longest loss."""
        return max((node.deaf_for for node in self._nodes.values()), default=0.0)

    def subscribe(self, channel: str) -> None:
        self._channels[channel] = address = self._cluster.node_of(channel)
        if address is None:
            self._wrong.set()
        else:
            self._node(address).subscribe(channel)

    def unsubscribe(self, channel: str) -> None:
        address = self._channels.pop(channel, None)
        if address is not None and address in self._nodes:
            self._nodes[address].unsubscribe(channel)

    def _node(self, address: Address) -> Subscriptions:
        if address not in self._nodes:
            hearing = Subscriptions(
                address,
                sharded=self._sharded,
                on_message=self._on_message,
                on_heard=self._on_heard,
                on_moved=lambda: self._lost_slot(address),
            )
            self._nodes[address] = hearing
            self._running[address] = self._tasks.start(keep(hearing), f"subscriptions at {address}")
        return self._nodes[address]

    def _lost_slot(self, address: Address) -> None:
        self._moved.add(address)
        self._wrong.set()
        self._cluster.refresh()

    async def keep(self) -> None:
        """Move subscriptions along with their slots."""
        try:
            while True:
                await self._wrong.wait()
                await asyncio.sleep(0.2)  # slots usually move together
                self._wrong.clear()
                for channel, was in list(self._channels.items()):
                    now = self._cluster.node_of(channel)
                    if now != was or now is None:
                        self.unsubscribe(channel)
                        self.subscribe(channel)
                for address in [address for address, node in self._nodes.items() if not node.channels]:
                    del self._nodes[address]
                    self._running.pop(address).cancel()
                for address in self._moved & set(self._nodes):
                    self._nodes[address].cut()  # it subscribes again, or is told again that the slot is elsewhere
                self._moved.clear()
        finally:
            await self._tasks.close()
