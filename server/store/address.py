"""The store's address and login: redis://, rediss://, unix://, or a name that sentinels know.

The `redis` library parses addresses. Operators know it, so its options mean the same here as everywhere. Options that
our own link cannot use are refused by name.
"""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from redis.asyncio.connection import SSLConnection, parse_url

_ENTRY: Final = {"username", "password"}
_TLS: Final = {"ssl_ca_certs", "ssl_certfile", "ssl_keyfile", "ssl_password", "ssl_cert_reqs", "ssl_check_hostname"}
_PLACE: Final = {"host", "port", "path", "db", "connection_class"}
_SENTINEL: Final = "+sentinel"
_SENTINEL_PORT: Final = 26379


@dataclass(frozen=True)
class Address:
    """One server. Equality compares only the place, not the login."""

    host: str = "localhost"
    port: int = 6379
    path: str = ""
    """Path of a Unix socket; if set, host and port are ignored."""
    db: int = field(default=0, compare=False)
    user: str = field(default="", compare=False)
    password: str = field(default="", compare=False, repr=False)
    encrypted: bool = field(default=False, compare=False)
    certificates: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """TLS options, as the library names them."""
    sentinels: tuple[tuple[str, int], ...] = ()
    """The sentinels that know where the server is; if set, host and port are ignored."""
    service: str = ""
    """The name by which the sentinels know the server."""

    @classmethod
    def parse(cls, url: str, *, password_file: Path | None = None) -> Address:
        """`redis://user:password@host:port/db`, `rediss://…`, `unix:///path?db=0` or
        `redis+sentinel://user:password@host:port,host:port/name?db=0`. Raises ValueError."""
        scheme, _, rest = url.partition("://")
        sentinels: tuple[tuple[str, int], ...] = ()
        service = ""
        if scheme.endswith(_SENTINEL):
            scheme = scheme.removesuffix(_SENTINEL)
            sentinels, service, rest = _sentinels(rest)
        if scheme not in ("redis", "rediss", "unix") or (sentinels and scheme == "unix"):
            raise ValueError("The store's address begins with redis://, rediss://, unix:// or redis+sentinel://.")
        options: dict[str, Any] = dict(parse_url(f"{scheme}://{rest}"))
        if unknown := sorted(set(options) - _ENTRY - _TLS - _PLACE):
            raise ValueError(f"The store's address may not set {', '.join(unknown)}: that means nothing here.")
        if scheme == "unix" and not options.get("path"):
            raise ValueError("A unix:// store needs the path of its socket.")
        if scheme != "unix" and not (urlsplit(f"{scheme}://{rest}").path.strip("/") or "0").isdecimal():
            raise ValueError(f"The store's database is a number, not {urlsplit(f'{scheme}://{rest}').path[1:]!r}.")
        password = options.get("password", "")
        if password_file is not None:
            password = password_file.read_text(encoding="utf-8").strip()
        return cls(
            host=options.get("host", "localhost"),
            port=options.get("port", 6379),
            path=options.get("path", ""),
            db=options.get("db", 0),
            user=options.get("username", ""),
            password=password,
            encrypted=scheme == "rediss",
            certificates={name: value for name, value in options.items() if name in _TLS},
            sentinels=sentinels,
            service=service,
        )

    @cached_property
    def tls(self) -> ssl.SSLContext | None:
        return SSLConnection(**self.certificates).ssl_context.get() if self.encrypted else None

    def at(self, host: str, port: int) -> Address:
        """The same login at another place: a node of the cluster, or the primary that the sentinels name."""
        return replace(self, host=host or self.host, port=port, sentinels=(), service="")

    def __str__(self) -> str:
        return self.service or self.path or f"{self.host}:{self.port}"


def _sentinels(rest: str) -> tuple[tuple[tuple[str, int], ...], str, str]:
    """The sentinels, the name they know, and the rest of the address."""
    place, _, query = rest.partition("?")
    entry, at, hosts = place.rpartition("@")
    hosts, _, service = hosts.partition("/")
    if not hosts or not service:
        raise ValueError("A store behind sentinels is redis+sentinel://host:port,host:port/name.")
    parts = [urlsplit(f"//{host}") for host in hosts.split(",")]
    found = tuple((part.hostname or "localhost", part.port or _SENTINEL_PORT) for part in parts)
    return found, service, f"{entry}{at}{found[0][0]}/?{query}"
