"""Waiting until a line has answered what it was asked."""

from __future__ import annotations

import asyncio
from typing import Protocol


class CanBeBusy(Protocol):
    """A line; whoever waits leaves a future in `idling`, and no message is taken before they have gone on."""

    busy: bool
    idling: asyncio.Future[None] | None


async def until_idle(line: CanBeBusy) -> None:
    """Returns when no message is being dealt with."""
    while line.busy:
        line.idling = asyncio.get_running_loop().create_future()
        try:
            await line.idling
        finally:
            line.idling = None
