"""What a commit may have to wait for: a server that has script and room, replicas, the right time."""

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
"""Two words of the script; lua/commit.lua has the others."""
PATIENCE: Final = 0.5
"""Seconds that a refused commit waits for the right time; a store slower than that is of no use to a game."""


class Recovery:
    """Goes on with a commit in a task, from the answer that there is so far."""

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
        """`settled` hears the script's answer, or the exception that there is instead.

        `answer`: what the server has said. When that is an exception, or None as it has not been asked again yet, the
        whole `command` is sent, wherever the room may be.
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
        """What has been read is on the replicas as well: a resent move found in a room counts as accepted.

        WAIT looks only at what its own connection has written, so something is.
        """
        if self._copies is not None:
            await self._commands.call("SET", keys.touched, 1)
            await self._copies.made(self._commands.link_of(keys.room))
