"""Completes commits that could not end at once: waits for the right server, for replicas, or for the right time."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, Final

from server.base.tasks import Tasks
from server.store.link.link import Commands
from server.store.link.store_socket import Argument

from .heartbeat import Heartbeat
from .keys import RoomKeys, room_keys
from .replication import Replication
from .scripts import Script
from .types import Unavailable

KEPT: Final = 0
DRIFT: Final = 3
"""Two of the script's answers; lua/commit.lua has the others."""
PATIENCE: Final = 0.5
"""For how many seconds a commit with the wrong time waits for the store's time."""


class Recovery:
    """Continues a commit in a task, from the answer so far."""

    def __init__(self, commands: Commands, heartbeat: Heartbeat, tasks: Tasks, replicas: int) -> None:
        self._commands = commands
        self._heartbeat = heartbeat
        self._tasks = tasks
        self._copies = Replication(replicas) if replicas else None
        self.replicated = replicas > 0
        """A commit counts only when replicas have it too."""

    def start(
        self,
        room: str,
        command: tuple[Script, tuple[str, ...], tuple[Argument, ...]],
        answer: Any,
        settled: Callable[[Any], None],
    ) -> None:
        """Continue the commit; `settled` gets the script's answer, or an exception instead.

        `answer` is the server's answer so far. If it is an exception, or None because the server has not been asked
        again, the whole `command` is sent to the server that has the room now.
        """
        self._tasks.start(self._settle(room_keys(room), command, answer, settled), f"commit of {room}")

    async def _settle(self, keys: RoomKeys, command: Any, answer: Any, settled: Callable[[Any], None]) -> None:
        try:
            if answer is None or isinstance(answer, Exception):
                script, names, arguments = command
                answer = await self._commands.run(script, names, *arguments)
            if answer[0] != KEPT:
                await self.copied(keys)
            elif self._copies is not None:
                await self._copies.made(self._commands.link_of(keys.room))
            if answer[0] == DRIFT:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(PATIENCE):
                        await self._heartbeat.beat()
        except Exception as error:
            answer = error
        except BaseException:
            settled(Unavailable("The store has been closed.", unknown=True))
            raise
        settled(answer)

    async def copied(self, keys: RoomKeys) -> None:
        """Wait until replicas have the room as we have read it: a resent move that is found there counts as accepted.

        WAIT only covers writes of its own connection, so write something.
        """
        if self._copies is not None:
            await self._commands.call("SET", keys.touched, 1)
            await self._copies.made(self._commands.link_of(keys.room))
