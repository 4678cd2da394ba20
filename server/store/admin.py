"""The store's control plane: questions to the server from operators' commands and startup checks.

It uses the `redis` library. Moves go through our own data plane (`link/`), which uses this module only to ask the
sentinels for the primary.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, ResponseError

from .address import Address
from .types import Unavailable

NEEDED: Final = (6, 2)
_PATIENCE: Final[dict[str, Any]] = {"socket_connect_timeout": 1.0, "socket_timeout": 2.0}


@dataclass(frozen=True, slots=True)
class ServerKind:
    """Redis or Valkey, alone or as a cluster."""

    name: str
    version: tuple[int, ...]
    clustered: bool
    replica: bool = False
    keeps_log: bool | None = None
    """Does it write an append-only file? None if unknown."""

    @property
    def sharded(self) -> bool:
        """Does it publish within a shard (7.0) rather than to the whole cluster?"""
        return self.clustered and (self.name != "redis" or self.version >= (7,))

    def __str__(self) -> str:
        return f"{self.name} {'.'.join(map(str, self.version))}"


@asynccontextmanager
async def asking(address: Address) -> AsyncIterator[Redis]:
    """A connection for a few questions. Raises Unavailable with one sentence."""
    place = await primary_of(address)
    way = {"unix_socket_path": place.path} if place.path else {"host": place.host, "port": place.port}
    tls = {"ssl": True, **place.certificates} if place.encrypted else {}
    client = Redis(
        **way, **tls, **_PATIENCE, db=place.db, username=place.user or None, password=place.password or None,
        retry=Retry(NoBackoff(), 0), single_connection_client=True, protocol=2,
    )  # fmt: skip
    try:
        yield client
    except ResponseError:
        raise
    except (RedisError, OSError) as error:
        raise Unavailable(f"The store at {address} cannot be reached: {error or 'no answer'}") from error
    finally:
        await client.aclose()


async def ask(address: Address, *command: str) -> Any:
    """The server's answer to one command, undecoded. Raises Unavailable, or the library's ResponseError."""
    return (await ask_all(address, command))[0]


async def ask_all(address: Address, *commands: Sequence[str | bytes | int]) -> list[Any]:
    """The answers to several commands, which are sent one after another on one connection."""
    async with asking(address) as client:
        client.response_callbacks.clear()
        # The library is barely typed.
        return [await client.execute_command(*command) for command in commands]  # type: ignore[no-untyped-call]


async def kind_of(address: Address) -> ServerKind:
    """The kind of the server at the address. Raises Unavailable."""
    try:
        async with asking(address) as client:
            return _kind(await client.info())
    except ResponseError as error:
        raise Unavailable(f"The store at {address} does not say what it is: {error}") from error


async def settings_of(address: Address, names: Sequence[str]) -> dict[str, str]:
    """The values of the named settings, as far as the server lets us read them."""
    found: dict[str, str] = {}
    async with asking(address) as client:
        for name in names:
            try:
                told = await client.config_get(name)
            except ResponseError:
                continue
            if name in told:
                found[name] = str(told[name])
    return found


async def primary_of(address: Address) -> Address:
    """The primary's current address: the one given, or the one that the sentinels name. Raises Unavailable."""
    if not address.sentinels:
        return address
    tls = {"ssl": True, **address.certificates} if address.encrypted else {}
    how = {**_PATIENCE, **tls, "retry": Retry(NoBackoff(), 0)}
    sentinel = Sentinel(address.sentinels, sentinel_kwargs=how)  # type: ignore[no-untyped-call]
    try:
        host, port = await sentinel.discover_master(address.service)
    except (RedisError, OSError) as error:
        raise Unavailable(f"No sentinel knows where {address.service} is: {error}") from error
    finally:
        for asked in sentinel.sentinels:
            await asked.aclose()
    return address.at(str(host), int(port))


def _kind(info: dict[str, Any]) -> ServerKind:
    name = "valkey" if info.get("server_name") == "valkey" else "redis"
    version = str(info.get(f"{name}_version", info.get("redis_version", "0")))
    numbers = tuple(int(part) for part in version.split(".") if part.isdecimal())
    clustered = info.get("cluster_enabled") == 1 or info.get("redis_mode") == "cluster"
    keeps_log = info["aof_enabled"] == 1 if "aof_enabled" in info else None
    return ServerKind(name, numbers, clustered, info.get("role") == "slave", keeps_log)
