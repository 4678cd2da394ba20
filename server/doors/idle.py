"""Waiting until a socket has answered its current message."""

from __future__ import annotations

import asyncio
from typing import Protocol


class CanBeBusy(Protocol):
    """A socket. Waiters leave a future in `idling`; no message is taken before they have continued."""

    busy: bool
    idling: asyncio.Future[None] | None


async def until_idle(line: CanBeBusy) -> None:
    """Returns when no message is being handled."""
    while line.busy:
        line.idling = asyncio.get_running_loop().create_future()
        try:
            await line.idling
        finally:
            line.idling = None
