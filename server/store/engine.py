"""What kind of server stands behind an address."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from .address import Address
from .connect import connected
from .connection import Reply, pack_command
from .types import Unavailable

NEEDED = (6, 2)


@dataclass(frozen=True, slots=True)
class Engine:
    """Redis or Valkey, alone or as a cluster."""

    name: str
    version: tuple[int, ...]
    clustered: bool
    info: dict[str, str]

    @property
    def sharded(self) -> bool:
        """Does it publish within a shard (7.0) rather than to the whole cluster?"""
        return self.clustered and (self.name != "redis" or self.version >= (7,))

    def __str__(self) -> str:
        return f"{self.name} {'.'.join(map(str, self.version))}"


def parse_info(text: str) -> Engine:
    """From the answer to INFO."""
    info = dict(line.partition(":")[::2] for line in text.splitlines() if ":" in line)
    name = "valkey" if info.get("server_name") == "valkey" else "redis"
    version = info.get(f"{name}_version", info.get("redis_version", "0"))
    numbers = tuple(int(part) for part in version.split(".") if part.isdecimal())
    return Engine(name, numbers, info.get("cluster_enabled") == "1" or info.get("redis_mode") == "cluster", info)


async def ask_once(address: Address, *commands: tuple[str, ...]) -> list[Any]:
    """Connect, ask, go. Answers that are refusals come as exceptions in the list. Raises Unavailable."""
    answers: asyncio.Queue[Any] = asyncio.Queue()
    lost = Unavailable(f"The store at {address} closed the connection.")
    try:
        connection = await connected(address, answers.put_nowait, lambda: answers.put_nowait(lost))
    except (OSError, TimeoutError, Reply) as error:
        raise Unavailable(f"The store at {address} cannot be reached: {error or 'no answer'}") from error
    try:
        found: list[Any] = []
        for command in commands:
            connection.write(pack_command(command))
            async with asyncio.timeout(2):
                answer = await answers.get()
            if answer is lost:
                raise lost
            found.append(answer)
        return found
    except TimeoutError:
        raise Unavailable(f"The store at {address} does not answer.") from None
    finally:
        connection.abort()


async def ask_engine(address: Address) -> Engine:
    """Raises Unavailable."""
    (answer,) = await ask_once(address, ("INFO",))
    if isinstance(answer, Exception):
        raise Unavailable(f"The store at {address} does not say what it is: {answer}")
    return parse_info(str(answer, "utf-8", "replace"))
