"""Checks the names in Host and Origin, so that only our own pages may speak to us."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from .addresses import ip_of

_LOCAL = frozenset({"localhost"})


class Hosts:
    """This server's names: IP literals, localhost and the configured ones.

    Any other name in `Host` belongs to a foreign page that has pointed its own name at us (DNS rebinding).
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._configured = {name.lower().rstrip(".") for name in names}
        self._names = _LOCAL | self._configured

    def allow(self, host: str | None) -> bool:
        name = _name(host)
        return name is not None and (name in self._names or name.endswith(".localhost") or ip_of(name) is not None)

    def same_origin(self, origin: str | None, host: str | None) -> bool:
        """Is this our own page, or no browser at all? A client that sends no Origin is not a browser."""
        if origin is None:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        if parts.scheme not in ("http", "https"):
            return False
        if _name(parts.netloc) in self._configured:
            return True  # even if a balancer in front of us has changed Host
        return self.allow(parts.netloc) and host is not None and parts.netloc.lower() == host.lower()


def _name(host: str | None) -> str | None:
    """The name without its port; None if it is not a host at all."""
    if not host or len(host) > 255 or any(c in host for c in " @/\\,?#"):
        return None
    try:
        parts = urlsplit(f"//{host}")
        name, _ = parts.hostname, parts.port  # an invalid port raises
    except ValueError:
        return None
    return name.rstrip(".") if name else None
