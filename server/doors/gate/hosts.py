"""Who may knock: the Host and Origin that a request names, and the address that it comes from."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from aiohttp import web

from .rate_limits import Crowd

_LOCAL = frozenset({"localhost"})
_FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via")


class Hosts:
    """The names that this server goes by: IP literals, localhost and those that are configured.

    Any other name in `Host` is a foreign page that has had its own name point at us (DNS rebinding, S1).
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._configured = {name.lower().rstrip(".") for name in names}
        self._names = _LOCAL | self._configured

    def allow(self, host: str | None) -> bool:
        name = _name(host)
        return name is not None and (name in self._names or name.endswith(".localhost") or _is_address(name))

    def same_origin(self, origin: str | None, host: str | None) -> bool:
        """No Origin: no browser, the token decides. Else it must be a page of ours."""
        if origin is None:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        if parts.scheme not in ("http", "https"):
            return False
        if _name(parts.netloc) in self._configured:
            return True  # whatever Host the balancer in front of us has written
        return self.allow(parts.netloc) and host is not None and parts.netloc.lower() == host.lower()


class Addresses:
    """The address of whoever asks, as limits count it. Only configured balancers are believed about it."""

    def __init__(self, proxies: Iterable[str] = (), ipv6_prefix: int = 64) -> None:
        self._proxies = [ipaddress.ip_network(proxy, strict=False) for proxy in proxies]
        self._ipv6_prefix = ipv6_prefix

    def of(self, request: web.Request) -> str:
        return counted(self._nearest_stranger(request), self._ipv6_prefix)

    def _nearest_stranger(self, request: web.Request) -> str:
        address = request.remote or ""
        if not self._proxies or not self._trusted(address):
            return address
        # From the right: each balancer of ours adds the one that spoke to it; what stands before is hearsay.
        for forwarded in reversed(request.headers.get("X-Forwarded-For", "").split(",")):
            address = forwarded.strip() or address
            if not self._trusted(address):
                break
        return address[:64]

    def from_here(self, request: web.Request) -> bool:
        """Does a program of this very machine ask for itself? A balancer on it speaks for strangers."""
        if self._trusted(request.remote or "") or any(name in request.headers for name in _FORWARDED):
            return False
        try:
            ip = ipaddress.ip_address(request.remote or "")
        except ValueError:
            return False
        return (getattr(ip, "ipv4_mapped", None) or ip).is_loopback

    def _trusted(self, address: str) -> bool:
        if not address:
            return True  # a Unix socket: only the balancer can reach it
        ip = _ip(address)
        return ip is not None and any(ip in proxy for proxy in self._proxies)


def counted(address: str, ipv6_prefix: int) -> str:
    """What limits count in place of the address: of IPv6 the network, as one customer has 2^64 addresses or more."""
    ip = _ip(address)
    if ip is None or ip.version == 4:
        return address if ip is None else str(ip)
    return str(ipaddress.IPv6Network((int(ip), ipv6_prefix), strict=False))


class Entrance:
    """Lets sockets in: the right host and origin, and not too many of them."""

    def __init__(self, hosts: Hosts, addresses: Addresses, crowd: Crowd) -> None:
        self._hosts = hosts
        self.addresses = addresses
        self._crowd = crowd
        self.inside: set[web.RequestHandler] = set()
        """Connections that somebody has come in by, and not left."""
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


def _name(host: str | None) -> str | None:
    """The name without its port; None when it is not a host at all."""
    if not host or len(host) > 255 or any(c in host for c in " @/\\,?#"):
        return None
    try:
        parts = urlsplit(f"//{host}")
        name, _ = parts.hostname, parts.port  # a port that is none raises
    except ValueError:
        return None
    return name.rstrip(".") if name else None


def _is_address(name: str) -> bool:
    return _ip(name) is not None


def _ip(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address; of one of IPv4 in the clothes of IPv6 (sockets that listen to both have those), that of IPv4."""
    try:
        ip = ipaddress.ip_address(text)
    except ValueError:
        return None
    return ip.ipv4_mapped or ip if isinstance(ip, ipaddress.IPv6Address) else ip
