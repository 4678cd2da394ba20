"""Where the store is and how one gets in: redis://, rediss:// and unix:// with an ACL user."""

from __future__ import annotations

import ssl
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlparse


@dataclass(frozen=True, slots=True)
class Address:
    """One server. Compares by place; who enters and how does not count."""

    host: str = "localhost"
    port: int = 6379
    path: str = ""
    """Of a Unix socket; then host and port mean nothing."""
    db: int = field(default=0, compare=False)
    user: str = field(default="", compare=False)
    password: str = field(default="", compare=False, repr=False)
    tls: ssl.SSLContext | None = field(default=None, compare=False, repr=False)

    @classmethod
    def parse(cls, url: str, *, password_file: Path | None = None, ca_file: Path | None = None) -> Address:
        """`redis://user:password@host:port/db`, `rediss://…` or `unix:///path?db=0`. Raises ValueError."""
        parts = urlparse(url)
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        if password_file is not None:
            password = password_file.read_text(encoding="utf-8").strip()
        if parts.scheme == "unix":
            if not parts.path:
                raise ValueError("A unix:// store needs the path of its socket.")
            db = parse_qs(parts.query).get("db", ["0"])[0]
            return cls(path=unquote(parts.path), db=_number(db), user=user, password=password)
        if parts.scheme not in ("redis", "rediss"):
            raise ValueError("The store's address begins with redis://, rediss:// or unix://.")
        tls = ssl.create_default_context(cafile=ca_file) if parts.scheme == "rediss" else None
        return cls(
            host=parts.hostname or "localhost",
            port=parts.port or 6379,
            db=_number(parts.path.strip("/") or "0"),
            user=user,
            password=password,
            tls=tls,
        )

    def at(self, host: str, port: int) -> Address:
        """Another node of the same cluster."""
        return replace(self, host=host or self.host, port=port)

    def __str__(self) -> str:
        return self.path or f"{self.host}:{self.port}"


def _number(text: str) -> int:
    if not text.isdecimal():
        raise ValueError(f"The store's database is a number, not {text!r}.")
    return int(text)
