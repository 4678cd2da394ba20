"""One socket to the store, and the loop that opens it again whenever it is lost."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from typing import Any, Final, cast

import hiredis

from .address import Address
from .admin import primary_of
from .types import Unavailable

log = logging.getLogger(__name__)

CONNECT_TIMEOUT: Final = 1.0
FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 2.0

_PASSING: Final = (
    "BUSY",
    "CLUSTERDOWN",
    "LOADING",
    "MASTERDOWN",
    "MISCONF",
    "NOREPLICAS",
    "OOM",
    "READONLY",
    "TRYAGAIN",
)


Argument = str | bytes | int | float
# The package's stub allows commands of one word only.
pack_command: Final[Callable[[tuple[Argument, ...]], bytes]] = hiredis.pack_command  # type: ignore[assignment]


class Reply(Exception):
    """The store's own word for what is wrong with a command."""


def judged(error: hiredis.ReplyError) -> Exception:
    """A refusal that may pass (full, loading, failing over) is Unavailable, the rest is a mistake of ours."""
    text = str(error)
    # A script's failure may carry the code inside: "ERR Error running script …: MISCONF …".
    if text.startswith(_PASSING) or (text.startswith("ERR") and any(f" -{code} " in text for code in _PASSING)):
        return Unavailable(text)
    return Reply(text)


def _ignore(*_: Any) -> None:
    return None


class Connection(asyncio.Protocol):
    """Writes what it is given and passes on each answer, in order."""

    def __init__(self, receive: Callable[[Any], None], lost: Callable[[], None]) -> None:
        self._receive = receive
        self._lost = lost
        self._reader = hiredis.Reader()
        self._transport: asyncio.Transport | None = None
        self._greetings: asyncio.Queue[Any] | None = asyncio.Queue()

    @classmethod
    async def open(cls, address: Address, receive: Callable[[Any], None], lost: Callable[[], None]) -> Connection:
        """Connected, let in, and answering. Raises OSError, TimeoutError, Reply or Unavailable."""
        loop = asyncio.get_running_loop()
        watched, address = bool(address.sentinels), await primary_of(address)

        def make() -> Connection:
            return cls(receive, lost)

        async with asyncio.timeout(CONNECT_TIMEOUT):
            if address.path:
                _, connection = await loop.create_unix_connection(make, address.path)
            else:
                _, connection = await loop.create_connection(make, address.host, address.port, ssl=address.tls)
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT):
                await connection._greet(address, primary=watched)
        except BaseException:
            connection.abort()
            raise
        return connection

    async def _greet(self, address: Address, *, primary: bool) -> None:
        """`primary`: what sentinels name may have been replaced just now, so the server is asked itself."""
        commands: list[tuple[Argument, ...]] = [("CLIENT", "SETNAME", "paiju")]
        if address.password:
            commands.insert(0, ("AUTH", *((address.user,) if address.user else ()), address.password))
        if address.db:
            commands.append(("SELECT", address.db))
        if primary:
            commands.append(("ROLE",))
        commands.append(("ECHO", "paiju"))  # PING is refused by a full disk, which still lets us read
        greetings = self._greetings
        assert greetings is not None
        self.write(b"".join(pack_command(command) for command in commands))
        for _ in commands:
            answer = await greetings.get()
            if isinstance(answer, hiredis.ReplyError):
                raise judged(answer)
            if isinstance(answer, Exception):
                raise answer
            if isinstance(answer, list) and answer[0] != b"master":
                raise Unavailable(f"The store at {address} is not the primary any more.")
        self._greetings = None

    def write(self, data: bytes) -> None:
        if self._transport is not None:
            self._transport.write(data)

    def abort(self) -> None:
        """Close at once, and say nothing more to anybody."""
        self._receive = self._lost = _ignore
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are none by name.
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        reader = self._reader
        reader.feed(data)
        receive = self._receive if self._greetings is None else self._greetings.put_nowait
        try:
            while (reply := reader.gets()) is not False:
                receive(reply)
        except hiredis.ProtocolError:
            log.exception("the store spoke nonsense")
            if self._transport is not None:
                self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if self._greetings is not None:
            self._greetings.put_nowait(ConnectionResetError("The store closed the connection."))
        else:
            self._lost()


class Lasting:
    """A connection that comes back. Three failures in a row open the circuit: `ready` is False and nothing waits."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.failures = 0
        self.reason = "not connected yet"
        self._connection: Connection | None = None
        self._gone = asyncio.Event()

    @property
    def ready(self) -> bool:
        """False: the circuit is open. A loss that heals at the first or second attempt does not open it."""
        return self.failures < 3

    @property
    def connected(self) -> bool:
        return self._connection is not None

    async def keep(self) -> None:
        """Keeps the connection; ends only by being cancelled."""
        pause = FIRST_PAUSE
        try:
            while True:
                self._gone.clear()
                try:
                    self._connection = await Connection.open(self.address, self._receive, self._on_lost)
                except (OSError, TimeoutError, Reply, Unavailable) as error:
                    self._failed(str(error) or type(error).__name__)
                else:
                    self.failures, pause = 0, FIRST_PAUSE
                    self._connected()
                    await self._gone.wait()
                    self._failed("The connection was lost.")
                await asyncio.sleep(pause * random.uniform(0.5, 1))
                pause = min(2 * pause, LONGEST_PAUSE)
        finally:
            self.cut()

    def cut(self) -> None:
        """Give the connection up; a new one is made."""
        if self._connection is not None:
            self._connection.abort()
            self._on_lost()

    def _failed(self, reason: str) -> None:
        if self.failures == 0:
            log.warning("store %s: %s", self.address, reason)
        self.failures += 1
        self.reason = reason
        self._refused()

    def _on_lost(self) -> None:
        self._connection = None
        self._gone.set()
        self._disconnected()

    def _connected(self) -> None:
        """There is a connection now."""

    def _disconnected(self) -> None:
        """The connection is gone."""

    def _refused(self) -> None:
        """One more failure."""

    def _receive(self, reply: Any) -> None:
        raise NotImplementedError
