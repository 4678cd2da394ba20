"""Ends idle connections: aiohttp itself would wait forever for the rest of a request."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Collection

from aiohttp import web
from aiohttp.typedefs import Handler

from .gatekeeper import Gatekeeper


class IdleConnections:
    """Checks all connections of a server from time to time, and cuts those that have been idle too long.

    A connection is not idle while its request is handled or its answer is being sent.
    """

    def __init__(self, patience: float, gatekeeper: Gatekeeper, doors: Collection[str]) -> None:
        self._patience = patience
        self._gatekeeper = gatekeeper
        self._doors = doors
        """Paths of sockets, whose connections the gatekeeper tracks."""
        self._asking: set[web.RequestHandler] = set()
        self._idle: dict[web.RequestHandler, tuple[float, int]] = {}  # start of idleness, and unsent bytes at that time
        self._timer: asyncio.TimerHandle | None = None

    @web.middleware
    def notice(self, request: web.Request, handler: Handler) -> Awaitable[web.StreamResponse]:
        """Note every request from its last header until its answer."""
        self._idle.pop(request.protocol, None)
        # No coroutine around a socket: every message would pass through it.
        return handler(request) if request.path in self._doors else self._noticed(request, handler)

    async def _noticed(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        connection: web.RequestHandler = request.protocol
        self._asking.add(connection)
        try:
            return await handler(request)
        finally:
            self._asking.discard(connection)

    def watch(self, server: web.Server) -> None:
        """Watch until `stop`."""
        self._timer = asyncio.get_running_loop().call_later(self._patience / 2, self._look, server)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _look(self, server: web.Server) -> None:
        now, before, self._idle = asyncio.get_running_loop().time(), self._idle, {}
        for connection in server.connections:
            transport = connection.transport
            if connection in self._asking or connection in self._gatekeeper.inside or transport is None:
                continue
            waiting = transport.get_write_buffer_size()
            since, waited = before.get(connection, (now, waiting))
            if waiting != waited:
                since = now
            if now - since >= self._patience:
                transport.abort()
            else:
                self._idle[connection] = since, waiting
        self.watch(server)
