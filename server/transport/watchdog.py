"""Ends connections that ask for nothing: aiohttp itself waits for the rest of a request for ever (S14)."""

from __future__ import annotations

import asyncio
from typing import Final

from aiohttp import web

_ASKING: Final = "_current_request"


class Watchdog:
    """Looks at all connections of a server from time to time; one that is between requests for too long is cut."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._idle: dict[web.RequestHandler, float] = {}  # since when each has been between requests
        self._timer: asyncio.TimerHandle | None = None

    def watch(self, server: web.Server) -> None:
        """From now on, until `stop`."""
        if not hasattr(web.RequestHandler, _ASKING) and _ASKING not in web.RequestHandler.__slots__:
            raise RuntimeError(f"this aiohttp has no RequestHandler.{_ASKING}: install the pinned version")
        self._timer = asyncio.get_running_loop().call_later(self._patience / 2, self._look, server)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _look(self, server: web.Server) -> None:
        now = asyncio.get_running_loop().time()
        idle = [one for one in server.connections if getattr(one, _ASKING) is None]
        self._idle = {one: self._idle.get(one, now) for one in idle}
        for connection, since in self._idle.items():
            if now - since >= self._patience and connection.transport is not None:
                connection.transport.abort()
        self.watch(server)
