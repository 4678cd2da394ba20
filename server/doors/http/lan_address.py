"""The address by which others on the same network reach this machine."""

from __future__ import annotations

import ipaddress
import socket
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

_PASSED_ON: Final = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host")


def lan_address() -> str | None:
    """This machine's address on its network; None if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: this only looks up a route, and sends nothing
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith("127.") else address


def here_alone(host: str) -> bool:
    """Does this name refer to the client's own machine?"""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class LanAddress:
    """Tells a page that was opened at a local address which address friends can use."""

    def __init__(self, host: str, *, public: bool) -> None:
        self._alone = here_alone(host)
        self._public = public
        """Does the server have a public name or a balancer? Then invitations use that."""

    def told(self, request: web.BaseRequest) -> dict[str, str | None]:
        """`near`, an address or None; nothing for clients that used another name."""
        host = urlsplit(f"//{request.host}")
        passed_on = self._public or any(header in request.headers for header in _PASSED_ON)
        if passed_on or not here_alone(host.hostname or "") or not here_alone(request.remote or ""):
            return {}
        served = request.transport and request.transport.get_extra_info("sockname")
        port = host.port or 80
        if self._alone or not served or port != served[1]:
            return {"near": None}  # another port means a forwarder, and only the forwarder knows its outside address
        address = lan_address()
        return {"near": address and f"http://{address}:{port}"}
