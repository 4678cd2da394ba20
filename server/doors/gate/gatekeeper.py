"""Admits sockets: only from our own page or a program, and not too many."""

from __future__ import annotations

from aiohttp import web

from .addresses import Addresses
from .hosts_and_origins import Hosts
from .rate_limits import Crowd


class Gatekeeper:
    """Admits sockets with the right host and origin, up to a limit."""

    def __init__(self, hosts: Hosts, addresses: Addresses, crowd: Crowd) -> None:
        self._hosts = hosts
        self.addresses = addresses
        self._crowd = crowd
        self.inside: set[web.RequestHandler] = set()
        """Connections that carry an admitted socket."""
        self.closed = False  # this worker is about to stop

    def check(self, request: web.Request) -> None:
        """Refuse a foreign host name with 421, and a foreign page with 403."""
        host = request.headers.get("Host")
        if not self._hosts.allow(host):
            raise web.HTTPMisdirectedRequest(text="unknown host")
        if not self._hosts.same_origin(request.headers.get("Origin"), host):
            raise web.HTTPForbidden(text="foreign origin")

    def admit(self, request: web.Request) -> str:
        """Returns the address of an admitted socket; call `leave` when it has ended."""
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
