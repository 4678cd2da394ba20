"""Opens connections to the store, and keeps them open."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any, Final

import hiredis

from server.store.address import Address
from server.store.admin import primary_of
from server.store.types import Unavailable

from .store_socket import Argument, LastingSocket, Reply, StoreSocket, judged, pack_command

CONNECT_TIMEOUT: Final = 1.0
FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 2.0


async def connected(address: Address, receive: Callable[[Any], None], lost: Callable[[], None]) -> StoreSocket:
    """A connection that is open, authenticated and answering. Raises OSError, TimeoutError, Reply or Unavailable."""
    loop = asyncio.get_running_loop()
    watched, address = bool(address.sentinels), await primary_of(address)

    def make() -> StoreSocket:
        return StoreSocket(receive, lost)

    async with asyncio.timeout(CONNECT_TIMEOUT):
        if address.path:
            _, connection = await loop.create_unix_connection(make, address.path)
        else:
            _, connection = await loop.create_connection(make, address.host, address.port, ssl=address.tls)
    try:
        async with asyncio.timeout(CONNECT_TIMEOUT):
            await _greet(connection, address, primary=watched)
    except BaseException:
        connection.abort()
        raise
    return connection


async def _greet(connection: StoreSocket, address: Address, *, primary: bool) -> None:
    """Log in. With `primary`, check that the server is the primary: the sentinels may not know the newest one yet."""
    commands: list[tuple[Argument, ...]] = [("CLIENT", "SETNAME", "paiju")]
    if address.password:
        commands.insert(0, ("AUTH", *((address.user,) if address.user else ()), address.password))
    if address.db:
        commands.append(("SELECT", address.db))
    if primary:
        commands.append(("ROLE",))
    commands.append(("ECHO", "paiju"))  # with a full disk the server refuses PING but still lets us read
    greetings = connection.greetings
    assert greetings is not None
    connection.write(b"".join(pack_command(command) for command in commands))
    for _ in commands:
        answer = await greetings.get()
        if isinstance(answer, hiredis.ReplyError):
            raise judged(answer)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, list) and answer[0] != b"master":
            raise Unavailable(f"The store at {address} is not the primary any more.")
    connection.greetings = None


async def keep(lasting: LastingSocket) -> None:
    """Keep the connection open until cancelled."""
    pause = FIRST_PAUSE
    try:
        while True:
            lasting.gone.clear()
            try:
                lasting.connection = await connected(lasting.address, lasting.receive, lasting.on_lost)
            except (OSError, TimeoutError, Reply, Unavailable) as error:
                lasting.failed(str(error) or type(error).__name__)
            else:
                lasting.failures, pause = 0, FIRST_PAUSE
                lasting.on_connected()
                await lasting.gone.wait()
                lasting.failed("The connection was lost.")
            await asyncio.sleep(pause * random.uniform(0.5, 1))
            pause = min(2 * pause, LONGEST_PAUSE)
    finally:
        lasting.closed()
