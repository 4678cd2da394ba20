"""Finds the address that a request comes from, and its form for limits."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from aiohttp import web

_FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via")


class Addresses:
    """Finds the client's address for limits. Only configured balancers are trusted to name another address."""

    def __init__(self, proxies: Iterable[str] = (), ipv6_prefix: int = 64) -> None:
        self._proxies = [ipaddress.ip_network(proxy, strict=False) for proxy in proxies]
        self._ipv6_prefix = ipv6_prefix

    def of(self, request: web.Request) -> str:
        return counted(self._nearest_stranger(request), self._ipv6_prefix)

    def _nearest_stranger(self, request: web.Request) -> str:
        address = request.remote or ""
        if not self._proxies or not self._trusted(address):
            return address
        # Read from the right: each of our balancers appends its client's address; anyone may have written the rest.
        for forwarded in reversed(request.headers.get("X-Forwarded-For", "").split(",")):
            address = forwarded.strip() or address
            if not self._trusted(address):
                break
        return address[:64]

    def from_here(self, request: web.Request) -> bool:
        """Does this request come from a program on this machine? Requests that a balancer forwards do not count."""
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
        ip = ip_of(address)
        return ip is not None and any(ip in proxy for proxy in self._proxies)


def counted(address: str, ipv6_prefix: int) -> str:
    """The address for limits. For IPv6 it is the network, because one customer has 2^64 addresses or more."""
    ip = ip_of(address)
    if ip is None or ip.version == 4:
        return address if ip is None else str(ip)
    return str(ipaddress.IPv6Network((int(ip), ipv6_prefix), strict=False))


def ip_of(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address, if it is one. A dual-stack socket writes IPv4 as IPv6; this turns it back."""
    try:
        ip = ipaddress.ip_address(text)
    except ValueError:
        return None
    return ip.ipv4_mapped or ip if isinstance(ip, ipaddress.IPv6Address) else ip
