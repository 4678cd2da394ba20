"""Who may come in: from the right page, and not too many of them."""

from __future__ import annotations

from aiohttp import web

from .addresses import Addresses
from .hosts_and_origins import Hosts
from .rate_limits import Crowd


class Gatekeeper:
    """Lets sockets in: the right host and origin, and not too many of them."""

    def __init__(self, hosts: Hosts, addresses: Addresses, crowd: Crowd) -> None:
        self._hosts = hosts
        self.addresses = addresses
        self._crowd = crowd
        self.inside: set[web.RequestHandler] = set()
        """Connections by which somebody has come in and not left."""
        self.closed = False  # this worker is about to stop

    def check(self, request: web.Request) -> None:
        """421 for a host that we are not, 403 for a page of somebody else."""
        host = request.headers.get("Host")
        if not self._hosts.allow(host):
            raise web.HTTPMisdirectedRequest(text="unknown host")
        if not self._hosts.same_origin(request.headers.get("Origin"), host):
            raise web.HTTPForbidden(text="foreign origin")

    def admit(self, request: web.Request) -> str:
        """The address of a socket that may come in; `leave` must be called when it has ended."""
        if self.closed:
            raise web.HTTPServiceUnavailable(text="this worker is leaving", headers={"Retry-After": "1"})
        address = self.addresses.of(request)
        if not self._crowd.admit(address):
            raise web.HTTPTooManyRequests(text="too many connections", headers={"Retry-After": "10"})
        self.inside.add(request.protocol)
        return address

    def leave(self, request: web.Request, address: str) -> None:
        self.inside.discard(request.protocol)
        self._crowd.leave(address)
